import type { ComponentType } from 'react'
import { NewsletterSection } from '#email/widgets/newsletter.tsx'

interface AdminSection {
  /** the anchor, /admin#contact */
  id: string
  title: string
  Section: ComponentType
}

/** In the order of the page; each is a widget of the module that owns its rows. */
export const sections: AdminSection[] = [
  { id: 'newsletter', title: 'Newsletter Subscribers', Section: NewsletterSection },
]
