import { Progress, Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import classes from './twilio.module.css'

/** What should stand before the first text to many leaves. */
export function Readiness() {
  const { data, error, refetch } = useQuery(
    api.carrierSettings.readiness.queryOptions({ input: {}, meta: { live: ['telephony'] } }),
  )
  return (
    <Panel title="Ready to text many?">
      {error ? (
        <ErrorPanel error={error} what="the checklist" onRetry={() => void refetch()} />
      ) : data ? (
        <Stack>
          <div>
            <Text fw={650} data-figures>
              {data.score} of 100
            </Text>
            <Progress value={data.score} color={data.score === 100 ? 'green' : undefined} aria-label="Readiness" />
          </div>
          <ul className={classes.list}>
            {data.items.map(({ key, label, done, hint }) => (
              <li key={key} className={classes.item}>
                {done ? (
                  <IconCircleCheck size={18} stroke={1.75} className={classes.done} aria-label="Done" />
                ) : (
                  <IconCircle size={18} stroke={1.75} className={classes.open} aria-label="To do" />
                )}
                <div>
                  <Text size="sm">{label}</Text>
                  {done ? null : (
                    <Text size="xs" c="dimmed">
                      {hint}
                    </Text>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </Stack>
      ) : (
        <SkeletonRows rows={6} height={24} />
      )}
    </Panel>
  )
}
