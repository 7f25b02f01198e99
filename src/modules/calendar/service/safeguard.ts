import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { people } from '#people/tables.ts'
import type { safeguards } from '../rules/states.ts'
import { type appointments, attendees, type resources } from '../tables.ts'
import { type Guest, isMinor } from './guests.ts'

type ResourceRow = Pick<typeof resources.$inferSelect, 'kind' | 'isVisible'>

/** What is missing so that nobody is alone with a minor or in counseling behind a closed door; null if nothing is. */
export function missingSafeguard({
  rule,
  guests,
  chosen,
  startsAt,
  timeZone,
  inPerson,
}: {
  rule: (typeof safeguards)[number]
  guests: readonly Pick<Guest, 'birthDate'>[]
  chosen: readonly ResourceRow[]
  startsAt: Date
  timeZone: string
  inPerson: boolean
}): string | null {
  const withMinor = guests.some(guest => isMinor(guest, startsAt, timeZone))
  const needed = rule === 'none' && withMinor ? 'either' : rule
  if (!inPerson || needed === 'none') return null
  const adults = chosen.filter(one => one.kind === 'host').length
  const visible = chosen.some(one => one.kind === 'room' && one.isVisible)
  if (needed === 'two_adults' && adults < 2) return 'This appointment needs a second adult.'
  if (needed === 'glass_door' && !visible) return 'This appointment needs a room with a window in its door.'
  if (needed === 'either' && adults < 2 && !visible)
    return withMinor
      ? 'A minor comes to this appointment. Add a second adult or a room with a window in its door.'
      : 'This appointment needs a second adult or a room with a window in its door.'
  return null
}

interface Kept {
  row: Pick<typeof appointments.$inferSelect, 'id' | 'kind' | 'locationKind' | 'timeZone'>
  rule: (typeof safeguards)[number]
  chosen: readonly ResourceRow[]
  startsAt: Date
  override?: { reason: string } | null
}
/** The same after a change of its time, its people or its resources: asks who comes as the rows are now. */
export async function mustStaySafe(ctx: Ctx, { row, rule, chosen, startsAt, override }: Kept): Promise<void> {
  if (override) return
  const guests = await ctx.db
    .select({ birthDate: people.birthDate })
    .from(attendees)
    .innerJoin(people, eq(people.id, attendees.personId))
    .where(eq(attendees.appointmentId, row.id))
  const inPerson = row.locationKind === 'in_person' && row.kind !== 'block'
  const missing = missingSafeguard({ rule, guests, chosen, startsAt, timeZone: row.timeZone, inPerson })
  if (missing) throw invalid('resourceIds', missing)
}
