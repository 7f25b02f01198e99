import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { operatorAccountOnly } from '#kernel/jobs.ts'
import { asPlatform } from '#kernel/run.ts'
import { open } from '#kernel/secrets.ts'
import type { Access } from '#providers/telephony/index.ts'
import { sandboxToken } from '#providers/telephony/sandbox/callbacks/service.ts'
import { accountSid } from '#providers/telephony/sandbox/store/service.ts'
import { knownAccounts } from '../service/accounts.ts'
import { carrierAccounts, numberLines, phoneNumbers } from './tables.ts'

/** What a stored credential is sealed for; a token of one account opens in no other. */
export const tokenContext = (clientId: string) => `carrier ${clientId}`

type Account = typeof carrierAccounts.$inferSelect

export async function accountRow(ctx: Ctx): Promise<Account | undefined> {
  const [row] = await ctx.db.select().from(carrierAccounts).where(eq(carrierAccounts.clientId, ctx.client.id))
  return row
}

type Settings = Partial<Omit<Account, 'id' | 'clientId' | 'version' | 'createdAt' | 'updatedAt'>>

/** There is one row, no matter who writes first. */
export async function saveCarrierAccount(ctx: Ctx, changes: Settings): Promise<void> {
  await ctx.db
    .insert(carrierAccounts)
    .values(changes)
    .onConflictDoUpdate({ target: carrierAccounts.clientId, set: { ...changes, updatedAt: clock.now() } })
}

/** What the carrier said of the account; nothing is kept of one that has no row, which is on the sandbox. */
export async function recordCarrierFacts(
  ctx: Ctx,
  facts: Partial<Pick<Account, 'balance' | 'voiceAppSid'>>,
): Promise<void> {
  await ctx.db.update(carrierAccounts).set(facts)
}

/** With what the account's carrier is asked; the sandbox where no credentials were given. */
export function accessOf(clientId: string, row: Account | undefined): Access {
  if (!row?.accountSid || !row.sealedToken) return { kind: 'sandbox', clientId }
  const opened = (sealed: string | null) => (sealed ? open(sealed, tokenContext(clientId)) : null)
  return {
    kind: 'twilio',
    sid: row.accountSid,
    token: opened(row.sealedToken)!,
    keySid: row.keySid,
    keySecret: opened(row.sealedKeySecret),
  }
}

export const carrierAccess = async (ctx: Ctx): Promise<Access> => accessOf(ctx.client.id, await accountRow(ctx))

/** By whom Lampstand's own texts travel: codes for signing in. */
export const operatorCarrier = (): Promise<'twilio' | 'sandbox'> =>
  asPlatform('carrier', async db => {
    const [row] = await db
      .select({ sid: carrierAccounts.accountSid })
      .from(carrierAccounts)
      .where(
        sql`${carrierAccounts.clientId} = (${operatorAccountOnly()}) and ${carrierAccounts.sealedToken} is not null`,
      )
    return row?.sid ? 'twilio' : 'sandbox'
  })

/** The account at the carrier that is in use. */
export const sidOf = (access: Access): string => (access.kind === 'twilio' ? access.sid : accountSid(access.clientId))

/** Where the carrier brings the texts that people write to an account's numbers. */
export const inboundTextsUrl = (clientId: string): string => `${env.publicUrl}/api/twilio/sms?t=${clientId}`

/** Whether a STOP to the number would be heard. The sandbox is this server, whatever its address is today. */
function isReached(access: Access, clientId: string, smsUrl: string): boolean {
  const ours = inboundTextsUrl(clientId)
  return access.kind === 'twilio' ? smsUrl === ours : smsUrl.endsWith(ours.slice(env.publicUrl.length))
}

/** Numbers that texts may leave from, the default one first: switched on, able to text, and heard when people reply. */
export const sendersOf = async (ctx: Ctx, access: Access) =>
  (await textNumbers(ctx, access)).filter(one => isReached(access, ctx.client.id, one.smsUrl))

const textNumbers = (ctx: Ctx, access: Access) =>
  ctx.db
    .select({
      id: phoneNumbers.id,
      number: phoneNumbers.number,
      name: phoneNumbers.friendlyName,
      perSecond: phoneNumbers.perSecond,
      isDefault: phoneNumbers.isDefault,
      smsUrl: phoneNumbers.smsUrl,
    })
    .from(phoneNumbers)
    .where(
      and(
        eq(phoneNumbers.clientId, ctx.client.id),
        eq(phoneNumbers.accountSid, sidOf(access)),
        eq(phoneNumbers.active, true),
        eq(phoneNumbers.state, 'owned'),
        sql`(${phoneNumbers.capabilities} ->> 'sms')::boolean`,
      ),
    )
    .orderBy(desc(phoneNumbers.isDefault), asc(phoneNumbers.id))

