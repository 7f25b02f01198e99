import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { seal } from '#kernel/secrets.ts'
import { isLocal, usualHours } from '#messaging/carrier/rules.ts'
import {
  accessOf,
  accountRow,
  carrierAccess,
  recordCarrierAnswer,
  recordCarrierFacts,
  saveCarrierAccount,
  sendersOf,
  sidOf,
  tokenContext,
} from '#messaging/carrier/service.ts'
import { type carrierAccounts, phoneNumbers } from '#messaging/carrier/tables.ts'
import { messages } from '#messaging/tables.ts'
import { CarrierRefused, CarrierSilent, carrier } from '#providers/telephony/index.ts'
import { driftOf } from '../rules/drift.ts'
import { type ReadinessKey, readinessItems } from '../rules/readiness.ts'
import { setUpBrowsers } from '../softphone/service.ts'
import { inboundEvents } from '../tables.ts'
import { webhookUrls } from '../webhooks/service/webhook-urls.ts'
import type { CarrierSettings, Credentials, SettingsChange } from './contract.ts'

type Row = typeof carrierAccounts.$inferSelect
const given = (sealed: string | null | undefined, last4 = '') => ({ set: Boolean(sealed), last4: sealed ? last4 : '' })

export async function read(ctx: Ctx): Promise<CarrierSettings> {
  const row: Partial<Row> = (await accountRow(ctx)) ?? {}
  const { smsUrl, voiceUrl, statusUrl } = webhookUrls(ctx)
  return {
    carrier: row.sealedToken ? 'twilio' : 'sandbox',
    accountSid: row.accountSid ?? null,
    authToken: given(row.sealedToken, row.tokenLast4),
    secondToken: given(row.sealedSecondToken),
    keySid: row.keySid ?? null,
    keySecret: given(row.sealedKeySecret),
    messagingServiceSid: row.messagingServiceSid ?? null,
    friendlyName: row.friendlyName ?? '',
    type: row.type ?? null,
    webhooks: { sms: smsUrl, voice: voiceUrl, status: statusUrl },
    recordCalls: row.recordCalls ?? 'off',
    retentionDays: row.retentionDays === undefined ? 90 : row.retentionDays,
    helpText: row.helpText ?? '',
    greeting: row.greeting ?? '',
    transcribe: row.transcribe ?? true,
    officeHours: row.officeHours ?? usualHours,
    consentWording: row.consentWording ?? '',
    brandStatus: row.brandStatus ?? 'none',
    campaignStatus: row.campaignStatus ?? 'none',
  }
}

async function keep(ctx: Ctx, changes: Partial<Row>): Promise<CarrierSettings> {
  await saveCarrierAccount(ctx, changes)
  announce(ctx, 'telephony')
  return read(ctx)
}

/** Only what the carrier accepts is kept; a secret that is left empty stays as it was. */
export async function connect(ctx: OuterCtx, wanted: Credentials): Promise<CarrierSettings> {
  const clientId = ctx.client.id
  const row = await ctx.tx(accountRow)
  const known = accessOf(clientId, row)
  const same = known.kind === 'twilio' && known.sid === wanted.accountSid ? known : undefined
  const token = wanted.authToken || same?.token
  if (!token) throw invalid('authToken', 'Please enter the Auth Token')
  const keySecret = wanted.keySecret || (same && wanted.keySid === same.keySid ? same.keySecret : null)
  if (wanted.keySid && !keySecret) throw invalid('keySecret', 'Please enter the secret of the API key')
  const access = { kind: 'twilio' as const, sid: wanted.accountSid, token, keySid: wanted.keySid || null, keySecret }
  // Webhooks are signed with the token, so the token itself is tried, and the key where there is one.
  const facts = await tried({ ...access, keySid: null, keySecret: null }, 'authToken')
  if (access.keySid) await tried(access, 'keySecret')
  const sealed = (secret: string | null | undefined) => (secret ? seal(secret, tokenContext(clientId)) : null)
  const saved = await ctx.tx(tx =>
    keep(tx, {
      voiceAppSid: null,
      accountSid: facts.sid,
      friendlyName: facts.name,
      type: facts.type,
      balance: facts.balance,
      sealedToken: sealed(token),
      tokenLast4: token.slice(-4),
      keySid: access.keySid,
      sealedKeySecret: sealed(keySecret),
      sealedSecondToken: wanted.secondToken ? sealed(wanted.secondToken) : same ? row!.sealedSecondToken : null,
      messagingServiceSid: wanted.messagingServiceSid || null,
      checkedAt: clock.now(),
      lastSuccessAt: clock.now(),
      lastError: null,
      lastErrorAt: null,
    }),
  )
  // Without it one can still call by phone; the next token asks for it again.
  if (access.keySid)
    await setUpBrowsers(ctx, access).catch(error => {
      if (!(error instanceof CarrierRefused || error instanceof CarrierSilent)) throw error
    })
  return saved
}

