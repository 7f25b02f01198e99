import type { ComponentType } from 'react'
import { Products } from '#billing/widgets/products.tsx'
import { SoldSubscriptions } from '#billing/widgets/sold-subscriptions.tsx'
import { AuditTrail } from '#clients/widgets/audit-trail.tsx'
import { ClientAccounts } from '#clients/widgets/client-accounts.tsx'
import { NewsletterSection } from '#email/widgets/newsletter.tsx'
import { SupportChat } from '#live-chat/widgets/support-chat.tsx'
import { ContactSubmissions } from '#site/widgets/contact-submissions.tsx'
import { IncidentLog } from '#site/widgets/incident-log.tsx'
import { JobQueues } from '../widgets/job-queues.tsx'
import { ProviderList } from '../widgets/provider-list.tsx'

interface AdminSection {
  /** the anchor, /admin#contact */
  id: string
  title: string
  Section: ComponentType
}

/** In the order of the page; each is a widget of the module that owns its rows. */
export const sections: AdminSection[] = [
  { id: 'products', title: 'Products', Section: Products },
  { id: 'subscriptions', title: 'Subscriptions', Section: SoldSubscriptions },
  { id: 'contact', title: 'Contact Form Submissions', Section: ContactSubmissions },
  { id: 'support-chat', title: 'Support chat', Section: SupportChat },
  { id: 'newsletter', title: 'Newsletter Subscribers', Section: NewsletterSection },
  { id: 'clients', title: 'Clients', Section: ClientAccounts },
  { id: 'incidents', title: 'Incidents', Section: IncidentLog },
  { id: 'providers', title: 'Providers', Section: ProviderList },
  { id: 'jobs', title: 'Jobs', Section: JobQueues },
  { id: 'audit', title: 'Audit log', Section: AuditTrail },
]
