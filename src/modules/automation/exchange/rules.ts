import type { Graph } from '../rules/graph.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isId = (value: unknown) => typeof value === 'string' && uuid.test(value)

/** What stands where something of another account was chosen. */
export const CHOOSE_AGAIN = '[[Choose again]]'

/** A workflow of another account: its tags, members and forms are not here, so each has to be chosen again. */
export const withoutIds = (graph: Graph): Graph => turned(graph) as Graph

function turned(value: unknown): unknown {
  if (isId(value)) return CHOOSE_AGAIN
  // A list in conditions is left empty: the conditions say then that something has to be chosen.
  if (Array.isArray(value)) return value.filter(one => !isId(one)).map(turned)
  if (value === null || typeof value !== 'object') return value
  const isApproval = (value as { kind?: unknown }).kind === 'approval'
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isApproval && key === 'assigneeId' ? null : turned(one)]),
  )
}
