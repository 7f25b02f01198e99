import { Alert, Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { people, skippedWords } from '../rules/words.ts'
import classes from './composer.module.css'
import type { Issue } from './use-draft.ts'

interface ReportProps {
  issue: Issue
  progress: NonNullable<Issue['progress']>
}

/** How far it is, and what became of each mail; the figures add up to the recipients. */
export function Report({ issue, progress }: ReportProps) {
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
        <Figures progress={progress} />
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

function Figures({ progress }: Pick<ReportProps, 'progress'>) {
  const { number } = useFormat()
  const figures: [string, number, boolean?][] = [
    ['Recipients', progress.total],
    ['Sent', progress.sent],
    ['Delivered', progress.delivered],
    ['Skipped', progress.skipped],
    ['Bounced', progress.bounced],
    ['Failed', progress.failed, true],
    ['Unknown', progress.unknown, true],
    ['Reported spam', progress.complained],
    ['Unsubscribed', progress.unsubscribed],
  ]
  return (
    <dl className={classes.figures}>
      {figures
        .filter(([, count, rare]) => !rare || count > 0)
        .map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
    </dl>
  )
}
