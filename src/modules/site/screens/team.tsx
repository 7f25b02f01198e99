import { described, SitePage } from './site-page.tsx'
import { TeamCards } from './team-cards.tsx'

export const handle = { static: true }
export const meta = () => described('Our Team', 'The people who run this installation of Lampstand.', '/team')

export default function Team() {
  return (
    <SitePage
      title="Our Team"
      lead="These four cards are examples. The people who run this installation of Lampstand introduce their own team here."
      wide
    >
      <TeamCards level={2} />
    </SitePage>
  )
}
