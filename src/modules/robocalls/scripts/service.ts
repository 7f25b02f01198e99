import { and, asc, count, desc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { read as churchOf } from '#clients/service.ts'
import { users } from '#identity/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { countSince, send } from '#messaging/service.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import { mustNotDial } from '#telephony/rules/dialling.ts'
import { campaignsOfScript } from '../campaigns/service.ts'
import { TEST_KIND, testKey } from '../rules/keys.ts'
import { whyNotCallable } from '../rules/numbers.ts'
import { lintScript } from '../rules/script.ts'
import { secondsOfCall } from '../rules/timing.ts'
import { secondsOfRecording, takeRecording } from '../service/recordings.ts'
import { recordingUrl } from '../service/spoken.ts'
import { robocallAttempts, voiceScripts, voiceScriptVersions } from '../tables.ts'
import type { ChangedVoiceScript, NewVoiceScript, ScriptFilter, ScriptTest, VoiceScript } from './contract.ts'

type Row = typeof voiceScripts.$inferSelect

const MOST = 10_000
const standing = isNull(voiceScripts.deletedAt)

const wanted = ({ search, category }: Pick<ScriptFilter, 'search' | 'category'>) =>
  and(
    standing,
    category ? eq(voiceScripts.category, category) : undefined,
    search
      ? or(ilike(voiceScripts.name, containing(search)), ilike(voiceScripts.content, containing(search)))
      : undefined,
  )
const name = sql`lower(${voiceScripts.name})`
const orders = {
  name: [name, asc(voiceScripts.id)],
  '-name': [sql`${name} desc`, desc(voiceScripts.id)],
  createdAt: [asc(voiceScripts.createdAt), asc(voiceScripts.id)],
  '-createdAt': [desc(voiceScripts.createdAt), desc(voiceScripts.id)],
}

async function toScripts(ctx: Ctx, rows: Row[]): Promise<VoiceScript[]> {
  const ids = rows.map(row => row.id)
  const used = await ctx.db
    .select({ id: robocallAttempts.scriptId, n: count() })
    .from(robocallAttempts)
    .where(and(inArray(robocallAttempts.scriptId, ids), eq(robocallAttempts.isTest, false)))
    .groupBy(robocallAttempts.scriptId)
  const usage = new Map(used.map(row => [row.id, row.n]))
  const { name: church } = await churchOf(ctx)
  return rows.map(row => ({
    ...row,
    recordingUrl: row.recordingId ? recordingUrl(row.recordingId) : null,
    usage: usage.get(row.id) ?? 0,
    problems: lintScript({ ...row, hasRecording: row.recordingId !== null }, church),
  }))
}

export async function list(ctx: Ctx, { cursor, limit, sort, ...filter }: ScriptFilter) {
  const start = pageStart(cursor, MOST)
  const [counted] = await ctx.db.select({ total: count() }).from(voiceScripts).where(wanted(filter))
  const rows = await ctx.db
    .select()
    .from(voiceScripts)
    .where(wanted(filter))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(start)
  const items = await toScripts(ctx, rows)
  return { items, nextCursor: rows.length === limit ? String(start + limit) : null, total: counted!.total }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<VoiceScript> {
  const [row] = await ctx.db
    .select()
    .from(voiceScripts)
    .where(and(eq(voiceScripts.id, id), standing))
  return (await toScripts(ctx, [found(row, 'Script')]))[0]!
}

/** How long a recording takes is read from its content, outside of the transaction that writes the script. */
const recordedSeconds = (ctx: OuterCtx, recordingId: string | null | undefined) =>
  recordingId ? secondsOfRecording(ctx, recordingId) : Promise.resolve(0)

export async function create(ctx: OuterCtx, given: NewVoiceScript): Promise<VoiceScript> {
  const recorded = await recordedSeconds(ctx, given.recordingId)
  return ctx.tx(async tx => {
    if (given.recordingId) await takeRecording(tx, given.recordingId)
    const [row] = await tx.db
      .insert(voiceScripts)
      .values({ ...given, duration: secondsOfCall(given, recorded) })
      .returning()
    announce(tx, 'voice-scripts', row!.id)
    return get(tx, row!)
  })
}

/** What it said before is kept. Campaigns that have started, wait for approval or are planned keep the words that they had. */
export async function update(ctx: OuterCtx, { id, version, ...changes }: ChangedVoiceScript): Promise<VoiceScript> {
  if (isNoChange(changes)) return ctx.tx(tx => get(tx, { id }))
  const [known] = await ctx.tx(tx => tx.db.select().from(voiceScripts).where(eq(voiceScripts.id, id)))
  const recordingId = changes.recordingId === undefined ? known?.recordingId : changes.recordingId
  const recorded = await recordedSeconds(ctx, recordingId)
  return ctx.tx(async tx => {
    const [before] = await tx.db
      .select()
      .from(voiceScripts)
      .where(and(eq(voiceScripts.id, id), standing))
      .for('update')
    found(before, 'Script')
    if (before!.version !== version) throw new Failure('CONFLICT')
    if (changes.recordingId && changes.recordingId !== before!.recordingId) await takeRecording(tx, changes.recordingId)
    const after = { ...before!, ...changes }
    const isOther = (['content', 'voicemail', 'recordingId'] as const).some(key => before![key] !== after[key])
    if (isOther) {
      const { content, voicemail, recordingId: was } = before!
      await tx.db
        .insert(voiceScriptVersions)
        .values({ scriptId: id, content, voicemail, recordingId: was, madeBy: userOf(tx) })
    }
    await tx.db
      .update(voiceScripts)
      .set({ ...changes, duration: secondsOfCall(after, recorded) })
      .where(eq(voiceScripts.id, id))
    announce(tx, 'voice-scripts', id)
    return get(tx, { id })
  })
}

export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<VoiceScript> {
  const { name: was, category, language, content, voicemail, recordingId, duration } = await get(ctx, { id })
  const [row] = await ctx.db
    .insert(voiceScripts)
    .values({ name: `Copy of ${was}`.slice(0, 120), category, language, content, voicemail, recordingId, duration })
    .returning({ id: voiceScripts.id })
  announce(ctx, 'voice-scripts', row!.id)
  return get(ctx, row!)
}

/** Out of the list; calls that played it keep what they said. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  if ((await campaignsOfScript(ctx, id)).length > 0) throw new Failure('IN_USE')
  const [row] = await ctx.db
    .update(voiceScripts)
    .set({ deletedAt: clock.now() })
    .where(and(eq(voiceScripts.id, id), standing))
    .returning({ id: voiceScripts.id })
  found(row, 'Script')
  announce(ctx, 'voice-scripts', id)
  return {}
}

export async function versions(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  const rows = await ctx.db
    .select({
      id: voiceScriptVersions.id,
      content: voiceScriptVersions.content,
      voicemail: voiceScriptVersions.voicemail,
      by: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email}, '')`,
      createdAt: voiceScriptVersions.createdAt,
    })
    .from(voiceScriptVersions)
    .leftJoin(users, eq(users.id, voiceScriptVersions.madeBy))
    .where(eq(voiceScriptVersions.scriptId, id))
    .orderBy(desc(voiceScriptVersions.id))
    .limit(50)
  return { items: rows }
}

/** Test calls an hour from one account: a test call needs no consent, so it is limited. */
const MOST_TESTS_AN_HOUR = 20

export async function test(ctx: Ctx, { id, to }: ScriptTest) {
  const script = await get(ctx, { id })
  const blocking = script.problems.find(one => one.blocks)
  if (blocking) throw invalid('to', blocking.message)
  const number = normalisePhone(to, ctx.client.country)
  const never = mustNotDial(to, number)
  if (!number || never) throw invalid('to', never ?? 'Please enter a full phone number')
  if (whyNotCallable(number)) throw invalid('to', 'Recorded calls can’t go to this number.')
  if ((await countSince(ctx, TEST_KIND, new Date(clock.ms() - hours(1)))) >= MOST_TESTS_AN_HOUR)
    throw new Failure('TOO_MANY_REQUESTS', 'You made many test calls this hour. Please wait a while.')
  await send(ctx, [
    {
      channel: 'voice',
      purpose: 'transactional',
      kind: TEST_KIND,
      to: number,
      text: script.content,
      dedupeKey: testKey(id, number, clock.ms()),
    },
  ])
  return { to: number }
}
