import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { skippedWords } from '#messaging/send-policy/rules/skipped.ts'
import { BatchFigures } from '#messaging/widgets/batch-figures.tsx'
import { BatchWay, isUnderWay } from '#messaging/widgets/batch-way.tsx'
import { Panel } from '#ui/panel.tsx'
import { outcomeWords } from '../rules/words.ts'
import { Approximate, Links, useFigures } from './figures.tsx'
import type { Issue } from './use-draft.ts'

interface ReportProps {
  issue: Issue
  progress: NonNullable<Issue['progress']>
  reading: NonNullable<Issue['reading']>
  /** shows the rows of one figure, or all */
  onPick: (outcome: string | null) => void
}

/** How far it is, what became of each mail, and what its readers did. */
export function Report({ issue, progress, reading, onPick }: ReportProps) {
  // Answers go to an address, where nobody counts them.
  const figures = useFigures({ progress, reading }).filter(({ outcome }) => outcome !== 'replied')
  const sent = { outcome: 'sent' as const, count: progress.sent, label: outcomeWords.sent }
  return (
    <Panel title={isUnderWay(issue.state) ? 'Sending' : 'Report'}>
      <Stack>
        <BatchWay state={issue.state} startedAt={issue.startedAt} progress={progress} />
        {progress.problem ? (
          <Alert color="yellow" role="alert">
            The mail server is not accepting email right now. Nothing is lost, and we keep trying. It said:{' '}
            {progress.problem}
          </Alert>
        ) : null}
        <BatchFigures total={progress.total} figures={[sent, ...figures]} onPick={onPick} />
        {progress.skipped > 0 ? (
          <Text size="sm" c="dimmed" data-figures>
            {skippedWords(progress.skippedBy)}
          </Text>
        ) : null}
        <Links links={reading.links} />
        <Approximate />
        {issue.slug && issue.state !== 'cancelled' ? (
          <Group gap="xs">
            <Anchor href={`/newsletter/${issue.slug}`} target="_blank" rel="noreferrer">
              View in the web archive
            </Anchor>
          </Group>
        ) : null}
      </Stack>
    </Panel>
  )
}
