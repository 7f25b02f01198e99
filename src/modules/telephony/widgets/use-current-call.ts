import { useSessionStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { api } from '#web/api.ts'

/** The call that this window is about; empty where there is none. */
export const useCurrentCall = () => useSessionStorage<string>({ key: 'lampstand.call', defaultValue: '' })

/** A call through this browser that goes on, where no other part of the screen shows it. */
export function useTalkingCall() {
  const [id, setId] = useCurrentCall()
  const { pathname } = useLocation()
  const { data, error } = useQuery(
    api.calls.get.queryOptions({
      input: { id },
      enabled: id !== '',
      retry: false,
      refetchInterval: ({ state }) => (state.data && !state.data.endedAt ? 3_000 : false),
      meta: { live: ['calls'] },
    }),
  )
  // A call of another account: it is none of this one.
  useEffect(() => {
    if ((error as { code?: string } | null)?.code === 'NOT_FOUND') setId('')
  }, [error, setId])
  return id && data?.via === 'browser' && !data.endedAt && pathname !== '/twilio' ? data : null
}
