import { desc, eq, sql } from 'drizzle-orm'
import { suppress } from '#consent/service.ts'
import { liftStaffSuppression } from '#consent/suppressions/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import type {
  CallRules,
  ChangedCallRules,
  Loaded,
  NewNoCall,
  NoCall,
  NoCallFilter,
  NoCallImport,
  RegistryFile,
} from './contract.ts'
import { REGISTRY_DAYS } from './rules/defaults.ts'
import { readNumberFile } from './rules/number-file.ts'
import { complianceOf, registryOf } from './service/policy.ts'
import { callCompliance, dncFiles, dncNumbers } from './tables.ts'

export async function read(ctx: Ctx): Promise<CallRules> {
  const rules = await complianceOf(ctx)
  const [newest] = await ctx.db.select().from(dncFiles).orderBy(desc(dncFiles.asOf), desc(dncFiles.id)).limit(1)
  const registry = await registryOf(ctx)
  const numbers = await ctx.db.$count(dncNumbers)
  return {
    ...rules,
    includeOptOut: true,
    registry: { ...registry, numbers, san: newest?.san ?? '', fileName: newest?.name ?? '' },
    suppressed: await countNoCalls(ctx),
  }
}

/** Only an owner switches a protection off, with a reason that the audit log keeps. */
export async function change(ctx: Ctx, { version, reason, ...rules }: ChangedCallRules): Promise<CallRules> {
  const before = await complianceOf(ctx)
  const loosened =
    (['respectDnc', 'requireOptIn', 'holidays', 'byState'] as const).some(key => before[key] && !rules[key]) ||
    rules.from < before.from ||
    rules.until > before.until ||
    rules.days.some(day => !before.days.includes(day))
  if (loosened) {
    if (ctx.actor.type !== 'member' || ctx.actor.role !== 'owner')
      throw new Failure('FORBIDDEN', 'Only an owner can loosen the rules for calls.')
    if (!reason) throw invalid('reason', 'Please say why. It is kept with the change.')
  }
  const days_ = [...new Set(rules.days)].sort()
  const row = { ...rules, days: days_, capDays: before.capDays, reason: loosened ? reason : before.reason }
  if (before.version === 0) {
    const [made] = await ctx.db.insert(callCompliance).values(row).onConflictDoNothing().returning()
    if (!made) throw new Failure('CONFLICT')
  } else {
    const [changed] = await ctx.db
      .update(callCompliance)
      .set(row)
      .where(eq(callCompliance.version, version))
      .returning()
    if (!changed) throw new Failure('CONFLICT')
  }
  announce(ctx, 'call-rules')
  return read(ctx)
}

/** So many rows of one statement. */
const CHUNK = 5_000

/** A part of the national registry. A new download replaces the one before; its further parts are added. */
export async function loadRegistry(ctx: Ctx, { csv, name, san, asOf, adds }: RegistryFile): Promise<Loaded> {
  const age = clock.ms() - new Date(asOf).getTime()
  if (age < -days(1)) throw invalid('asOf', 'This day is still to come')
  if (age > days(REGISTRY_DAYS))
    throw invalid('asOf', `A download that is older than ${REGISTRY_DAYS} days must not be used. Please get a new one.`)
  const { numbers, problems, failed } = readNumberFile(csv, 'US')
  if (numbers.length === 0) throw invalid('csv', 'There are no phone numbers in this file.')
  if (!adds) await ctx.db.delete(dncNumbers)
  let added = 0
  for (let i = 0; i < numbers.length; i += CHUNK) {
    const made = await ctx.db
      .insert(dncNumbers)
      .values(numbers.slice(i, i + CHUNK).map(number => ({ number })))
      .onConflictDoNothing()
      .returning({ id: dncNumbers.id })
    added += made.length
  }
  await ctx.db.insert(dncFiles).values({ name, san, asOf, numbers: added, loadedBy: userOf(ctx) })
  announce(ctx, 'call-rules')
  return { numbers: added, known: numbers.length - added, problems, failed }
}

