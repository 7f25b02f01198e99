import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from './toast.tsx'

/**
 * Does something, says what came of it, and asks anew for what lies under `keys`.
 * The function answers whether it was done.
 */
export function useAct(...keys: QueryKey[]) {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>, done?: string, failed = 'That did not work'): Promise<boolean> => {
    try {
      await work()
      if (done) toast(done)
      return true
    } catch (error) {
      toastError(error, failed)
      return false
    } finally {
      for (const queryKey of keys) await queries.invalidateQueries({ queryKey })
    }
  }
}
