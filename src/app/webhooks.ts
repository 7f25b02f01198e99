import { type AnyProcedure, call } from '@orpc/server'
import type { ProcedureMeta } from '#kernel/contract.ts'
import { type Job, on } from '#kernel/jobs.ts'
import { recordEvent, typesListenedFor } from '#webhooks/service/deliveries.ts'
import { type KnownEvent, plugInEvents } from '#webhooks/service/registry.ts'
import { seesListeners } from './automation.ts'
import { serverModules } from './modules.server.ts'
import { router } from './router.ts'

const procedureOf = ([resource, verb]: readonly [string, string]): AnyProcedure => {
  const procedure = (router as unknown as Record<string, Record<string, AnyProcedure>>)[resource]?.[verb]
  if (!procedure) throw new Error(`a webhook event reads ${resource}.${verb}, which is no call`)
  return procedure
}

function knownEvents(): KnownEvent[] {
  const all: KnownEvent[] = []
  for (const { webhookEvents = {} } of serverModules as readonly { webhookEvents?: Record<string, any> }[])
    for (const [type, event] of Object.entries(webhookEvents)) {
      const { route, meta } = procedureOf(event.read)['~orpc']
      const { mode, permission } = meta as ProcedureMeta
      if (mode !== 'member' || route.method !== 'GET')
        throw new Error(`${type} reads what is no reading call of members`)
      all.push({ ...event, type, scope: permission!, path: `GET /rest/v1${route.path}` })
    }
  return all
}

/** A subscription for each event that webhooks carry, and the way its resource is read when it is delivered. */
export function webhookJobs(): Job[] {
  const events = knownEvents()
  plugInEvents(events, ({ read }, input, caller) =>
    call(procedureOf(read), input as never, { context: caller as never }),
  )
  return events.map(event =>
    on(event.event, `webhooks.on.${event.type}`, (ctx, payload) => recordEvent(ctx, event, payload), {
      isWanted: async ctx => !seesListeners(ctx) || (await typesListenedFor(ctx)).has(event.type),
    }),
  )
}
