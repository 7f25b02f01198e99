import twilio from 'twilio'
import type { CallInstance, CallListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/call.js'
import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import { clock, seconds } from '#kernel/clock.ts'
import {
  type Access,
  answerers,
  type CallFacts,
  type Carrier,
  type Hooks,
  type Media,
  type NumberFacts,
  type OfferFilter,
  type OutgoingCall,
  type TextFacts,
} from './index.ts'
import { CarrierRefused, CarrierSilent } from './rules/errors.ts'

type LiveAccess = Extract<Access, { kind: 'twilio' }>
type Api = ReturnType<typeof twilio>

const API = 'https://api.twilio.com'

/** The same requests, sent elsewhere: for trying the adapter against a server of one's own. */
class Redirected extends twilio.RequestClient {
  readonly host: string
  constructor(host: string) {
    super({ timeout: 2_000 })
    this.host = host
  }
  override request<T>(options: Parameters<twilio.RequestClient['request']>[0]) {
    const { pathname, search } = new URL(options.uri)
    return super.request<T>({ ...options, uri: `${this.host}${pathname}${search}` } as never)
  }
}

/** The official SDK. `host` leads elsewhere, for trying the adapter against a server of one's own. */
export function liveCarrier(access: LiveAccess, host?: string): Carrier {
  const { sid, token, keySid, keySecret } = access
  const own = keySid && keySecret ? ([keySid, keySecret] as const) : ([sid, token] as const)
  const options = { accountSid: sid, ...(host ? { httpClient: new Redirected(host) } : { timeout: 20_000 }) }
  const api = twilio(own[0], own[1], options)
  const authorization = `Basic ${Buffer.from(own.join(':')).toString('base64')}`
  const fetchMedia = (url: string) => download(url, host ?? API, authorization)
  const made: Carrier = {
    name: 'twilio',
    accountSid: sid,
    account: async () => accountFacts(api, sid),
    ...textCalls(api),
    media: fetchMedia,
    ...voiceCalls(api),
    recording: one => fetchMedia(`${host ?? API}/2010-04-01/Accounts/${sid}/Recordings/${one}.mp3`),
    ...numberCalls(api),
    ...browserCalls(api, access),
  }
  for (const [name, call] of Object.entries(made))
    if (typeof call === 'function') Object.assign(made, { [name]: told(call as never) })
  return made
}

/** Nothing was said to the carrier yet when these came. */
const before = /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ENETUNREACH|CERT_|certificate/

const told =
  <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
  (...args: A): Promise<R> =>
    call(...args).catch(error => {
      throw translated(error)
    })

/** What the SDK throws, in our words. */
function translated(error: unknown): unknown {
  if (error instanceof CarrierRefused || error instanceof CarrierSilent) return error
  const {
    status,
    code,
    message = String(error),
  } = error as { status?: number; code?: number | string; message?: string }
  if (typeof status === 'number' && status < 500)
    return new CarrierRefused(message, String(code ?? status), status === 429)
  if (typeof status !== 'number' && before.test(`${code} ${message}`))
    return new CarrierRefused(message, 'unreachable', true)
  return new CarrierSilent(message)
}

async function accountFacts(api: Api, sid: string) {
  const account = await api.api.v2010.accounts(sid).fetch()
  const money = await api.balance.fetch().catch(() => null)
  return {
    sid: account.sid,
    name: account.friendlyName,
    type: account.type === 'Trial' ? ('trial' as const) : ('full' as const),
    status: account.status,
    balance: money ? `${money.balance} ${money.currency}` : null,
  }
}

/** "-0.00790" is what it cost. */
const millionths = (price: string | null | undefined) =>
  price ? Math.round(Math.abs(Number(price)) * 1_000_000) : null

const textState = (status: string): TextFacts['state'] =>
  status === 'delivered' || status === 'undelivered' || status === 'failed' || status === 'sent'
    ? status
    : status === 'read'
      ? 'delivered'
      : status === 'canceled'
        ? 'failed'
        : 'queued'

const textFacts = (one: MessageInstance): TextFacts => ({
  sid: one.sid,
  from: one.from ?? '',
  to: one.to ?? '',
  body: one.body ?? '',
  state: textState(one.status),
  errorCode: one.errorCode ? String(one.errorCode) : null,
  price: millionths(one.price),
  currency: one.priceUnit || null,
  at: one.dateCreated ?? one.dateSent ?? new Date(0),
})

const textCalls = (api: Api) =>
  ({
    async sendText({ from, to, text, mediaUrls, messagingServiceSid, statusUrl }) {
      const sent = await api.messages.create({
        to,
        body: text,
        statusCallback: statusUrl,
        ...(messagingServiceSid ? { messagingServiceSid, ...(from && { from }) } : { from }),
        ...(mediaUrls?.length && { mediaUrl: mediaUrls }),
      })
      return { sid: sent.sid, from: sent.from || from, segments: Number(sent.numSegments) || 1 }
    },
    text: async sid => api.messages(sid).fetch().then(textFacts, missing),
    async texts({ to, from, since }) {
      const found = await api.messages.list({
        ...(to && { to }),
        ...(from && { from }),
        dateSentAfter: since,
        limit: 1_000,
      })
      return found.filter(one => one.direction !== 'inbound').map(textFacts)
    },
  }) satisfies Partial<Carrier>

const missing = (error: { status?: number }) => {
  if (error.status === 404) return null
  throw error
}

const callFacts = (one: CallInstance): CallFacts => ({
  sid: one.sid,
  parentSid: one.parentCallSid || null,
  from: one.from,
  to: one.to,
  state: one.status as CallFacts['state'],
  duration: one.duration ? Number(one.duration) : null,
  answeredBy: answerers.find(answerer => answerer === one.answeredBy) ?? null,
  price: millionths(one.price),
  currency: one.priceUnit || null,
})

const callOptions = ({
  from,
  to,
  twiml,
  answerUrl,
  detectMachine,
  statusUrl,
  timeout,
  timeLimit,
}: OutgoingCall): CallListInstanceCreateOptions => ({
  from,
  to,
  // Twilio ignores the one where it gets both.
  ...(answerUrl ? { url: answerUrl, method: 'POST' } : { twiml }),
  ...(detectMachine && { machineDetection: 'DetectMessageEnd' }),
  timeout,
  ...(timeLimit && { timeLimit }),
  statusCallback: statusUrl,
  statusCallbackMethod: 'POST',
  statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
})

/** It knows whole seconds alone. */
const toWholeSecond = (at: Date) => Math.floor(at.getTime() / seconds(1)) * seconds(1)

const voiceCalls = (api: Api) =>
  ({
    startCall: async asked => callFacts(await api.calls.create(callOptions(asked))),
    async calls({ to, since }) {
      const found = await api.calls.list({ to, startTimeAfter: since, limit: 100 })
      const at = (one: CallInstance) => (one.startTime ?? one.dateCreated ?? since).getTime()
      return found
        .filter(one => one.direction === 'outbound-api' && at(one) >= toWholeSecond(since))
        .sort((a, b) => at(b) - at(a))
        .map(callFacts)
    },
    async endCall(sid, answered) {
      await api.calls(sid).update({ status: answered ? 'completed' : 'canceled' })
    },
    call: async sid => api.calls(sid).fetch().then(callFacts, missing),
    async deleteRecording(sid) {
      await api.recordings(sid).remove().catch(missing)
    },
    async deleteTranscript(sid) {
      await api.transcriptions(sid).remove().catch(missing)
    },
  }) satisfies Partial<Carrier>

const numberFacts = (one: IncomingPhoneNumberInstance): NumberFacts => ({
  sid: one.sid,
  number: one.phoneNumber,
  name: one.friendlyName,
  voice: Boolean(one.capabilities?.voice),
  sms: Boolean(one.capabilities?.sms),
  mms: Boolean(one.capabilities?.mms),
  smsUrl: one.smsUrl ?? '',
  voiceUrl: one.voiceUrl ?? '',
  statusUrl: one.statusCallback ?? '',
})

const hooked = ({ smsUrl, voiceUrl, statusUrl }: Hooks) => ({
  smsUrl,
  smsMethod: 'POST',
  voiceUrl,
  voiceMethod: 'POST',
  statusCallback: statusUrl,
  statusCallbackMethod: 'POST',
})

async function offers(api: Api, wanted: OfferFilter) {
  const { country, kind, areaCode, contains, voice, sms, mms } = wanted
  const filter = {
    limit: 20,
    ...(areaCode && kind === 'local' && { areaCode: Number(areaCode) }),
    // Toll-free numbers have no areas; their three digits are part of the number.
    ...((contains || (areaCode && kind === 'toll_free')) && { contains: contains ?? `${areaCode}*******` }),
    ...(voice && { voiceEnabled: true }),
    ...(sms && { smsEnabled: true }),
    ...(mms && { mmsEnabled: true }),
  }
  const shop = api.availablePhoneNumbers(country)
  const found = await (kind === 'toll_free' ? shop.tollFree.list(filter) : shop.local.list(filter)).catch(missing)
  const { phoneNumberPrices = [], priceUnit = 'USD' } =
    (await api.pricing.v1.phoneNumbers
      .countries(country)
      .fetch()
      .catch(() => null)) ?? {}
  const sort = kind === 'toll_free' ? 'toll free' : 'local'
  const price = phoneNumberPrices.map(priced).find(one => one.sort === sort)
  return (found ?? []).map(one => ({
    number: one.phoneNumber,
    city: one.locality ?? '',
    region: one.region ?? '',
    voice: Boolean(one.capabilities?.voice),
    sms: Boolean((one.capabilities as { SMS?: boolean; sms?: boolean }).SMS ?? one.capabilities?.sms),
    mms: Boolean((one.capabilities as { MMS?: boolean; mms?: boolean }).MMS ?? one.capabilities?.mms),
    monthly: millionths(price?.current) ?? 0,
    currency: priceUnit.toUpperCase(),
  }))
}

/** The library hands these on in either spelling. */
const priced = (one: object) => {
  const { numberType, number_type, currentPrice, current_price } = one as Record<string, string | number | undefined>
  return { sort: numberType ?? number_type, current: String(currentPrice ?? current_price ?? '') }
}

const numberCalls = (api: Api) =>
  ({
    offers: wanted => offers(api, wanted),
    buy: async (number, name, hooks) =>
      numberFacts(await api.incomingPhoneNumbers.create({ phoneNumber: number, friendlyName: name, ...hooked(hooks) })),
    numbers: async () => (await api.incomingPhoneNumbers.list({ limit: 500 })).map(numberFacts),
    setHooks: async (sid, hooks) => numberFacts(await api.incomingPhoneNumbers(sid).update(hooked(hooks))),
    async rename(sid, name) {
      await api.incomingPhoneNumbers(sid).update({ friendlyName: name })
    },
    async release(sid) {
      await api.incomingPhoneNumbers(sid).remove().catch(missing)
    },
  }) satisfies Partial<Carrier>

const TOKEN_SECONDS = 600

const browserCalls = (api: Api, { sid, keySid, keySecret }: LiveAccess) =>
  ({
    async browserApp(friendlyName, { voiceUrl, statusUrl }) {
      const set = { voiceUrl, voiceMethod: 'POST', statusCallback: statusUrl, statusCallbackMethod: 'POST' }
      const [known] = await api.applications.list({ friendlyName, limit: 1 })
      const app = known
        ? await api.applications(known.sid).update(set)
        : await api.applications.create({ friendlyName, ...set })
      return app.sid
    },
    async browserToken({ identity, appSid }) {
      if (!keySid || !keySecret) throw new CarrierRefused('There is no API key', 'no_key')
      const { AccessToken } = twilio.jwt
      const token = new AccessToken(sid, keySid, keySecret, { identity, ttl: TOKEN_SECONDS })
      token.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid: appSid, incomingAllow: true }))
      return { token: token.toJwt(), expiresAt: new Date(clock.ms() + seconds(TOKEN_SECONDS)) }
    },
    // The browser does these itself.
    async browserCalls() {},
    async browserPicks() {},
  }) satisfies Partial<Carrier>

/** Only from the carrier itself: an address in a notice must not make us fetch from elsewhere with our key. */
async function download(url: string, home: string, authorization: string): Promise<Media> {
  if (new URL(url).origin !== new URL(home).origin)
    throw new CarrierRefused('That is no address of the carrier', 'foreign')
  // It answers with the address of its store, which must not see our key.
  const answer = await fetch(url, {
    headers: { authorization },
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  })
  const moved = answer.headers.get('location')
  const file =
    moved && answer.status >= 300 && answer.status < 400
      ? await fetch(moved, { signal: AbortSignal.timeout(60_000) })
      : answer
  if (!file.ok || !file.body)
    throw new CarrierRefused(
      `The carrier answered ${file.status}`,
      String(file.status),
      file.status >= 500 || file.status === 404,
    )
  return { contentType: file.headers.get('content-type') ?? 'application/octet-stream', content: file.body }
}
