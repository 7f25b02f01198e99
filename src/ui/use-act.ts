import type { QueryKey } from '@tanstack/react-query'
import { useMutate } from './use-mutate.ts'

/** `useMutate` for a button: `(work, done, failed)` answers whether it was done. */
export function useAct(...keys: QueryKey[]) {
  const { run } = useMutate({ keys })
  return (work: () => Promise<unknown>, done?: string, failed?: string): Promise<boolean> =>
    run(work, { ...(done && { done }), ...(failed && { failed }) })
}
