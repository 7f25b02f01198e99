import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { people, skippedWords } from '#messaging/send-policy/rules/skipped.ts'
import { BatchFigures } from '#messaging/widgets/batch-figures.tsx'
import { BatchWay, isUnderWay } from '#messaging/widgets/batch-way.tsx'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { instantAt } from '#ui/local-time.ts'
import { Panel } from '#ui/panel.tsx'
import { Approximate, Links, useFigures } from './figures.tsx'
import { Resend } from './resend.tsx'
import { SplitReport } from './split-report.tsx'
import type { Campaign } from './use-campaign.ts'

interface CampaignReportProps {
  campaign: Campaign
  progress: NonNullable<Campaign['progress']>
  reading: NonNullable<Campaign['reading']>
  /** shows the rows of one figure, or all */
  onPick: (outcome: string | null) => void
}

/** How far it is, what became of each mail, and what its readers did. */
export function CampaignReport(props: CampaignReportProps) {
  const { campaign, progress, reading } = props
  const figures = useFigures(props)
  return (
    <Panel title={isUnderWay(campaign.state) ? 'Sending' : 'Report'}>
      <Stack>
        <Way {...props} />
        <BatchFigures total={progress.total} figures={figures} onPick={props.onPick} />
        {progress.skipped > 0 ? (
          <Text size="sm" c="dimmed" data-figures>
            {skippedWords(progress.skippedBy)}
          </Text>
        ) : null}
        {campaign.split ? <SplitReport campaign={campaign} split={campaign.split} /> : null}
        <Links links={reading.links} />
        <Approximate />
        {campaign.startedAt ? <Resend campaign={campaign} /> : null}
        {campaign.webUrl && campaign.state !== 'cancelled' ? (
          <Group gap="md">
            <Anchor href={campaign.webUrl} target="_blank" rel="noreferrer" size="sm">
              View in browser
            </Anchor>
            <Anchor href={`${campaign.webUrl}/print`} target="_blank" rel="noreferrer" size="sm">
              Print
            </Anchor>
          </Group>
        ) : null}
      </Stack>
    </Panel>
  )
}

/** How far it is, and what the rest of it waits for. */
function Way({ campaign, progress, reading }: CampaignReportProps) {
  const { number, dateTime, time, timeZone } = useFormat()
  const { state, startedAt, localTime } = campaign
  const still = Boolean(reading.waitsUntil) || reading.later.people > 0
  const began = localTime ? instantAt(localTime, timeZone) : startedAt
  const way = <BatchWay state={state} progress={progress} still={still} startedAt={began} />
  if (!isUnderWay(state)) return way
  return (
    <Stack gap="xs">
      {way}
      {reading.later.next && reading.later.last ? (
        <Alert color="blue" data-figures>
          {people(reading.later.people)} {reading.later.people === 1 ? 'waits' : 'wait'} for{' '}
          {localTime ? time(instantAt(localTime, timeZone)) : 'it'} in their own time zone. In yours, the next is{' '}
          {dateTime(reading.later.next)}
          {reading.later.last === reading.later.next ? '' : ` and the last ${dateTime(reading.later.last)}`}.
        </Alert>
      ) : null}
      {reading.waitsUntil ? (
        <Alert color="blue">
          {reading.cap === null ? '' : `You can send up to ${counted(reading.cap, 'emails', number)} a day. `}The rest
          is sent {dateTime(reading.waitsUntil)}. An established domain of your own can send more.
        </Alert>
      ) : null}
      {progress.problem ? (
        <Alert color="yellow" role="alert">
          The mail server is not accepting email right now. Nothing is lost, and we keep trying. It said:{' '}
          {progress.problem}
        </Alert>
      ) : null}
    </Stack>
  )
}
