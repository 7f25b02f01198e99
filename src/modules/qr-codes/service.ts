import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { changeLink, isShortLink, type LinkChanges, placeLink } from '#links/service/places.ts'
import type { ChangedQrCode, Design, NewQrCode, QrCode } from './contract.ts'
import { type Content, detailOf, withPhones } from './rules/content.ts'
import { nameOf } from './rules/states.ts'
import { weeksAsInstants } from './rules/weeks.ts'
import { cleanDesign, problemOf } from './service/files.ts'
import { get, KEPT_DAYS, MODULE, type Row, rowOf } from './service/reading.ts'
import { qrCodes, qrPlacements, qrTargets } from './tables.ts'

const TOPIC = 'qrCodes'
/** Places of one code: a number for every seat. */
const MOST_PLACEMENTS = 500

const ownerOf = (id: string) => ({ module: MODULE, id })

/** Numbers in E.164, and nothing that would lead in a circle. */
function contentOf(content: Content, country: string): Content {
  const ready = withPhones(content, country)
  if ('wrong' in ready) throw invalid(`content.${ready.wrong}`, 'Please enter a phone number that can be called')
  return ready.content
}

interface Added extends Omit<NewQrCode, 'design'> {
  design: Design
  problem: string
}
/** A code with its short link, where it is tracked. */
export async function add(ctx: Ctx, { content: given, mode, name, design, folder, problem }: Added): Promise<string> {
  const content = contentOf(given, ctx.client.country)
  const { type } = content
  if (mode === 'tracked' && content.type !== 'url') throw invalid('mode', 'Only web addresses can be tracked')
  const target = mode === 'tracked' && content.type === 'url' ? content.url : ''
  requireOutside(target, 'content.url')
  const [row] = await ctx.db
    .insert(qrCodes)
    .values({
      type,
      mode,
      content,
      design,
      folder,
      target,
      problem,
      name: name || nameOf(type, detailOf(content)),
      createdBy: userOf(ctx),
      createdAt: clock.now(),
    })
    .returning({ id: qrCodes.id })
  if (target) await placeLink(ctx, ownerOf(row!.id), { target, source: 'qr', topic: TOPIC })
  announce(ctx, TOPIC, row!.id)
  return row!.id
}

function requireOutside(target: string, field: string): void {
  if (isShortLink(target)) throw invalid(field, 'A QR code can’t lead to another short link: it could run in a circle')
}

/** The check draws and reads the code, so it runs outside of the transaction. */
export async function create(ctx: OuterCtx, input: NewQrCode): Promise<QrCode> {
  const design = await cleanDesign(input.design)
  const content = contentOf(input.content, ctx.client.country)
  const problem = await problemOf({ content, mode: input.mode, design })
  return ctx.tx(async inner => get(inner, { id: await add(inner, { ...input, content, design, problem }) }))
}

export async function createMany(
  ctx: Ctx,
  { rows, design }: { rows: Pick<NewQrCode, 'name' | 'content' | 'folder'>[]; design: Design },
) {
  const ids: string[] = []
  const plain = { ...design, logo: null }
  for (const row of rows)
    ids.push(
      await add(ctx, { ...row, mode: row.content.type === 'url' ? 'tracked' : 'static', design: plain, problem: '' }),
    )
  return { ids }
}

/** Of two who edit at once, the second is told. */
async function write(ctx: Ctx, { id, version }: { id: string; version: number }, changes: Partial<Row>): Promise<void> {
  const [row] = await ctx.db
    .update(qrCodes)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(qrCodes.id, id), eq(qrCodes.version, version)))
    .returning({ id: qrCodes.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, TOPIC, id)
}

/** The code's own link and those of its placements. */
async function changeLinks(ctx: Ctx, { id, mode }: Row, changes: LinkChanges): Promise<void> {
  if (mode === 'static') return
  const placed = await ctx.db.select({ id: qrPlacements.id }).from(qrPlacements).where(eq(qrPlacements.codeId, id))
  for (const owner of [{ id }, ...placed]) await changeLink(ctx, ownerOf(owner.id), changes)
}

