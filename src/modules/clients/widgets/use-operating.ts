import { useAct } from '#ui/use-act.ts'
import { api } from '#web/api.ts'

/** Does something to an account; it and its list are shown as they are then. */
export function useOperating() {
  const act = useAct(api.operator.key(), api.clients.key())
  return (work: () => Promise<unknown>, done: string) => act(work, done, 'Nothing was changed')
}
