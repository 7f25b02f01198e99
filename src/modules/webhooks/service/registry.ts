import type { Permission } from '#kernel/permissions.ts'
import type { Caller } from '#kernel/run.ts'
import type { WebhookEvent } from '#kernel/server-modules.ts'

export interface KnownEvent extends WebhookEvent {
  /** Public name: `lead.created` */
  type: string
  /** What the reading call asks for. */
  scope: Permission
  path: string
}
/** Makes a reading call of the REST API in this process. */
export type Read = (event: KnownEvent, input: object, caller: Caller) => Promise<unknown>

let known: ReadonlyMap<string, KnownEvent> = new Map()
let reading: Read | undefined

/** Says which events there are and how their resources are read; called once, by app/jobs.ts. */
export function plugInEvents(events: readonly KnownEvent[], read: Read): void {
  known = new Map(events.map(event => [event.type, event]))
  reading = read
}

export const knownEvents = (): ReadonlyMap<string, KnownEvent> => known

export const read: Read = (event, input, caller) => {
  if (!reading) throw new Error('no events are plugged in')
  return reading(event, input, caller)
}
