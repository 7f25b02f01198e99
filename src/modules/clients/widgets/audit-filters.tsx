import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { instantAt } from '#ui/local-time.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api } from '#web/api.ts'

export const auditFilters = ['table', 'from', 'until'] as const

/** What the list asks for, of what the address says: days begin and end as clocks in the church's zone say it. */
export function useAuditFilter({ filters }: ListState<string>) {
  const { timeZone } = useFormat()
  const midnight = (day: string) => instantAt(`${day}T00:00`, timeZone)
  const after = (day: string) => midnight(new Date(Date.parse(`${day}T12:00Z`) + 86_400_000).toISOString().slice(0, 10))
  const isDay = (day: string | undefined): day is string =>
    /^\d{4}-\d\d-\d\d$/.test(day ?? '') && !Number.isNaN(Date.parse(day!))
  return {
    ...(filters.table && { table: filters.table }),
    ...(isDay(filters.from) && { from: midnight(filters.from) }),
    ...(isDay(filters.until) && { until: after(filters.until) }),
  }
}

/** Kind and days, for both logs. */
export function AuditFilters({ state }: { state: ListState<string> }) {
  const kinds = useQuery(api.audit.kinds.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }))
  const day = (name: 'from' | 'until', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={
        <Text size="sm" c="dimmed" aria-hidden>
          {label}
        </Text>
      }
      leftSectionWidth={56}
      value={state.filters[name] ?? ''}
      onChange={event => state.setFilter(name, event.currentTarget.value || null)}
    />
  )
  return (
    <>
      <NativeSelect
        aria-label="Record"
        value={state.filters.table ?? ''}
        onChange={event => state.setFilter('table', event.currentTarget.value || null)}
        data={[{ value: '', label: 'Everything' }, ...(kinds.data?.items ?? [])]}
      />
      {day('from', 'From')}
      {day('until', 'Until')}
    </>
  )
}
