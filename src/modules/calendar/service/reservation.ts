import { and, eq, inArray, isNull } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { reachOf } from '#kernel/reach.ts'
import type { Conflict } from '../contract.ts'
import { canTake, occupied } from '../rules/free-times.ts'
import { overlapping } from '../service.ts'
import { calendarTypes, resources } from '../tables.ts'
import { blockedTimes, freeTimesOf, suppliesOf, type TypeRow } from './availability.ts'
import { type ClaimStatus, claimResources, lockBookings, type Wanted } from './claims.ts'

export type ResourceRow = typeof resources.$inferSelect

export const typeById = async (ctx: Ctx, id: string | null | undefined): Promise<TypeRow | null> => {
  if (!id) return null
  const [row] = await ctx.db.select().from(calendarTypes).where(eq(calendarTypes.id, id))
  if (!row) throw invalid('typeId', 'This calendar type no longer exists')
  return row
}

export async function resourcesOf(ctx: Ctx, ids: readonly string[]): Promise<ResourceRow[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select()
    .from(resources)
    .where(and(inArray(resources.id, [...ids]), isNull(resources.deletedAt)))
  if (rows.length < new Set(ids).size) throw invalid('resourceIds', 'One of these hosts or rooms no longer exists')
  return rows
}

export interface Reservation {
  appointmentId: string
  rows: readonly ResourceRow[]
  startsAt: Date
  endsAt: Date
  type: TypeRow | null
  status: ClaimStatus
  /** Booked over whatever is there. */
  override?: { reason: string } | null
  blocksAll?: boolean
  /** A visitor chose among offered times: hours and notice count as well. */
  except?: string
}

const buffersOf = (type: TypeRow | null) => ({
  bufferBefore: Math.max(type?.bufferBefore ?? 0, type?.travelMinutes ?? 0),
  bufferAfter: Math.max(type?.bufferAfter ?? 0, type?.travelMinutes ?? 0),
})

/** What each resource is needed for, with its buffers, setting up and clearing away. */
export const wantedOf = (rows: readonly ResourceRow[], startsAt: Date, endsAt: Date, type: TypeRow | null): Wanted[] =>
  rows.map(row => {
    const around = { setup: row.setupMinutes, teardown: row.teardownMinutes }
    const [from, to] = occupied(around, buffersOf(type), startsAt.getTime(), endsAt.getTime())
    return { resourceId: row.id, from: new Date(from), to: new Date(to) }
  })

/**
 * Keeps the resources for the appointment.
 * @throws TIME_TAKEN with what is there and the nearest free times; nothing is kept then
 */
export async function reserveResources(ctx: Ctx, promised: Reservation): Promise<void> {
  const { appointmentId, rows, startsAt, endsAt, type, status, override, blocksAll = false } = promised
  if (override && reachOf(ctx, 'calendar.override') !== 'all')
    throw new Failure('FORBIDDEN', 'Only an owner or admin can book over a conflict.')
  await lockBookings(ctx, { alone: blocksAll })
  const wanted = wantedOf(rows, startsAt, endsAt, type)
  const meets = rows.some(row => row.kind === 'host')
  const blocked =
    !blocksAll && meets && !override
      ? (await blockedTimes(ctx, startsAt, endsAt, { except: appointmentId })).length > 0
      : false
  const taken = blocked
    ? []
    : await claimResources(ctx, wanted, { status: override ? 'override' : status, appointmentId })
  if (taken.length > 0 || blocked) throw await toTimeTaken(ctx, promised, blocked)
}

/** The refusal, with the three nearest times that are free. */
export async function toTimeTaken(
  ctx: Ctx,
  promised: Omit<Reservation, 'appointmentId' | 'status'> & { appointmentId?: string },
  blocked: boolean,
) {
  const { rows, startsAt, endsAt, appointmentId } = promised
  const from = new Date(startsAt.getTime() - 3_600_000)
  const found = await overlapping(ctx, {
    from,
    to: new Date(endsAt.getTime() + 3_600_000),
    resourceIds: rows.map(row => row.id),
    ...(appointmentId && { except: appointmentId }),
  })
  const blocks = blocked
    ? (await blockedTimes(ctx, startsAt, endsAt)).map(([a, b]) => ({
        resourceId: null,
        title: 'Blocked time',
        startsAt: new Date(a),
        endsAt: new Date(b),
      }))
    : []
  const data: Conflict = { conflicts: [...blocks, ...found], alternatives: await alternatives(ctx, promised) }
  return new Failure('TIME_TAKEN', 'That time has just been taken.', { data })
}

const NEAR = days(14)

async function alternatives(
  ctx: Ctx,
  promised: Omit<Reservation, 'appointmentId' | 'status'> & { appointmentId?: string },
): Promise<Date[]> {
  const { type, startsAt, endsAt, rows, appointmentId } = promised
  const duration = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
  const from = new Date(Math.max(clock.ms(), startsAt.getTime() - NEAR))
  const window = { from, to: new Date(startsAt.getTime() + NEAR), duration }
  const except = appointmentId ? { except: appointmentId } : {}
  const starts =
    type && type.assignment !== 'seats'
      ? (await freeTimesOf(ctx, type, window, except)).map(time => time.start)
      : await freeForAll(ctx, rows, window, type, except)
  const distance = (at: number) => Math.abs(at - startsAt.getTime())
  return starts
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 3)
    .sort((a, b) => a - b)
    .map(at => new Date(at))
}

/** Half hours at which all of these are free, for an appointment that staff put together by hand. */
async function freeForAll(
  ctx: Ctx,
  rows: readonly ResourceRow[],
  window: { from: Date; to: Date; duration: number },
  type: TypeRow | null,
  options: { except?: string },
): Promise<number[]> {
  const supplies = [...(await suppliesOf(ctx, rows, window, options)).values()]
  const starts: number[] = []
  const half = 30 * 60_000
  for (let at = Math.ceil(window.from.getTime() / half) * half; at < window.to.getTime(); at += half)
    if (supplies.every(supply => canTake(supply, buffersOf(type), at, at + window.duration * 60_000))) starts.push(at)
  return starts
}
