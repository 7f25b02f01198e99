import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { stepWords } from '../rules.ts'

/** The steps that this member may take; undefined while they load and once the checklist was dismissed. */
export function useGettingStarted() {
  const { may, account } = useMe()
  const { data } = useQuery(
    api.gettingStarted.read.queryOptions({
      input: {},
      // Who waits for a step to be ticked waits no longer than this, also where the stream of changes broke off.
      refetchInterval: ({ state: { data } }) =>
        data && !data.dismissed && data.steps.some(step => !step.done) ? 10_000 : false,
      // 'outbox' says when a message was sent, which is after the conversation changed.
      meta: { live: ['people', 'imports', 'conversations', 'outbox', 'members', 'forms', 'telephony', 'campaigns'] },
    }),
  )
  if (!data || data.dismissed || account.house) return
  const mine = data.steps.filter(({ key }) => may(stepWords[key].permission))
  return { steps: mine, done: mine.filter(step => step.done).length }
}
