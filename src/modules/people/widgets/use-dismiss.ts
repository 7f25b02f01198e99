import { useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'

/** The screen on which two are compared; the first one stays unless someone says otherwise. */
export const mergeLink = (first: string, second: string) => `/people/merge?first=${first}&second=${second}`

/** Says of a pair that they are two, with a way back. */
export function useDismiss() {
  const queries = useQueryClient()
  const fresh = () => queries.invalidateQueries({ queryKey: api.duplicates.key() })
  return async (id: string) => {
    try {
      await client.duplicates.dismiss({ id })
      toast('Not a duplicate', async () => {
        await client.duplicates.restore({ id })
        await fresh()
      })
    } catch (error) {
      toastError(error)
    }
    await fresh()
  }
}
