import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import { hangLine, listen } from './use-line.ts'

/** Whether one can talk in the browser, and by whom; null where not. */
export function useTalking(): 'twilio' | 'sandbox' | null {
  const may = useMay('telephony.use')
  const { data } = useQuery({
    ...api.softphone.read.queryOptions({ input: {}, meta: { live: ['telephony'] } }),
    enabled: may,
  })
  return data?.by ?? null
}

/** Whether incoming calls ring in this browser; kept in it, for each account. */
export function useRings() {
  const { account } = useMe()
  return useLocalStorage({ key: `lampstand.rings.${account.id}`, defaultValue: false, getInitialValueInEffect: false })
}

const AGAIN = 45_000

/** As long as it should ring here: says so every minute, and keeps the line open. */
export function useBeingHere(): boolean {
  const by = useTalking()
  const [rings, setRings] = useRings()
  const on = rings && by !== null
  useEffect(() => {
    if (!on) return
    const say = () => void client.softphone.here({ on: true }).catch(() => {})
    say()
    const timer = setInterval(say, AGAIN)
    if (by === 'twilio')
      listen().catch(error => {
        setRings(false)
        toastError(error, 'This browser can’t ring')
      })
    return () => {
      clearInterval(timer)
      if (by === 'twilio') hangLine()
      void client.softphone.here({ on: false }).catch(() => {})
    }
  }, [on, by, setRings])
  return on
}
