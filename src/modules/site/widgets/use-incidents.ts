import { useAct } from '#ui/use-act.ts'
import { api } from '#web/api.ts'

/** Does something to an incident; the log is shown as it is then. */
export function useIncidents() {
  const act = useAct(api.incidents.key())
  return (work: () => Promise<unknown>, done: string) => act(work, done, 'Nothing was changed')
}
