import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { api, type client } from '#web/api.ts'

export type CareHolds = Awaited<ReturnType<typeof client.careHolds.of>>
type Hold = CareHolds['holds'][number]

export const useCareHolds = (personId: string) =>
  useQuery(
    api.careHolds.of.queryOptions({
      input: { personId },
      enabled: personId !== '',
      meta: { live: ['people', 'conversations'] },
    }),
  )

/** "until Dec 24, 2026", by the calendar alone. */
export function useUntilWords() {
  const { locale } = useFormat()
  return ({ until }: Pick<Hold, 'until'>) =>
    until
      ? `until ${new Date(`${until}T12:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })}`
      : 'until someone lifts it'
}

/** Above a reply to someone whose messages are paused: what a member writes is sent all the same. */
export function CareHoldLine({ personId }: { personId: string }) {
  const words = useUntilWords()
  const { data } = useCareHolds(personId)
  const hold = data?.holds[0]
  if (!hold) return null
  const whose = hold.personId === personId ? '' : ` for the household of ${hold.personName}`
  return (
    <Alert color="yellow" p="xs">
      A hard time: automatic messages are paused{whose} {words(hold)}. Your reply is sent.
    </Alert>
  )
}
