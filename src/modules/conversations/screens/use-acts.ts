import { useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#ui/toast.tsx'
import { api } from '#web/api.ts'

/** Does something with a thread, says so, and shows it and the list as they are now. */
export function useActs() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await work()
      if (done) toast(done)
      return true
    } catch (error) {
      toastError(error, 'That did not work')
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: api.conversations.key() })
    }
  }
}
