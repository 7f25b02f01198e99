import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { skippedWords } from '#messaging/gate/rules/skipped.ts'
import { type BatchFigure, BatchFigures } from '#messaging/widgets/batch-figures.tsx'
import { BatchWay, isUnderWay } from '#messaging/widgets/batch-way.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Outcome } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import type { Issue } from './use-draft.ts'

interface ReportProps {
  issue: Issue
  progress: NonNullable<Issue['progress']>
  /** shows the rows of one outcome, or all */
  onPick: (outcome: Outcome | null) => void
}

/** How far it is, and what became of each mail; the figures add up to the recipients. */
export function Report({ issue, progress, onPick }: ReportProps) {
  return (
    <Panel title={isUnderWay(issue.state) ? 'On its way' : 'Report'}>
      <Stack>
        <BatchWay state={issue.state} startedAt={issue.startedAt} progress={progress} />
        {progress.problem ? (
          <Alert color="yellow" role="alert">
            The mail server doesn’t take mail at the moment. Nothing is lost; it is tried again by itself. It said:{' '}
            {progress.problem}
          </Alert>
        ) : null}
        <BatchFigures total={progress.total} figures={figuresOf(progress)} onPick={onPick} />
        {progress.skipped > 0 ? (
          <Text size="sm" c="dimmed" data-figures>
            {skippedWords(progress.skippedBy)}
          </Text>
        ) : null}
        {issue.slug && issue.state !== 'cancelled' ? (
          <Group gap="xs">
            <Anchor href={`/newsletter/${issue.slug}`} target="_blank" rel="noreferrer">
              Read it in the web archive
            </Anchor>
          </Group>
        ) : null}
      </Stack>
    </Panel>
  )
}

/** In the order in which they are read. */
function figuresOf(progress: ReportProps['progress']): BatchFigure<Outcome>[] {
  const figures: [Outcome, number, boolean?][] = [
    ['sent', progress.sent],
    ['delivered', progress.delivered],
    ['skipped', progress.skipped],
    ['bounced', progress.bounced],
    ['failed', progress.failed, true],
    ['unknown', progress.unknown, true],
    ['complained', progress.complained],
    ['unsubscribed', progress.unsubscribed],
  ]
  return figures.map(([outcome, count, rare]) => ({ outcome, count, rare, label: outcomeWords[outcome] }))
}
