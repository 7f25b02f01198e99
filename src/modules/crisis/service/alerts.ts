import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { isMember } from '#clients/service.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import type { Alert, Words } from '../contract.ts'
import { crisisCleared } from '../events.ts'
import type { AlertState } from '../rules/options.ts'
import { crisisAlerts } from '../tables.ts'
import { pageRound } from './paging.ts'
import { sourceReader } from './sources.ts'

const columns = {
  id: crisisAlerts.id,
  kind: crisisAlerts.kind,
  level: crisisAlerts.level,
  source: crisisAlerts.source,
  state: crisisAlerts.state,
  rounds: crisisAlerts.rounds,
  takenBy: crisisAlerts.takenBy,
  takenByName: users.name,
  takenAt: crisisAlerts.takenAt,
  closedAt: crisisAlerts.closedAt,
  falseAlarm: crisisAlerts.falseAlarm,
  createdAt: crisisAlerts.createdAt,
}
const select = (ctx: Ctx) =>
  ctx.db.select(columns).from(crisisAlerts).leftJoin(users, eq(users.id, crisisAlerts.takenBy))

interface Asked {
  state?: AlertState | undefined
  open?: boolean | undefined
  cursor?: string | undefined
  limit: number
}
export async function list(ctx: Ctx, { state, open, cursor, limit }: Asked) {
  const items = await select(ctx)
    .where(
      and(
        state && eq(crisisAlerts.state, state),
        open ? inArray(crisisAlerts.state, ['open', 'taken']) : undefined,
        cursor ? lt(crisisAlerts.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(crisisAlerts.id))
    .limit(limit)
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Alert> {
  const [row] = await select(ctx).where(eq(crisisAlerts.id, id))
  return found(row, 'Crisis alert')
}

/** Of two who take it at once, one has it; the other one reads who. Support does not take alerts. */
export async function take(ctx: Ctx, { id }: { id: string }): Promise<Alert> {
  await requireOwnMember(ctx)
  await get(ctx, { id })
  await ctx.db
    .update(crisisAlerts)
    .set({ state: 'taken', takenBy: userOf(ctx), takenAt: clock.now() })
    .where(and(eq(crisisAlerts.id, id), eq(crisisAlerts.state, 'open')))
  announce(ctx, 'crisis', id)
  return get(ctx, { id })
}

async function requireOwnMember(ctx: Ctx): Promise<void> {
  if (!(await isMember(ctx, userOf(ctx) ?? ''))) throw new Failure('FORBIDDEN')
}

/** By the person who took it, or a pastor. */
export async function close(ctx: Ctx, { id, falseAlarm }: { id: string; falseAlarm: boolean }): Promise<Alert> {
  const { takenBy, state } = await get(ctx, { id })
  if (takenBy !== userOf(ctx) && !ctx.rights.includes('pastoral')) throw new Failure('FORBIDDEN')
  if (state === 'open') throw new Failure('BAD_REQUEST', 'Please take it first')
  await ctx.db
    .update(crisisAlerts)
    .set({ state: 'closed', closedAt: clock.now(), closedBy: userOf(ctx), falseAlarm })
    .where(and(eq(crisisAlerts.id, id), eq(crisisAlerts.state, 'taken')))
  announce(ctx, 'crisis', id)
  const alert = await get(ctx, { id })
  // Someone has read it and found nothing: what was held back goes its way.
  if (alert.level === 'look' && alert.falseAlarm && state === 'taken') await emitCleared(ctx, id)
  return alert
}

async function emitCleared(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ source: crisisAlerts.source, sourceId: crisisAlerts.sourceId })
    .from(crisisAlerts)
    .where(eq(crisisAlerts.id, id))
  if (row && row.source !== 'test') await emit(ctx, crisisCleared, row)
}

/** What was written, for the person who took the alert, in any role; the rows themselves stay closed to them. */
export async function words(ctx: Ctx, { id }: { id: string }): Promise<Words> {
  const [row] = await ctx.db.select().from(crisisAlerts).where(eq(crisisAlerts.id, id))
  const { source, sourceId, takenBy, state } = found(row, 'Crisis alert')
  await requireOwnMember(ctx)
  if (takenBy !== userOf(ctx) || state !== 'taken') throw new Failure('FORBIDDEN')
  if (source === 'test')
    return { text: 'This was a test. Nobody is in danger.', name: null, email: null, phone: null, href: null }
  const read = sourceReader(source)
  return withEveryRight(ctx, 'crisis', async opened => found((await read(opened, sourceId)) ?? undefined, 'Message'))
}

/** Pages as an alert would. */
export async function test(ctx: Ctx): Promise<Alert> {
  const id = randomUUID()
  await ctx.db.insert(crisisAlerts).values({ id, kind: 'self_harm', source: 'test', sourceId: id })
  await pageRound(ctx, id, 0)
  return get(ctx, { id })
}
