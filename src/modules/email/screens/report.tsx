import { Alert, Anchor, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core'
import { people, skippedWords } from '#messaging/gate/rules/skipped.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Outcome } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import classes from './composer.module.css'
import type { Issue } from './use-draft.ts'

interface ReportProps {
  issue: Issue
  progress: NonNullable<Issue['progress']>
  /** shows the rows of one outcome, or all */
  onPick: (outcome: Outcome | null) => void
}

/** How far it is, and what became of each mail; the figures add up to the recipients. */
export function Report({ issue, progress, onPick }: ReportProps) {
  const { number, dateTime } = useFormat()
  const done = progress.total - progress.waiting
  const under = issue.state === 'sending' || issue.state === 'paused'
  const text = `${number(done)} of ${number(progress.total)} done`
  return (
    <Panel title={under ? 'On its way' : 'Report'}>
      <Stack>
        {under ? (
          <Stack gap="xs">
            <Text fw={600} role="status" data-figures>
              {issue.state === 'paused' ? `Paused: ${text}` : text}
            </Text>
            <Progress
              size="lg"
              value={(done / Math.max(progress.total, 1)) * 100}
              animated={issue.state === 'sending'}
              aria-label={text}
            />
          </Stack>
        ) : (
          <Text data-figures>
            {issue.state === 'cancelled' ? 'Cancelled' : 'Sent'} to {people(progress.sent)}
            {issue.startedAt ? `, ${dateTime(issue.startedAt)}` : ''}
          </Text>
        )}
        {progress.problem ? (
          <Alert color="yellow" role="alert">
            The mail server doesn’t take mail at the moment. Nothing is lost; it is tried again by itself. It said:{' '}
            {progress.problem}
          </Alert>
        ) : null}
        <Figures progress={progress} onPick={onPick} />
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

/** A click shows whom a figure counts. */
function Figures({ progress, onPick }: Pick<ReportProps, 'progress' | 'onPick'>) {
  const { number } = useFormat()
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
  return (
    <div className={classes.figures}>
      <Figure label="Recipients" value={number(progress.total)} onClick={() => onPick(null)} />
      {figures
        .filter(([, count, rare]) => !rare || count > 0)
        .map(([outcome, count]) => (
          <Figure key={outcome} label={outcomeWords[outcome]} value={number(count)} onClick={() => onPick(outcome)} />
        ))}
    </div>
  )
}

const Figure = ({ label, value, onClick }: { label: string; value: string; onClick: () => void }) => (
  <UnstyledButton className={classes.figure} onClick={onClick}>
    <span>{label}</span> <strong>{value}</strong>
  </UnstyledButton>
)
