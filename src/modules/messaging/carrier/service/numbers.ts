import { and, asc, desc, eq, ne } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure } from '#kernel/failure.ts'
import { advisoryLock } from '#kernel/sql.ts'
import type { NumberFacts } from '#providers/telephony/index.ts'
import { accessOf, accountRow, carrierAccess, sidOf } from '../service.ts'
import { phoneNumbers } from '../tables.ts'

export type PhoneNumberRow = typeof phoneNumbers.$inferSelect

/** Those of the account at the carrier that is in use, the default one first. */
export async function listOwnedNumbers(ctx: Ctx): Promise<PhoneNumberRow[]> {
  const access = await carrierAccess(ctx)
  return ctx.db
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.accountSid, sidOf(access)), eq(phoneNumbers.state, 'owned')))
    .orderBy(desc(phoneNumbers.isDefault), asc(phoneNumbers.id))
}

type NewNumber = Pick<PhoneNumberRow, 'number' | 'kind' | 'monthly' | 'currency' | 'friendlyName'>

/** Its row stands before the carrier is asked, so that a number is bought once. @returns its id */
export async function reserveNumber(ctx: Ctx, facts: NewNumber): Promise<string> {
  const accountSid = sidOf(accessOf(ctx.client.id, await accountRow(ctx)))
  const [row] = await ctx.db
    .insert(phoneNumbers)
    .values({
      ...facts,
      accountSid,
      purchasedBy: userOf(ctx),
      state: 'buying',
      capabilities: { voice: false, sms: false, mms: false },
    })
    .onConflictDoNothing()
    .returning({ id: phoneNumbers.id })
  if (!row) throw new Failure('CONFLICT', 'That number is being bought, or is already yours.')
  return row.id
}

/** Deletes a reservation that the carrier refused; a number that was bought meanwhile stays. */
export async function cancelReservation(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.delete(phoneNumbers).where(and(eq(phoneNumbers.id, id), eq(phoneNumbers.state, 'buying')))
}

/** The carrier says that a reserved number is ours. The first one that can text is what texts leave from. */
export async function recordOwnedNumber(ctx: Ctx, id: string, facts: NumberFacts): Promise<PhoneNumberRow> {
  const { sid, voice, sms, mms, smsUrl, voiceUrl, statusUrl, name } = facts
  // Two that come at once would both be the default.
  await advisoryLock(ctx.db, `numbers ${ctx.client.id}`)
  const others = (await listOwnedNumbers(ctx)).some(one => one.isDefault)
  if (!others) await ctx.db.update(phoneNumbers).set({ isDefault: false }).where(eq(phoneNumbers.isDefault, true))
  const [row] = await ctx.db
    .update(phoneNumbers)
    .set({
      sid,
      state: 'owned',
      capabilities: { voice, sms, mms },
      friendlyName: name,
      isDefault: !others && sms,
      smsUrl,
      voiceUrl,
      statusUrl,
      hooksCheckedAt: clock.now(),
    })
    .where(eq(phoneNumbers.id, id))
    .returning()
  return row!
}

/** Takes in a number that was bought elsewhere. */
export async function adoptNumber(ctx: Ctx, facts: NumberFacts): Promise<PhoneNumberRow> {
  const { number, sid, voice, sms, mms } = facts
  const accountSid = sidOf(await carrierAccess(ctx))
  const [row] = await ctx.db
    .insert(phoneNumbers)
    .values({ number, sid, accountSid, capabilities: { voice, sms, mms }, friendlyName: facts.name })
    .onConflictDoNothing()
    .returning({ id: phoneNumbers.id })
  if (!row) throw new Failure('CONFLICT', 'Another account on this server already uses this number.')
  return recordOwnedNumber(ctx, row.id, facts)
}

/** Numbers that were bought before they stood here; the first that can text is the default. */
export async function adoptNumbers(ctx: Ctx, bought: NumberFacts[], monthly: number): Promise<void> {
  const accountSid = sidOf(await carrierAccess(ctx))
  const first = bought.find(one => one.sms)
  const rows = bought.map(({ sid, number, name, voice, sms, mms, smsUrl, voiceUrl, statusUrl }) => ({
    sid,
    number,
    friendlyName: name,
    smsUrl,
    voiceUrl,
    statusUrl,
    capabilities: { voice, sms, mms },
    accountSid,
    monthly,
    isDefault: number === first?.number,
    hooksCheckedAt: clock.now(),
  }))
  if (rows.length > 0) await ctx.db.insert(phoneNumbers).values(rows).onConflictDoNothing()
}

/** Undefined where there is no such number. */
export async function renameNumber(ctx: Ctx, id: string, friendlyName: string): Promise<PhoneNumberRow | undefined> {
  const [row] = await ctx.db.update(phoneNumbers).set({ friendlyName }).where(eq(phoneNumbers.id, id)).returning()
  return row
}

type NumberChanges = Partial<
  Pick<
    PhoneNumberRow,
    | 'active'
    | 'isDefault'
    | 'verification'
    | 'perSecond'
    | 'voiceRoute'
    | 'forwardTo'
    | 'menuId'
    | 'byHours'
    | 'closedRoute'
    | 'closedForwardTo'
    | 'closedMenuId'
    | 'missedText'
  >
>

/** A number that becomes the default takes that from the one before. */
export async function changeNumber(
  ctx: Ctx,
  { id, version }: Pick<PhoneNumberRow, 'id' | 'version'>,
  changes: NumberChanges,
): Promise<PhoneNumberRow> {
  if (changes.isDefault)
    await ctx.db
      .update(phoneNumbers)
      .set({ isDefault: false })
      .where(and(eq(phoneNumbers.isDefault, true), ne(phoneNumbers.id, id)))
  const [row] = await ctx.db
    .update(phoneNumbers)
    .set(isNoChange(changes) ? {} : changes)
    // Of two who edit at once the second is told.
    .where(and(eq(phoneNumbers.id, id), eq(phoneNumbers.version, version)))
    .returning()
  if (!row) throw new Failure('CONFLICT')
  return row
}

/** Given back to the carrier; another number becomes the default where this one was. */
export async function recordReleasedNumber(ctx: Ctx, { id, isDefault }: PhoneNumberRow): Promise<void> {
  await ctx.db
    .update(phoneNumbers)
    .set({ state: 'released', active: false, isDefault: false, releasedAt: clock.now() })
    .where(eq(phoneNumbers.id, id))
  const next = isDefault && (await listOwnedNumbers(ctx)).find(one => one.active && one.capabilities.sms)
  if (next) await ctx.db.update(phoneNumbers).set({ isDefault: true }).where(eq(phoneNumbers.id, next.id))
}

/** Where the carrier says that the notices of the account's numbers go; nowhere for one that it does not list. */
export async function recordWebhookUrls(ctx: Ctx, listed: readonly NumberFacts[]): Promise<void> {
  for (const { id, number } of await listOwnedNumbers(ctx)) {
    const { smsUrl = '', voiceUrl = '', statusUrl = '' } = listed.find(one => one.number === number) ?? {}
    await ctx.db
      .update(phoneNumbers)
      .set({ smsUrl, voiceUrl, statusUrl, hooksCheckedAt: clock.now() })
      .where(eq(phoneNumbers.id, id))
  }
}
