import type { ComponentType } from 'react'
import { Products } from '#billing/widgets/products.tsx'
import { SoldSubscriptions } from '#billing/widgets/sold-subscriptions.tsx'
import { NewsletterSection } from '#email/widgets/newsletter.tsx'
import { SupportChat } from '#site/widgets/support-chat.tsx'

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
  { id: 'support-chat', title: 'Support chat', Section: SupportChat },
  { id: 'newsletter', title: 'Newsletter Subscribers', Section: NewsletterSection },
]
