import { client } from '#web/api.ts'
import { useActs } from './use-acts.ts'

type Change = Parameters<typeof client.conversations.bulk>[0]

/** Changes one or several conversations, and says so. */
export function useBulk() {
  const act = useActs()
  return (change: Change, done: string) => act(() => client.conversations.bulk(change), done)
}

const HOUR = 3_600_000
/** An hour from now, tomorrow at eight, or in a week at eight, by the clock on the wall here. */
export function snoozes(now = new Date()): { label: string; until: Date }[] {
  const at8 = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8)
  return [
    { label: 'Snooze for an hour', until: new Date(now.getTime() + HOUR) },
    { label: 'Snooze until tomorrow', until: at8(1) },
    { label: 'Snooze until next week', until: at8(7) },
  ]
}
