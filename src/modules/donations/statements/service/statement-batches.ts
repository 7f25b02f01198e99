import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { householdMembers } from '#people/tables.ts'
import { type ReceiptGift, toReceiptGift } from '../../receipts/rules/content.ts'
import { type Draft, hashFigures, issueReceipts, type ReceiptRow } from '../../receipts/service/issuance.ts'
import { type DonorGift, listReceiptGifts, listRecipients } from '../../receipts/service/receipt-gifts.ts'
import { readIssuance } from '../../receipts/service/settings.ts'
import { donorKeyColumn, receiptableInPeriod, toAddressee } from '../../receipts/service.ts'
import { receipts } from '../../receipts/tables.ts'
import { gifts } from '../../tables.ts'
import { statementRuns } from '../tables.ts'

type Run = typeof statementRuns.$inferSelect
const DONORS = 200
const CORRECTED = 'Gifts of this period were changed after the statement was issued.'
const NONE_LEFT = 'No gifts remain in this period.'

const ofPeriod = (run: Run) =>
  and(
    eq(receipts.kind, 'statement'),
    eq(receipts.status, 'issued'),
    eq(receipts.periodFrom, run.periodFrom),
    eq(receipts.periodTo, run.periodTo),
  )

/** The next donors after the last one who is done: with gifts of the period, or with a statement of it. */
async function nextDonors(ctx: Ctx, run: Run): Promise<string[]> {
  const after = run.cursor ?? '00000000-0000-0000-0000-000000000000'
  const key = donorKeyColumn(run.scope)
  const given = ctx.db
    .selectDistinct({ key: sql<string>`${key}`.as('key') })
    .from(gifts)
    .where(
      and(
        receiptableInPeriod(ctx, { from: run.periodFrom, to: run.periodTo, scope: run.scope }),
        sql`${key} > ${after}::uuid`,
      ),
    )
  const told = ctx.db
    .select({ key: sql<string>`${receipts.donorKey}`.as('key') })
    .from(receipts)
    .where(and(ofPeriod(run), sql`${receipts.donorKey} > ${after}::uuid`))
  const rows = await given.union(told).orderBy(sql`1`).limit(DONORS)
  return rows.map(row => row.key)
}

/** To whom the statement of a household is sent: its primary member, else the person who gave first. */
async function headsOf(ctx: Ctx, run: Run, keys: readonly string[]): Promise<Map<string, string>> {
  if (run.scope === 'person') return new Map()
  const rows = await ctx.db
    .select({ householdId: householdMembers.householdId, personId: householdMembers.personId })
    .from(householdMembers)
    .where(and(inArray(householdMembers.householdId, [...keys]), eq(householdMembers.isPrimary, true)))
    .orderBy(desc(householdMembers.id))
  return new Map(rows.map(row => [row.householdId, row.personId]))
}

/**
 * Statements for the next donors of a run, in one transaction with its place: a repeated step makes none twice.
 * @returns whether there may be more
 */
export async function issueStatementBatch(ctx: Ctx, runId: string): Promise<boolean> {
  const [run] = await ctx.db.select().from(statementRuns).where(eq(statementRuns.id, runId)).for('update')
  if (run?.state !== 'running') return false
  const keys = await nextDonors(ctx, run)
  const { drafts, gone } = keys.length > 0 ? await draftsFor(ctx, run, keys) : { drafts: [], gone: [] }
  await issueReceipts(ctx, drafts, await readIssuance(ctx))
  if (gone.length > 0)
    await ctx.db
      .update(receipts)
      .set({ status: 'voided', voidedAt: clock.now(), reason: NONE_LEFT })
      .where(inArray(receipts.id, gone))
  const isLast = keys.length < DONORS
  const done = run.done + keys.length
  await ctx.db
    .update(statementRuns)
    .set({
      cursor: keys.at(-1) ?? run.cursor,
      done,
      total: Math.max(run.total, done),
      voided: run.voided + gone.length,
      issued: run.issued + drafts.filter(draft => !draft.before).length,
      replaced: run.replaced + drafts.filter(draft => draft.before).length,
      ...(isLast && { state: 'done' as const, total: done, finishedAt: clock.now() }),
    })
    .where(eq(statementRuns.id, runId))
  announce(ctx, 'gifts', runId)
  return !isLast
}

async function draftsFor(ctx: Ctx, run: Run, keys: string[]): Promise<{ drafts: Draft[]; gone: string[] }> {
  const { scope, periodFrom: from, periodTo: to } = run
  const ofKeys = sql`${donorKeyColumn(scope)} = any(${sql.param(keys)}::uuid[])`
  const gathered = await listReceiptGifts(ctx, and(receiptableInPeriod(ctx, { from, to, scope }), ofKeys))
  const known = await ctx.db
    .select()
    .from(receipts)
    .where(and(ofPeriod(run), inArray(receipts.donorKey, keys)))
  const before = new Map(known.map(row => [row.donorKey, row]))
  const heads = await headsOf(ctx, run, keys)
  const byDonor = Map.groupBy(gathered, gift =>
    scope === 'person' ? gift.personId! : (gift.householdId ?? gift.personId!),
  )
  const ids = [...new Set([...heads.values(), ...gathered.map(gift => gift.personId!)])]
  const recipients = await listRecipients(ctx, ids)
  const drafts = keys.flatMap(key =>
    draftFor(run, key, { own: byDonor.get(key) ?? [], before: before.get(key), heads, recipients }),
  )
  const gone = keys.flatMap(key => (byDonor.has(key) ? [] : (before.get(key)?.id ?? [])))
  return { drafts, gone }
}

interface About {
  own: readonly DonorGift[]
  before: ReceiptRow | undefined
  heads: Map<string, string>
  recipients: Awaited<ReturnType<typeof listRecipients>>
}

/** None where nothing of the donor's figures changed. */
function draftFor(run: Run, donorKey: string, { own, before, heads, recipients }: About): Draft[] {
  const given = own.flatMap((gift): ReceiptGift | [] => toReceiptGift(gift) ?? [])
  if (given.length === 0 || before?.figures === hashFigures(given)) return []
  const personId = heads.get(donorKey) ?? own[0]!.personId!
  return [
    {
      kind: 'statement',
      personId,
      donorKey,
      scope: run.scope,
      gifts: given,
      runId: run.id,
      before,
      period: { from: run.periodFrom, to: run.periodTo },
      donor: toAddressee(
        recipients,
        personId,
        own.map(gift => gift.personId),
      ),
      reason: before ? run.reason || CORRECTED : '',
    },
  ]
}
