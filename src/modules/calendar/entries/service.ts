import type { Ctx } from '#kernel/ctx.ts'
import type { Permission } from '#kernel/permissions.ts'
import { reachOf } from '#kernel/reach.ts'
import type { ListCalendarEntries } from '#kernel/server-modules.ts'
import type { CalendarEntry, CalendarEntryFilter } from './contract.ts'
import { MOST_OF_KIND } from './rules.ts'

export interface EntryKind {
  permission: Permission
  list: ListCalendarEntries
}
let kinds: ReadonlyMap<string, EntryKind> = new Map()

/** Says what modules bring to the calendar, by kind; called once, by app/jobs.ts. */
export function plugInCalendarEntries(given: Readonly<Record<string, EntryKind>>): void {
  kinds = new Map(Object.entries(given))
}

/** Entries of the kinds that this member may see, in the order of their time. */
export async function list(ctx: Ctx, { from, to, kind: wanted }: CalendarEntryFilter) {
  const items: CalendarEntry[] = []
  for (const [kind, { permission, list: listKind }] of kinds) {
    if ((wanted && !wanted.includes(kind)) || reachOf(ctx, permission) !== 'all') continue
    const found = await listKind(ctx, { from, to, limit: MOST_OF_KIND })
    items.push(
      ...found.slice(0, MOST_OF_KIND).map(({ targetId, ...one }) => ({ ...one, kind, targetId: targetId ?? one.id })),
    )
  }
  return { items: items.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime()) }
}