export async function update(ctx: Ctx, { id, version, ...changes }: ChangedQrCode): Promise<QrCode> {
  const row = await rowOf(ctx, id)
  if (Object.keys(changes).length === 0) return get(ctx, { id })
  const { expiresAt, fallback, schedule } = changes
  for (const [i, week] of (schedule ?? []).entries()) requireOutside(week.target, `schedule.${i}.target`)
  await write(ctx, { id, version }, changes)
  await changeLinks(ctx, row, {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(fallback !== undefined && { fallback }),
    ...(schedule && { schedule: weeksAsInstants(schedule, ctx.client.timeZone) }),
  })
  return get(ctx, { id })
}

export async function retarget(
  ctx: Ctx,
  { id, version, target }: { id: string; version: number; target: string },
): Promise<QrCode> {
  const row = await rowOf(ctx, id)
  if (row.mode === 'static') throw invalid('target', 'A static code says what is printed. It can’t be changed.')
  requireOutside(target, 'target')
  if (target === row.target) return get(ctx, { id })
  await write(ctx, { id, version }, { target, content: { type: 'url', url: target } })
  await ctx.db
    .insert(qrTargets)
    .values({ codeId: id, from: row.target, to: target, changedBy: userOf(ctx), createdAt: clock.now() })
  await changeLinks(ctx, row, { target })
  return get(ctx, { id })
}

async function enter(ctx: Ctx, id: string, state: Row['state']): Promise<QrCode> {
  const row = await rowOf(ctx, id)
  if (row.mode === 'static' && state === 'paused')
    throw new Failure('BAD_REQUEST', 'A static code can’t be paused: it says what is printed.')
  await write(ctx, row, { state })
  await changeLinks(ctx, row, { state })
  return get(ctx, { id })
}
export const pause = (ctx: Ctx, { id }: { id: string }) => enter(ctx, id, 'paused')
export const resume = (ctx: Ctx, { id }: { id: string }) => enter(ctx, id, 'active')
export const archive = (ctx: Ctx, { id }: { id: string }) => enter(ctx, id, 'archived')

export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<QrCode> {
  const { name, content, mode, design, folder, problem } = await rowOf(ctx, id)
  return get(ctx, {
    id: await add(ctx, { name: `${name.slice(0, 110)} (copy)`, content, mode, design, folder, problem }),
  })
}

/** Into the trash; people who scan it meanwhile see the church's own page. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  const row = await rowOf(ctx, id)
  await changeLinks(ctx, row, { state: 'archived' })
  await ctx.db.update(qrCodes).set({ deletedAt: clock.now() }).where(eq(qrCodes.id, id))
  announce(ctx, TOPIC, id)
  return {}
}

const kept = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<QrCode> {
  const [row] = await ctx.db
    .update(qrCodes)
    .set({ deletedAt: null })
    .where(and(eq(qrCodes.id, id), gt(qrCodes.deletedAt, kept(clock.now()))))
    .returning()
  await changeLinks(ctx, found(row, 'QR code'), { state: row!.state })
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

/** A place of its own, with its own link and count: "Seat back, row A". */
export async function place(ctx: Ctx, { id, name }: { id: string; name: string }) {
  const row = await rowOf(ctx, id)
  if (row.mode === 'static') throw new Failure('BAD_REQUEST', 'Only tracked codes have placements.')
  const placed = await ctx.db.select({ id: qrPlacements.id }).from(qrPlacements).where(eq(qrPlacements.codeId, id))
  if (placed.length >= MOST_PLACEMENTS)
    throw new Failure('BAD_REQUEST', `A code has at most ${MOST_PLACEMENTS} placements.`)
  const [made] = await ctx.db.insert(qrPlacements).values({ codeId: id, name }).returning({ id: qrPlacements.id })
  const { target, expiresAt, schedule, state, fallback } = row
  const weeks = weeksAsInstants(schedule, ctx.client.timeZone)
  await placeLink(ctx, ownerOf(made!.id), { target, source: 'qr', topic: TOPIC, expiresAt, schedule: weeks })
  if (state !== 'active' || fallback) await changeLink(ctx, ownerOf(made!.id), { state, fallback })
  announce(ctx, TOPIC, id)
  return { placement: made!.id }
}

export const dueForPurge = (now: Date): SQL =>
  sql`select client_id from ${qrCodes} where ${lt(qrCodes.deletedAt, kept(now))}`
/** The rows go; their links stay and answer with the church's own page, because the paper stays too. */
export async function purge(ctx: Ctx): Promise<void> {
  await ctx.db.delete(qrCodes).where(lt(qrCodes.deletedAt, kept(clock.now())))
}
