import type { EntryKind } from '#calendar/entries/service.ts'
import { keyed } from '#kernel/modules.ts'
import type { ServerModule } from '#kernel/server-modules.ts'
import { serverModules } from './modules.server.ts'

/** What modules bring to the calendar, each with the permission that its manifest names. */
export const calendarEntryKinds: Readonly<Record<string, EntryKind>> = Object.fromEntries(
  (serverModules as readonly ServerModule[])
    .flatMap(one => Object.entries(one.calendarEntries ?? {}))
    .map(([kind, list]) => [kind, { list, permission: permissionOf(kind) }]),
)

function permissionOf(kind: string) {
  const shown = keyed('calendarEntries').get(kind)
  if (!shown) throw new Error(`no manifest says how the calendar shows ${kind}`)
  return shown.permission
}
