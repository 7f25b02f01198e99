import { useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#ui/toast.tsx'
import { api } from '#web/api.ts'

/** Does something to an incident, says so, and shows the log as it is now. */
export function useIncidents() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast(done)
    } catch (error) {
      toastError(error, 'Nothing was changed')
    } finally {
      await queries.invalidateQueries({ queryKey: api.incidents.key() })
    }
  }
}