/** Numbers in E.164 that are not called, for whatever reason; an opt-out of one topic is not one of calls. */
const standing = sql`s.lifted_at is null and s.channel in ('voice', 'all') and s.topic = '' and s.value like '+%'`
const found = ({ search }: Pick<NoCallFilter, 'search'>) => {
  const digits = (search ?? '').replace(/\D/g, '')
  return search
    ? sql`and (${digits ? sql`s.value like ${`%${digits}%`}` : sql`false`} or p.name ilike ${containing(search)})`
    : sql``
}
const owner = sql`left join lateral (select p.id, p.name from contact_points c join people p on p.client_id = c.client_id
  and p.id = c.person_id and p.deleted_at is null where c.client_id = s.client_id and c.value_norm = s.value
  order by c.is_primary desc, p.id limit 1) p on true`
const noCallSorts = {
  at: sql`s.created_at, s.id`,
  '-at': sql`s.created_at desc, s.id desc`,
  number: sql`s.value, s.id`,
  '-number': sql`s.value desc, s.id desc`,
}

async function countNoCalls(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`select count(distinct s.value)::int as n from suppressions s where ${standing}`,
  )
  return rows[0]!.n
}

type Listed = Omit<NoCall, 'at'> & { at: string }

async function readNoCalls(
  ctx: Ctx,
  { sort, ...filter }: Pick<NoCallFilter, 'search' | 'sort'>,
  limit: number,
  start: number,
) {
  const { rows } = await ctx.db.execute<Listed & Record<string, unknown>>(sql`
    select s.id, s.value as number, s.reason, s.source, p.name, p.id as "personId", s.channel = 'voice' as "isVoiceAlone",
      s.created_at as at, s.reason = 'manual' as "canRelease"
    from suppressions s ${owner} where ${standing} ${found(filter)} order by ${noCallSorts[sort]} limit ${limit} offset ${start}`)
  return rows.map(row => ({ ...row, at: new Date(row.at) }))
}

const MOST = 100_000

export async function noCalls(ctx: Ctx, { cursor, limit, ...filter }: NoCallFilter) {
  const start = pageStart(cursor, MOST)
  const items = await readNoCalls(ctx, filter, limit, start)
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`select count(*)::int as n from suppressions s ${owner} where ${standing} ${found(filter)}`,
  )
  return { items, nextCursor: items.length === limit ? String(start + limit) : null, total: rows[0]!.n }
}

export async function exportNoCalls(ctx: Ctx, filter: Pick<NoCallFilter, 'search' | 'sort'>) {
  const rows = await readNoCalls(ctx, filter, MOST, 0)
  const lines = rows.map(({ number, name, reason, source, at }) => [number, name, skipLabels[reason], source, at])
  return { csv: csvFile(['Number', 'Name', 'Why', 'Source', 'Since'], lines) }
}

/** Someone told us: from this moment on. */
export async function addNoCall(ctx: Ctx, { number: given, how }: NewNoCall) {
  const number = normalisePhone(given, ctx.client.country)
  if (!number) throw invalid('number', 'Please enter the full phone number with its area code.')
  const evidence = { how, by: userOf(ctx), at: clock.now().toISOString() }
  await suppress(ctx, [{ value: number, channel: 'voice', reason: 'manual', source: 'staff', evidence }])
  announce(ctx, 'call-rules')
  return {}
}

export async function importNoCalls(ctx: Ctx, { csv, how }: NoCallImport): Promise<Loaded> {
  const { numbers, problems, failed } = readNumberFile(csv, ctx.client.country)
  if (numbers.length === 0) throw invalid('csv', 'There are no phone numbers in this file.')
  const evidence = { how, by: userOf(ctx), at: clock.now().toISOString() }
  const added = await suppress(
    ctx,
    numbers.map(value => ({ value, channel: 'voice', reason: 'manual', source: 'import', evidence })),
  )
  announce(ctx, 'call-rules')
  return { numbers: added, known: numbers.length - added, problems, failed }
}

export async function releaseNoCall(ctx: Ctx, { id, why }: { id: string; why: string }) {
  await liftStaffSuppression(ctx, id, why)
  announce(ctx, 'call-rules')
  return {}
}
