import { listAwaitedTriggers, onTrigger } from '#automation/service/engine.ts'
import { registerPieces } from '#automation/service/registry.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { type Job, on } from '#kernel/jobs.ts'
import type { ServerModule, WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'
import { serverModules } from './modules.server.ts'

const seeing: ReadonlySet<string> = new Set(['member', 'job', 'visitor', 'webhook'])
/** Whether the transaction sees what the account listens for; people in their portal, operators and the system don't, so it is sent. */
export const seesListeners = ({ actor, client }: Ctx): boolean => seeing.has(actor.type) && client.id !== ''

/** Pieces of all modules by key. Two that bring the same one stop the start. */
function collect<Piece>(part: 'workflowTriggers' | 'workflowActions'): Record<string, Piece> {
  const all: Record<string, Piece> = {}
  for (const one of serverModules as readonly ServerModule[])
    for (const [key, piece] of Object.entries(one[part] ?? {})) {
      if (key in all) throw new Error(`two modules bring ${part} ${key}; the second is ${one.name}`)
      all[key] = piece as Piece
    }
  return all
}

/** A subscription for each trigger, and the way each action is done. */
export function automationJobs(): Job[] {
  const triggers = collect<WorkflowTrigger>('workflowTriggers')
  registerPieces(triggers, collect<WorkflowAction>('workflowActions'))
  return Object.entries(triggers).map(([key, { event }]) =>
    on(event, `automation.on.${key}`, (ctx, payload) => onTrigger(ctx, key, payload), {
      isWanted: async ctx => !seesListeners(ctx) || (await listAwaitedTriggers(ctx)).has(key),
    }),
  )
}
