import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import classes from './twilio.module.css'

type HealthData = Awaited<ReturnType<typeof client.carrierSettings.health>>

function factsOf(data: HealthData): [string, ReactNode][] {
  const { balance, lastNoticeAt, lastSuccessAt, lastError, lastErrorAt, drifted, numbers } = data
  const live = data.carrier === 'twilio'
  const at = (when: HealthData['lastNoticeAt']) => (when ? <RelativeTime at={when} /> : 'None yet')
  const failed = lastError && lastErrorAt
  const hooks =
    numbers === 0
      ? 'No number yet'
      : drifted
        ? `${drifted} of ${numbers} point elsewhere`
        : 'All numbers point to this server'
  const all: [string, ReactNode, boolean][] = [
    ['Carrier', live ? 'Twilio' : 'Sandbox', true],
    ['Balance', balance, Boolean(balance)],
    ['Last callback', at(lastNoticeAt), true],
    ['Last success', at(lastSuccessAt), live],
    [
      'Last error',
      failed ? (
        <>
          {lastError}, {at(lastErrorAt)}
        </>
      ) : null,
      Boolean(failed),
    ],
    ['Webhooks', hooks, true],
    ['Failed callbacks', String(data.failedNotices), true],
    ['Texts with unknown status', String(data.unknownTexts), true],
  ]
  return all.flatMap(([name, value, shown]) => (shown ? [[name, value] as [string, ReactNode]] : []))
}

/** Whether the line is good in both directions. */
export function Health() {
  const { data, error, refetch } = useQuery(
    api.carrierSettings.health.queryOptions({ input: {}, refetchInterval: 30_000, meta: { live: ['telephony'] } }),
  )
  return (
    <Panel title="Health">
      {error ? (
        <ErrorPanel error={error} what="the health" onRetry={() => void refetch()} />
      ) : data ? (
        <dl className={classes.facts}>
          {factsOf(data).map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      ) : (
        <SkeletonRows rows={5} height={20} />
      )}
    </Panel>
  )
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <Text component="dt" size="sm">
      {name}
    </Text>
    <Text component="dd" size="sm" data-figures>
      {value}
    </Text>
  </>
)