/** With what an account texts at this moment. */
export interface TextCarrier {
  access: Access
  messagingServiceSid: string | null
  senders: Awaited<ReturnType<typeof sendersOf>>
  /** E.164; nothing leaves from them until their webhooks lead here. */
  unreached: string[]
}

export async function textCarrierOf(ctx: Ctx): Promise<TextCarrier> {
  const row = await accountRow(ctx)
  const access = accessOf(ctx.client.id, row)
  const numbers = await textNumbers(ctx, access)
  const senders = numbers.filter(one => isReached(access, ctx.client.id, one.smsUrl))
  const unreached = numbers.filter(one => !senders.includes(one)).map(one => one.number)
  return { access, messagingServiceSid: row?.messagingServiceSid ?? null, senders, unreached }
}

/** How the carrier answered last, for the health panel; not more often than once a minute. */
export async function recordCarrierAnswer(ctx: Ctx, problem: string | null): Promise<void> {
  const { lastSuccessAt, lastErrorAt } = carrierAccounts
  const long = new Date(clock.ms() - minutes(1))
  await ctx.db
    .update(carrierAccounts)
    .set(
      problem === null
        ? { lastSuccessAt: clock.now() }
        : { lastError: problem.slice(0, 300), lastErrorAt: clock.now() },
    )
    .where(
      problem === null
        ? or(isNull(lastSuccessAt), lt(lastSuccessAt, long))
        : or(isNull(lastErrorAt), lt(lastErrorAt, long)),
    )
}

/**
 * When a text may leave from this number: its place in the line, kept for it, across all workers.
 * @param rate texts a second
 */
export async function reserveSendSlot(ctx: Ctx, numberId: string, rate: number): Promise<Date> {
  const now = clock.now()
  const step = sql`${`${1 / rate} seconds`}::interval`
  const [row] = await ctx.db
    .insert(numberLines)
    .values({ numberId, nextAt: sql`${now}::timestamptz + ${step}` })
    .onConflictDoUpdate({
      target: [numberLines.clientId, numberLines.numberId],
      set: { nextAt: sql`greatest(${numberLines.nextAt}, ${now}::timestamptz) + ${step}` },
    })
    .returning({ place: sql<Date>`${numberLines.nextAt} - ${step}`.mapWith(numberLines.nextAt) })
  return row!.place
}

interface Sent {
  /** Of the notice: AC… */
  accountSid: string
  /** From its address; empty where it names no account of ours. */
  t: string
  /** E.164 numbers that it names. */
  numbers: string[]
}

/** Whose notice it would be, and what it may be signed with: by the account in its address, else by the number of ours. */
export const signersOf = async ({
  accountSid: sid,
  t,
  numbers,
}: Sent): Promise<{ clientId: string; tokens: string[] } | undefined> => {
  const clientId = UUID.test(t) ? t : await ownerOf(sid, numbers)
  if (!clientId) return
  const row = await asPlatform('carrier', async db => {
    if (!(await knownAccounts().hasAccount(db, clientId))) return
    const [account] = await db.select().from(carrierAccounts).where(eq(carrierAccounts.clientId, clientId))
    return { account }
  })
  if (!row) return
  const { account } = row
  if (account?.accountSid && account.sealedToken) {
    const tokens = [account.sealedToken, account.sealedSecondToken].filter(one => one !== null)
    return sid === account.accountSid
      ? { clientId, tokens: tokens.map(one => open(one, tokenContext(clientId))) }
      : undefined
  }
  return sid === accountSid(clientId) ? { clientId, tokens: [await sandboxToken(sid)] } : undefined
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ownerOf = (sid: string, numbers: string[]): Promise<string | undefined> =>
  asPlatform('carrier', async db => {
    const [row] = await db
      .select({ clientId: phoneNumbers.clientId })
      .from(phoneNumbers)
      .where(
        and(eq(phoneNumbers.accountSid, sid), inArray(phoneNumbers.number, numbers), isNull(phoneNumbers.releasedAt)),
      )
    return row?.clientId
  })
