import { useQuery } from '@tanstack/react-query'
import type { DateTime } from 'luxon'
import { keyed } from '#kernel/modules.ts'
import { useListState } from '#ui/use-list-state.ts'
import { api, type client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'

export type Entry = Awaited<ReturnType<typeof client.calendarEntries.list>>['items'][number]

/** The filter's value for appointments alone; every other one is a kind of entry. */
export const APPOINTMENTS = 'appointments'

/** Kinds of entries that modules bring and this member may see. */
export function useEntryKinds() {
  const { may } = useMe()
  return [...keyed('calendarEntries')].filter(([, { permission }]) => may(permission))
}

/** Which kind alone is shown, in the address. */
export const useKindFilter = () => useListState<string>({ sort: '', filters: ['kind'] })

/** The kind that alone is shown; undefined for everything, also where the address names none that there is. */
export function useShownKind(): string | undefined {
  const { kind } = useKindFilter().filters
  const kinds = useEntryKinds().map(([one]) => one)
  return kind && [APPOINTMENTS, ...kinds].includes(kind) ? kind : undefined
}

/** What other modules have in a range; nothing is asked for if appointments alone are shown. */
export function useEntries(from: DateTime, to: DateTime, kind?: string) {
  const topics = useEntryKinds().map(([, { topic }]) => topic)
  return useQuery(
    api.calendarEntries.list.queryOptions({
      input: { from: from.toJSDate(), to: to.toJSDate(), ...(kind && { kind: [kind] }) },
      enabled: topics.length > 0 && kind !== APPOINTMENTS,
      meta: { live: topics },
    }),
  )
}
