import { SimpleGrid } from '@mantine/core'
import { ConversationsTile } from '#conversations/widgets/conversations-tile.tsx'
import { CampaignsTile } from '#email/widgets/campaigns-tile.tsx'
import { LeadsBySource } from '#leads/widgets/leads-by-source.tsx'
import { RecentLeads } from '#leads/widgets/recent-leads.tsx'
import { ConversionTile, TotalLeadsTile } from '#leads/widgets/tiles.tsx'
import { SmsSentTile } from '#telephony/widgets/sms-sent-tile.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow } from '#ui/stat-tile.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import classes from './dashboard.module.css'
import { NeedsMe } from './needs-me.tsx'

export const meta = () => titled('Dashboard', 'View your marketing performance metrics and recent activity.')

/** Each tile and panel comes from its module and asks for its own figures: one that fails leaves the others standing. */
export default function Dashboard() {
  const mayLeads = useMay('leads.read')
  const maySum = useMay('analytics.read')
  const mayWrite = useMay('messaging.write')
  const mayTalk = useMay('conversations.read')
  const maySms = useMay('telephony.use')
  return (
    <>
      <PageHeader title="Dashboard" purpose="Overview of your marketing performance" />
      <div className={classes.sections}>
        {maySum ? (
          <StatRow>
            <TotalLeadsTile />
            <ConversionTile />
            {mayWrite ? <CampaignsTile /> : null}
            {mayTalk ? <ConversationsTile /> : null}
            {maySms ? <SmsSentTile /> : null}
          </StatRow>
        ) : null}
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          {mayLeads ? <RecentLeads /> : null}
          <NeedsMe />
        </SimpleGrid>
        {maySum ? <LeadsBySource /> : null}
      </div>
    </>
  )
}
