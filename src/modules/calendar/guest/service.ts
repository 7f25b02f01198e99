import { and, eq, ne, notInArray } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { placeAppointment } from '../service/appointments.ts'
import { cancelAttendance } from '../service/attendance.ts'
import { resourcesFor, type TypeRow } from '../service/availability.ts'
import { lockDailyLimit } from '../service/claims.ts'
import { typeById } from '../service/reservation.ts'
import { attendeeOf } from '../service/token.ts'
import { appointments, attendees } from '../tables.ts'
import { followUp } from '../tasks.ts'

type Row = typeof appointments.$inferSelect
type Guest = typeof attendees.$inferSelect

export interface Attendance {
  row: Row
  guest: Guest
  type: TypeRow | null
  mayChange: boolean
  /** To another time: only while nobody else comes, whose time it is as well. */
  canMove: boolean
  /** Why it can't be changed any more. */
  why: string
}

/** What a signed link leads to. The transaction must have the right to read what is confidential: the link is the guest's own. */
export async function attendanceOf(ctx: Ctx, token: string): Promise<Attendance | undefined> {
  const id = attendeeOf(token)
  if (!id) return
  const [guest] = await ctx.db.select().from(attendees).where(eq(attendees.id, id))
  if (!guest) return
  const [row] = await ctx.db.select().from(appointments).where(eq(appointments.id, guest.appointmentId)).for('update')
  if (!row) return
  const type = await typeById(ctx, row.typeId)
  const why = reasonAgainst(row, guest, type)
  const canMove = why === '' && type !== null && type.assignment !== 'seats' && !(await isShared(ctx, row, guest))
  return { row, guest, type, why, mayChange: why === '', canMove }
}

async function isShared(ctx: Ctx, row: Row, guest: Guest): Promise<boolean> {
  const [other] = await ctx.db
    .select({ id: attendees.id })
    .from(attendees)
    .where(
      and(
        eq(attendees.appointmentId, row.id),
        ne(attendees.id, guest.id),
        notInArray(attendees.state, ['cancelled', 'waitlisted']),
      ),
    )
    .limit(1)
  return other !== undefined
}

function reasonAgainst(row: Row, guest: Guest, type: TypeRow | null): string {
  if (guest.state === 'cancelled' || row.status === 'cancelled') return 'It was canceled.'
  if (!['pending', 'confirmed'].includes(row.status) || row.startsAt <= clock.now()) return 'It has taken place.'
  const notice = type?.cancelNoticeMinutes ?? 0
  if (row.startsAt.getTime() - clock.ms() < minutes(notice)) return 'It is too close to change it here. Please call us.'
  return ''
}

/** What the page says about it; a link used twice finds it canceled already, and changes nothing. */
export const stateOf = ({ row, guest }: Attendance): string =>
  guest.state === 'cancelled'
    ? 'cancelled'
    : guest.state === 'waitlisted' && row.status !== 'cancelled'
      ? 'waitlisted'
      : row.status

export async function cancelByGuest(ctx: Ctx, { row, guest, mayChange }: Attendance, reason: string): Promise<void> {
  if (!mayChange) return
  await cancelAttendance(ctx, row, guest.id, reason ? `Canceled by the guest: ${reason}` : 'Canceled by the guest')
}

/** @throws TIME_TAKEN */
export async function moveAttendance(ctx: Ctx, { row, type, canMove, why }: Attendance, at: Date): Promise<void> {
  if (!canMove || !type) throw new Failure('BAD_REQUEST', why || 'Please call us to move it.')
  const duration = Math.round((row.endsAt.getTime() - row.startsAt.getTime()) / 60_000)
  await lockDailyLimit(ctx, type)
  const ids = await resourcesFor(ctx, type, at, duration, { except: row.id })
  if (!ids)
    throw new Failure('TIME_TAKEN', 'That time has just been taken.', { data: { conflicts: [], alternatives: [] } })
  await placeAppointment(ctx, row, {
    startsAt: at,
    endsAt: new Date(at.getTime() + duration * 60_000),
    resourceIds: ids,
  })
  await enqueue(ctx, followUp, { appointmentId: row.id, what: 'moved' })
}
