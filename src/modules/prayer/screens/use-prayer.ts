import { useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'

export type Row = Awaited<ReturnType<typeof client.prayerRequests.list>>['items'][number]
export type Details = Awaited<ReturnType<typeof client.prayerRequests.get>>

/** Fetches everything about prayer again. */
export function useReload() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.prayerRequests.key() })
}

/** "Pray": counted once a day; ten seconds to undo. */
export function usePray() {
  const reload = useReload()
  return async (id: string) => {
    try {
      await client.prayerRequests.pray({ id })
      await reload()
      toast('You prayed today', async () => {
        await client.prayerRequests.undoPrayer({ id })
        await reload()
      })
    } catch (error) {
      toastError(error, 'Not counted')
    }
  }
}
