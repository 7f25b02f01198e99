import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { newId } from '#ui/new-id.ts'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useCurrentCall } from '../widgets/use-current-call.ts'
import { hangUpLine, talk } from '../widgets/use-line.ts'
import { useTalking } from '../widgets/use-rings.ts'

export interface CallDraft {
  to: string
  myPhone: string
  via: 'phone' | 'browser'
  from: string
  reason: string
}

/** A call as it goes on: begun here, and then only what the carrier tells. */
export function useCall() {
  const queries = useQueryClient()
  const by = useTalking()
  const [id, setId] = useCurrentCall()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { data: call } = useQuery(
    api.calls.get.queryOptions({
      input: { id },
      enabled: id !== '',
      retry: false,
      // News may be lost on its way; while a call goes on it is asked for as well.
      refetchInterval: ({ state }) => (state.data?.endedAt ? false : 3_000),
      meta: { live: ['calls'] },
    }),
  )
  const going = id !== '' && call !== undefined && !call.endedAt
  const refresh = () => queries.invalidateQueries({ queryKey: api.calls.key() })

  async function act(work: () => Promise<unknown>) {
    setBusy(true)
    setErrors({})
    try {
      await work()
    } catch (error) {
      const found = fieldErrors(error)
      if (Object.keys(found).length > 0) setErrors(found)
      else toastError(error, 'The call did not start')
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  const start = ({ from, reason, ...draft }: CallDraft) =>
    act(async () => {
      const key = newId()
      const begun = await client.calls.start({ key, ...draft, ...(from && { from }), ...(reason && { reason }) })
      setId(begun.id)
      // Its line is ours to open; in the sandbox there is none.
      if (draft.via === 'browser' && by === 'twilio')
        await talk(begun.id).catch(error => hangUpUnheard(begun.id, error))
    })
  const hangUp = () =>
    act(async () => {
      hangUpLine()
      await client.calls.end({ id })
    })
  return { call: id ? call : undefined, going, busy, errors, start, hangUp, forget: () => setId('') }
}

/** No microphone, or no line: the call is over before it began. */
async function hangUpUnheard(id: string, error: unknown): Promise<void> {
  await client.calls.end({ id })
  throw error
}

/** Seconds since then, as they pass; null before. */
export function useSeconds(since: Date | string | null | undefined, going: boolean): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!since || !going) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [since, going])
  return since ? Math.max(0, Math.round((now - new Date(since).getTime()) / 1_000)) : null
}