async function tried(access: Parameters<typeof carrier>[0], field: string) {
  try {
    return await (await carrier(access)).account()
  } catch (error) {
    if (error instanceof CarrierRefused && error.code === 'unreachable')
      throw new Failure('UNAVAILABLE', 'We can’t reach Twilio right now. Nothing was saved. Please try again.')
    if (error instanceof CarrierRefused) throw invalid(field, `Twilio refused these credentials (${error.code})`)
    if (error instanceof CarrierSilent)
      throw new Failure('UNAVAILABLE', 'Twilio is not responding right now. Nothing was saved. Please try again.')
    throw error
  }
}

export const disconnect = (ctx: Ctx) =>
  keep(ctx, {
    accountSid: null,
    sealedToken: null,
    sealedSecondToken: null,
    tokenLast4: '',
    keySid: null,
    sealedKeySecret: null,
    messagingServiceSid: null,
    voiceAppSid: null,
    friendlyName: '',
    type: null,
    balance: null,
    lastError: null,
    lastErrorAt: null,
  })

export async function rotate(ctx: Ctx): Promise<CarrierSettings> {
  const row = await accountRow(ctx)
  if (!row?.sealedSecondToken) throw new Failure('CONFLICT', 'There is no secondary token yet.')
  return keep(ctx, { sealedToken: row.sealedSecondToken, sealedSecondToken: null, tokenLast4: '' })
}

export const change = (ctx: Ctx, changes: SettingsChange): Promise<CarrierSettings> =>
  Object.keys(changes).length > 0 ? keep(ctx, changes) : read(ctx)

/** Asks the carrier who we are, with what is stored. */
export async function test(ctx: OuterCtx) {
  const access = await ctx.tx(carrierAccess)
  try {
    const { name, balance } = await (await carrier(access)).account()
    await ctx.tx(async tx => {
      await recordCarrierAnswer(tx, null)
      await recordCarrierFacts(tx, { balance })
    })
    return { name, balance }
  } catch (error) {
    if (!(error instanceof CarrierRefused || error instanceof CarrierSilent)) throw error
    await ctx.tx(tx => recordCarrierAnswer(tx, error.message))
    if (error instanceof CarrierSilent) throw new Failure('UNAVAILABLE', 'The carrier is not responding right now.')
    throw new Failure('BAD_REQUEST', `Twilio refused these credentials (${error.code})`)
  }
}

export async function health(ctx: Ctx) {
  const row = await accountRow(ctx)
  const access = accessOf(ctx.client.id, row)
  const numbers = await ctx.db
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.accountSid, sidOf(access)), eq(phoneNumbers.state, 'owned')))
  const [newest] = await ctx.db
    .select({ at: inboundEvents.createdAt })
    .from(inboundEvents)
    .orderBy(desc(inboundEvents.id))
    .limit(1)
  const [failed] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(inboundEvents)
    .where(and(isNull(inboundEvents.processedAt), sql`${inboundEvents.error} is not null`))
  const [lost] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .where(and(eq(messages.state, 'unknown'), eq(messages.channel, 'sms')))
  return {
    carrier: access.kind,
    balance: row?.balance ?? null,
    lastSuccessAt: row?.lastSuccessAt ?? null,
    lastError: row?.lastError ?? null,
    lastErrorAt: row?.lastErrorAt ?? null,
    lastNoticeAt: newest?.at ?? null,
    failedNotices: failed!.count,
    unknownTexts: lost!.count,
    numbers: numbers.length,
    drifted: numbers.filter(one => one.hooksCheckedAt && driftOf(one, webhookUrls(ctx)).length > 0).length,
  }
}

/** What should stand before the first text to many leaves. */
export async function readiness(ctx: Ctx) {
  const row = await accountRow(ctx)
  const access = accessOf(ctx.client.id, row)
  const senders = await sendersOf(ctx, access)
  // A church that texts only from toll-free numbers registers for nothing here.
  const registers = senders.length === 0 || senders.some(({ number }) => isLocal(number))
  const done: Record<ReadinessKey, boolean> = {
    number: senders.length > 0,
    hooks: await reached(ctx, sidOf(access)),
    consent: Boolean(row?.consentWording),
    help: Boolean(row?.helpText),
    quiet: true,
    brand: !registers || row?.brandStatus === 'approved',
    campaign: !registers || row?.campaignStatus === 'approved',
    public: access.kind === 'sandbox' || env.publicUrl.startsWith('https:'),
  }
  const items = readinessItems.map(item => ({ ...item, done: done[item.key] }))
  return { score: Math.round((100 * items.filter(one => one.done).length) / items.length), items }
}

async function reached(ctx: Ctx, accountSid: string): Promise<boolean> {
  const numbers = await ctx.db
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.accountSid, accountSid), eq(phoneNumbers.state, 'owned')))
  return numbers.length > 0 && numbers.every(one => driftOf(one, webhookUrls(ctx)).length === 0)
}
