import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { clock, days, minutes } from '#kernel/clock.ts'
import { CarrierRefused } from '../../rules/errors.ts'
import { immediate, passTime, wake } from '../callbacks/service.ts'
import type { Line } from '../rules/twiml.ts'
import { type Call, CLIENT, type OwnedNumber } from '../rules.ts'
import { answer, finish, keyed } from '../steps/service.ts'
import { having, inSandbox, keep, newSid, take, tell } from '../store/service.ts'
import { carrierObjects, carrierTexts } from '../tables.ts'

/** The other side: phones of people, who write and call, pick up and hang up. */

async function owned(account: string, number: string) {
  const [found] = await inSandbox(db => having(db, 'number', account, number))
  if (!found) throw new CarrierRefused('Number not found', '20404')
  return found
}

const happen = async () => (immediate ? passTime() : wake())

/** Someone writes to a number of the account. */
export async function textIn(
  account: string,
  { from, to, body, media = [] }: { from: string; to: string; body: string; media?: string[] },
): Promise<void> {
  const { data } = await owned(account, to)
  const sid = newSid(media.length ? 'MM' : 'SM')
  await inSandbox(async db => {
    const text = { sid, account, direction: 'in' as const, sender: from, recipient: to, body, media }
    await db.insert(carrierTexts).values({ ...text, state: 'delivered', createdAt: clock.now() })
    const pictures = media.flatMap((url, i) => [
      [`MediaUrl${i}`, url],
      [`MediaContentType${i}`, /^data:([^;]+)/.exec(url)?.[1] ?? ''],
    ])
    await tell(db, account, data.smsUrl, {
      MessageSid: sid,
      SmsMessageSid: sid,
      SmsSid: sid,
      SmsStatus: 'received',
      From: from,
      To: to,
      Body: body,
      NumMedia: String(media.length),
      NumSegments: '1',
      ...Object.fromEntries(pictures),
    })
  })
  await happen()
}

/** Someone calls a number of the account; what our address answers is done. */
export async function callIn(account: string, { from, to }: { from: string; to: string }): Promise<string> {
  const { data } = await owned(account, to)
  const sid = newSid('CA')
  const call: Call = {
    from,
    to,
    direction: 'inbound',
    state: 'ringing',
    statusUrl: data.statusUrl,
    twiml: '',
    next: null,
    startedAt: clock.ms(),
    answeredAt: null,
    endedAt: null,
    recordingUrl: null,
    actionUrl: null,
    sequence: 0,
  }
  await inSandbox(async db => {
    await keep(db, 'call', { sid, account, data: call })
    const told = {
      CallSid: sid,
      From: from,
      To: to,
      Called: to,
      Caller: from,
      Direction: 'inbound',
      CallStatus: 'ringing',
    }
    await tell(db, account, data.voiceUrl, told, { callSid: sid })
  })
  await happen()
  return sid
}

export interface Phone {
  sid: string
  account: string
  from: string
  to: string
  direction: Call['direction']
  state: Call['state']
  answeredBy: Call['answeredBy'] | null
  /** What they heard last. */
  said: string[]
  /** All that they heard. */
  lines: Line[]
  pressed: string
  /** They may press keys, or speak after the tone. */
  keys: boolean
  speaks: boolean
  startedAt: Date
}

const LAST = 6

const toPhone = ({ sid, account, data, createdAt }: typeof carrierObjects.$inferSelect): Phone => {
  const { from, to, direction, state, answeredBy, heard = [], pressed, gather, recordingSince } = data as Call
  const said = heard.map(line => line.text).filter(Boolean)
  return {
    sid,
    account,
    from,
    to,
    direction,
    state,
    answeredBy: answeredBy ?? null,
    said: said.slice(-LAST),
    lines: heard,
    pressed: pressed ?? '',
    keys: Boolean(gather),
    speaks: recordingSince !== undefined,
    startedAt: createdAt,
  }
}

const phonesSince = (ended: boolean, since: Date, most: number): Promise<Phone[]> =>
  inSandbox(async db => {
    const { kind, data, createdAt, sid } = carrierObjects
    const rows = await db
      .select()
      .from(carrierObjects)
      .where(
        and(
          eq(kind, 'call'),
          ended ? sql`${data} ->> 'endedAt' is not null` : sql`${data} ->> 'endedAt' is null`,
          // A browser rings in the browser.
          sql`${data} ->> 'to' not like ${`${CLIENT}%`}`,
          sql`${data} ->> 'from' not like ${`${CLIENT}%`}`,
          gt(createdAt, since),
        ),
      )
      .orderBy(desc(createdAt), desc(sid))
      .limit(most)
    return rows.map(toPhone)
  })

/** Phones that ring or are in use, of every account. */
export const phonesInUse = (): Promise<Phone[]> => phonesSince(false, new Date(clock.ms() - minutes(30)), 20)

/** Calls of the last day that are over, of every account, newest first. */
export const endedCalls = (): Promise<Phone[]> => phonesSince(true, new Date(clock.ms() - days(1)), 50)

/** Numbers that can be called and written to, with whose they are. */
export const numbersInUse = (): Promise<{ account: string; number: string; name: string }[]> =>
  inSandbox(async db => {
    const rows = await db
      .select()
      .from(carrierObjects)
      .where(eq(carrierObjects.kind, 'number'))
      .orderBy(asc(carrierObjects.createdAt), asc(carrierObjects.sid))
      .limit(200)
    return rows.map(({ account, key, data }) => ({ account, number: key, name: (data as OwnedNumber).name }))
  })

/** The other side does something with its phone. */
export async function press(sid: string, what: 'answer' | 'decline' | 'hang_up'): Promise<void> {
  await inSandbox(async db => {
    const call = await going(db, sid)
    if (what === 'answer') {
      if (call.data.answeredAt) return
      await answer(db, call, true)
    } else await finish(db, call, call.data.answeredAt ? 'completed' : 'busy')
  })
  await happen()
}

/** A call of theirs that is still on. */
async function going(db: Parameters<typeof take>[0], sid: string) {
  const call = await take(db, 'call', sid)
  if (!call || call.data.endedAt) throw new CarrierRefused('The call has ended', '20404')
  return call
}

/** The other side presses a key of its phone. */
export async function pressKey(sid: string, digit: string): Promise<void> {
  await inSandbox(async db => {
    const call = await going(db, sid)
    call.data.byHand = true
    await keyed(db, call, digit)
  })
  await happen()
}

/** The other side says that after the tone, and hangs up. */
export async function speak(sid: string, text: string): Promise<void> {
  await inSandbox(async db => {
    const call = await going(db, sid)
    if (call.data.recordingSince === undefined) throw new CarrierRefused('Nobody is on the line yet', '20404')
    call.data.spoken = text
    await finish(db, call, 'completed')
  })
  await happen()
}
