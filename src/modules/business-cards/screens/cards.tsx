import { PageHeader } from '#ui/page-header.tsx'
import { titled } from '#web/title.ts'
import { CardsTab } from '../widgets/cards-tab.tsx'

export const meta = () => titled('Business Cards')

/** Business cards with their pages and what came of them. */
export default function Cards() {
  return (
    <>
      <PageHeader title="Business Cards" purpose="A card to hand out, and a page that turns it into a conversation." />
      <CardsTab />
    </>
  )
}
