import type { ComponentType } from 'react'
import { SupportChat } from '#site/widgets/support-chat.tsx'

interface AdminSection {
  /** the anchor, /admin#contact */
  id: string
  title: string
  Section: ComponentType
}

/** In the order of the page; each is a widget of the module that owns its rows. */
export const sections: AdminSection[] = [{ id: 'support-chat', title: 'Support chat', Section: SupportChat }]
