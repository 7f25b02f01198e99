import { type AutomationTrigger, keyed } from '#kernel/modules.ts'
import { useMe } from '#web/me.tsx'
import { type Graph, triggersIn } from '../rules/graph.ts'

/** Triggers that the member may use, and whether a workflow has no others: they may change nothing that uses one that is closed to them. */
export function useOpenTriggers() {
  const { may } = useMe()
  const open = [...keyed('automationTriggers')].filter(([, { permission }]) => !permission || may(permission))
  const closed = new Set(keyed('automationTriggers').keys())
  for (const [key] of open) closed.delete(key)
  return {
    open: open as [string, AutomationTrigger][],
    hasClosed: closed.size > 0,
    isOpen: (graph: Graph) => !triggersIn(graph).some(key => closed.has(key)),
  }
}
