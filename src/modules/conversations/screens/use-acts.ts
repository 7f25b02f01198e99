import { useAct } from '#ui/use-act.ts'
import { api } from '#web/api.ts'

/** Does something with a thread; it and the list are shown as they are then. */
export const useActs = () => useAct(api.conversations.key())
