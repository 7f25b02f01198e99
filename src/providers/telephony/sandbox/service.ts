import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import { SegmentedMessage } from 'sms-segments-calculator'
import { clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { CallFacts, Carrier, NumberFacts, OutgoingCall, TextFacts } from '../index.ts'
import { CarrierRefused, CarrierSilent } from '../rules/errors.ts'
import { browserCalls } from './browsers/service.ts'
import { immediate, passTime, wake } from './callbacks/service.ts'
import { isBusy, post } from './posting/service.ts'
import { magic, refusals, stock, tone } from './rules.ts'
import { dial, finish, lengthOf } from './steps/service.ts'
import { accountSid, forget, having, inSandbox, type Kept, keep, newSid, take, tokenOf } from './store/service.ts'
import { carrierObjects, carrierTexts } from './tables.ts'

const SEGMENT_PRICE = 7_900

/** Stands in for Twilio: keeps what it is given, sells numbers, rings and answers, signs its notices. */
export function sandboxCarrier(clientId: string): Carrier {
  const account = accountSid(clientId)
  return {
    name: 'sandbox',
    accountSid: account,
    account: async () => {
      await tokenOf(account)
      return { sid: account, name: 'Sandbox carrier', type: 'full', status: 'active', balance: null }
    },
    ...textCalls(account),
    ...voiceCalls(account),
    ...numberCalls(account),
    ...browserCalls(account),
  }
}

const textFacts = ({
  recipient,
  sender,
  state,
  createdAt,
  price,
  ...rest
}: typeof carrierTexts.$inferSelect): TextFacts => ({
  sid: rest.sid,
  body: rest.body,
  errorCode: rest.errorCode,
  to: recipient,
  from: sender,
  state,
  at: createdAt,
  price,
  currency: price === null ? null : 'USD',
})

/** As Twilio counts them: by its own calculator. */
const segmentsOf = (text: string) => new SegmentedMessage(text).segmentsCount

/** Texts arrive after a moment; in tests at once. */
const soon = (ms: number) => clock.ms() + (immediate ? 0 : ms)
const happen = async () => (immediate ? passTime() : wake())

type Asked = Parameters<Carrier['sendText']>[0]

async function sendText(account: string, { from, to, text, mediaUrls = [], statusUrl }: Asked) {
  const { refuse, fail, silent } = magic[to] ?? {}
  if (refuse) throw new CarrierRefused(refusals[refuse]!, refuse)
  if (silent === 'before') throw new CarrierSilent('The carrier did not respond in time')
  const sid = newSid(mediaUrls.length ? 'MM' : 'SM')
  const segments = segmentsOf(text)
  const state = fail ? ('undelivered' as const) : ('delivered' as const)
  const price = segments * SEGMENT_PRICE
  const told = { MessageSid: sid, SmsSid: sid, From: from, To: to }
  const end = { MessageStatus: state, SmsStatus: state, Price: String(price / -1_000_000), PriceUnit: 'USD' }
  const last = { ...told, ...end, ...(fail && { ErrorCode: fail }) }
  const first = { ...told, MessageStatus: 'sent', SmsStatus: 'sent' }
  await post({
    sid,
    account,
    sender: from,
    recipient: to,
    body: text,
    media: mediaUrls,
    state,
    errorCode: fail ?? null,
    segments,
    price,
    notices: [
      ...(isBusy() ? [] : [{ url: statusUrl, params: first, due: soon(200) }]),
      { url: statusUrl, params: last, due: soon(900) },
    ],
  })
  await happen()
  if (silent) throw new CarrierSilent('The carrier did not respond in time')
  return { sid, from, segments }
}

const textCalls = (account: string) =>
  ({
    sendText: asked => sendText(account, asked),
    text: sid =>
      inSandbox(async db => {
        const [row] = await db
          .select()
          .from(carrierTexts)
          .where(and(eq(carrierTexts.sid, sid), eq(carrierTexts.account, account)))
        return row ? textFacts(row) : null
      }),
    texts: ({ to, from, since }) =>
      inSandbox(async db => {
        const { direction, recipient, sender, createdAt } = carrierTexts
        const rows = await db
          .select()
          .from(carrierTexts)
          .where(
            and(
              eq(carrierTexts.account, account),
              eq(direction, 'out'),
              gt(createdAt, since),
              to ? eq(recipient, to) : undefined,
              from ? eq(sender, from) : undefined,
            ),
          )
          .orderBy(desc(createdAt))
          .limit(1_000)
        return rows.map(textFacts)
      }),
    async media(url) {
      const [, type = '', data = ''] = /^data:([\w/+.-]+);base64,(.+)$/s.exec(url) ?? []
      if (!type) throw new CarrierRefused('There is no such picture', '20404')
      return { contentType: type, content: once(Buffer.from(data, 'base64')) }
    },
  }) satisfies Partial<Carrier>

async function* once(bytes: Uint8Array) {
  yield bytes
}

const callFacts = ({ sid, key, data }: Kept<'call'>): CallFacts => ({
  sid,
  parentSid: key || null,
  from: data.from,
  to: data.to,
  state: data.state,
  duration: data.endedAt ? lengthOf(data) : null,
  answeredBy: data.answeredBy ?? null,
  ...(data.answeredAt ? { price: 14_000, currency: 'USD' } : { price: null, currency: null }),
})

const mine = async <K extends 'call' | 'number' | 'recording'>(db: Db, kind: K, account: string, sid: string) => {
  const found = await take(db, kind, sid)
  return found?.account === account ? found : undefined
}

async function startCall(account: string, asked: OutgoingCall): Promise<CallFacts> {
  const { from, to, twiml = '', answerUrl = null, detectMachine = false, statusUrl, timeLimit = null } = asked
  const announces = detectMachine || answerUrl !== null
  const placing = announces ? magic[to]?.placing : undefined
  if (placing === 'refused') throw new CarrierRefused(refusals['21211']!, '21211')
  if (placing === 'silent') throw new CarrierSilent('The carrier did not respond in time')
  if (placing === 'throttled once' && (await isFirstTry(account, to)))
    throw new CarrierRefused('Too many requests', '20429', true)
  const call = await inSandbox(async db => {
    if ((await having(db, 'number', account, from)).length === 0)
      throw new CarrierRefused(`The number ${from} is not one of this account`, '21210')
    const said = answerUrl ? { answerUrl, twiml: '' } : { twiml }
    const facts = { from, to, statusUrl, direction: 'outbound-api' as const, announces, detectMachine, timeLimit }
    return dial(db, account, { ...facts, ...said })
  })
  wake(500)
  if (placing === 'made, answer lost') throw new CarrierSilent('The carrier did not respond in time')
  return callFacts(call)
}

/** Says so once for each number. */
async function isFirstTry(account: string, to: string): Promise<boolean> {
  await tokenOf(account)
  return inSandbox(async db => {
    const row = (await take(db, 'account', account))!
    const throttled = row.data.throttled ?? []
    if (throttled.includes(to)) return false
    await keep(db, 'account', { ...row, data: { ...row.data, throttled: [...throttled, to] } })
    return true
  })
}

const listCalls = (account: string, { to, since }: { to: string; since: Date }) =>
  inSandbox(async db => {
    const { kind, data, createdAt } = carrierObjects
    const rows = await db
      .select()
      .from(carrierObjects)
      .where(
        and(
          eq(carrierObjects.account, account),
          eq(kind, 'call'),
          sql`${data} ->> 'to' = ${to}`,
          sql`${data} ->> 'direction' = 'outbound-api'`,
          gte(createdAt, since),
        ),
      )
      .orderBy(desc(createdAt))
      .limit(100)
    return rows.map(row => callFacts(row as Kept<'call'>))
  })

const voiceCalls = (account: string) =>
  ({
    startCall: asked => startCall(account, asked),
    calls: filter => listCalls(account, filter),
    async endCall(sid, answered) {
      await inSandbox(async db => {
        const call = await mine(db, 'call', account, sid)
        if (call) await finish(db, call, answered ? 'completed' : 'canceled')
      })
      await happen()
    },
    call: sid =>
      inSandbox(async db => {
        const call = await mine(db, 'call', account, sid)
        return call ? callFacts(call) : null
      }),
    async recording(sid) {
      const found = await inSandbox(db => mine(db, 'recording', account, sid))
      if (!found) throw new CarrierRefused('There is no such recording', '20404')
      async function* content() {
        yield* tone(found!.data.duration)
      }
      return { contentType: 'audio/wav', content: content() }
    },
    deleteRecording: sid =>
      inSandbox(async db => void ((await mine(db, 'recording', account, sid)) && (await forget(db, sid)))),
    // It keeps none apart from its notice.
    async deleteTranscript() {},
  }) satisfies Partial<Carrier>

const numberFacts = ({ sid, key, data }: Kept<'number'>): NumberFacts => ({ sid, number: key, ...data })

const numberCalls = (account: string) =>
  ({
    offers: wanted =>
      inSandbox(async db => {
        const all = stock(wanted)
        const taken = await db
          .select({ number: carrierObjects.key })
          .from(carrierObjects)
          .where(
            and(
              eq(carrierObjects.kind, 'number'),
              inArray(
                carrierObjects.key,
                all.map(one => one.number),
              ),
            ),
          )
        const gone = new Set(taken.map(one => one.number))
        return all.filter(one => !gone.has(one.number)).slice(0, 20)
      }),
    buy: (number, name, hooks) =>
      inSandbox(async db => {
        // Two who buy the same: the second finds it sold.
        await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${number}, 7))`)
        const [known] = await db
          .select({ sid: carrierObjects.sid })
          .from(carrierObjects)
          .where(and(eq(carrierObjects.kind, 'number'), eq(carrierObjects.key, number)))
        const offer = (['local', 'toll_free'] as const)
          .flatMap(kind =>
            ['US', 'CA', 'GB', 'AU'].flatMap(country =>
              stock({ country, kind, areaCode: /^\+1(\d{3})/.exec(number)?.[1] }),
            ),
          )
          .find(one => one.number === number)
        if (known || !offer) throw new CarrierRefused(`${number} is no longer available`, '21422')
        const { voice, sms, mms } = offer
        const sid = await keep(db, 'number', { account, key: number, data: { name, voice, sms, mms, ...hooks } })
        return numberFacts((await take(db, 'number', sid))!)
      }),
    numbers: () => inSandbox(async db => (await having(db, 'number', account)).map(numberFacts)),
    setHooks: (sid, hooks) =>
      inSandbox(async db => {
        const number = await changed(db, account, sid, hooks)
        return numberFacts(number)
      }),
    rename: (sid, name) => inSandbox(async db => void (await changed(db, account, sid, { name }))),
    release: sid => inSandbox(async db => void ((await mine(db, 'number', account, sid)) && (await forget(db, sid)))),
  }) satisfies Partial<Carrier>

async function changed(db: Db, account: string, sid: string, changes: Partial<Kept<'number'>['data']>) {
  const number = await mine(db, 'number', account, sid)
  if (!number) throw new CarrierRefused('This number is not in this account', '20404')
  Object.assign(number.data, changes)
  await keep(db, 'number', number)
  return number
}
