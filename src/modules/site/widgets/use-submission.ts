import { useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#ui/toast.tsx'
import { api, type client } from '#web/api.ts'

export type Submission = Awaited<ReturnType<typeof client.submissions.get>>

/** Does something to a submission, says so, and shows it and its list as they are now. */
export function useSubmission() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>, done: string, failed = 'Nothing was changed') => {
    try {
      await work()
      toast(done)
    } catch (error) {
      toastError(error, failed)
    } finally {
      await queries.invalidateQueries({ queryKey: api.submissions.key() })
    }
  }
}
