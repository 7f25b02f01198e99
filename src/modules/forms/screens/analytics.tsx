import { NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'
import { DayBars } from './day-bars.tsx'
import classes from './forms.module.css'
import type { Form } from './use-form-draft.ts'

const periods = ['7', '30', '90', '365']
const periodOptions = periods.map(value => ({
  value,
  label: value === '365' ? 'The last year' : `The last ${counted(Number(value), 'days')}`,
}))

/** Counted by the page itself, without cookies: looked at, begun, sent. */
export function Analytics({ form }: { form: Form }) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const { number } = useFormat()
  const asked = params.get('days') ?? ''
  const days = periods.includes(asked) ? asked : '30'
  const stats = useQuery(
    api.forms.stats.queryOptions({
      input: { id: form.id, days: Number(days) },
      meta: { live: ['forms', 'formSubmissions'] },
    }),
  )
  const data = stats.data
  const rate = data && data.starts > 0 ? `${Math.min(100, Math.round((data.completes / data.starts) * 100))}%` : 'n/a'
  const rows = `/dashboard/forms/${form.id}?view=submissions&days=${days}`
  const here = `/dashboard/forms/${form.id}?view=analytics&days=${days}`
  const failed = { error: stats.error, onRetry: () => void stats.refetch() }
  return (
    <Stack>
      <NativeSelect
        aria-label="Period"
        maw="12rem"
        value={days}
        data={periodOptions}
        onChange={event => change({ days: event.currentTarget.value === '30' ? null : event.currentTarget.value })}
      />
      <StatRow>
        <StatTile label="Views" to={here} value={data && number(data.views)} {...failed} />
        <StatTile label="Begun" to={here} value={data && number(data.starts)} {...failed} />
        <StatTile label="Sent" to={rows} value={data && number(data.completes)} {...failed} />
        <StatTile label="Completion rate" to={rows} value={data && rate} {...failed} />
      </StatRow>
      <Panel title="By day" minHeight={240}>
        {stats.error && !data ? (
          <ErrorPanel error={stats.error} what="the figures" onRetry={() => void stats.refetch()} />
        ) : data && data.items.length === 0 ? (
          <Text c="dimmed">No views in this period.</Text>
        ) : data ? (
          <DayBars items={data.items} />
        ) : null}
      </Panel>
      {data ? <Stops exits={data.exits} /> : null}
      <Text size="sm" c="dimmed">
        Views and starts are counted without cookies, only for visitors with JavaScript. Quarantined submissions are not
        counted as sent.
      </Text>
    </Stack>
  )
}

type Exits = Awaited<ReturnType<typeof client.forms.stats>>['exits']

/** The field at which someone left who had begun: a question that is hard to answer, or one too many. */
function Stops({ exits }: { exits: Exits }) {
  const { number } = useFormat()
  if (exits.length === 0) return null
  const most = Math.max(...exits.map(one => one.count))
  return (
    <Panel title="Where people stopped">
      <ul className={classes.stops}>
        {exits.map(({ key, label, count }) => (
          <li key={key}>
            <Text span truncate>
              {label}
            </Text>
            <Progress value={(count / most) * 100} size="sm" aria-hidden />
            <Text span data-figures>
              {number(count)}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
