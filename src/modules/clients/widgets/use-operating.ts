import { useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#ui/toast.tsx'
import { api } from '#web/api.ts'

/** Does something to an account, says so, and shows it and its list as they are now. */
export function useOperating() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast(done)
    } catch (error) {
      toastError(error, 'Nothing was changed')
    } finally {
      await Promise.all(
        [api.operator.key(), api.clients.key()].map(queryKey => queries.invalidateQueries({ queryKey })),
      )
    }
  }
}
