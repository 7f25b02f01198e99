import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import { CarrierRefused } from '../../index.ts'
import { immediate, passTime, wake } from '../callbacks/service.ts'
import type { Call, OwnedNumber } from '../rules.ts'
import { answer, finish } from '../steps/service.ts'
import { having, inSandbox, keep, newSid, take, tell } from '../store/service.ts'
import { carrierObjects, carrierTexts } from '../tables.ts'

/** The other side: phones of people, who write and call, pick up and hang up. */

async function owned(account: string, number: string) {
  const [found] = await inSandbox(db => having(db, 'number', account, number))
  if (!found) throw new CarrierRefused('There is no such number', '20404')
  return found
}

const happen = async () => (immediate ? passTime() : wake())

/** Somebody writes to a number of the account. */
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
      ...{ MessageSid: sid, SmsMessageSid: sid, SmsSid: sid, SmsStatus: 'received', From: from, To: to, Body: body },
      ...{ NumMedia: String(media.length), NumSegments: '1', ...Object.fromEntries(pictures) },
    })
  })
  await happen()
}

/** Somebody calls a number of the account; what our address answers is done. */
export async function callIn(account: string, { from, to }: { from: string; to: string }): Promise<string> {
  const { data } = await owned(account, to)
  const sid = newSid('CA')
  const call: Call = {
    ...{ from, to, direction: 'inbound', state: 'ringing', statusUrl: data.statusUrl, twiml: '', next: null },
    ...{ startedAt: clock.ms(), answeredAt: null, endedAt: null, recordingUrl: null, actionUrl: null, sequence: 0 },
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
  state: Call['state']
}

/** Phones that ring or are in use, of every account. */
export const phonesInUse = (): Promise<Phone[]> =>
  inSandbox(async db => {
    const rows = await db
      .select()
      .from(carrierObjects)
      .where(
        and(
          eq(carrierObjects.kind, 'call'),
          sql`${carrierObjects.data} ->> 'endedAt' is null`,
          gt(carrierObjects.createdAt, new Date(clock.ms() - minutes(30))),
        ),
      )
      .orderBy(desc(carrierObjects.createdAt))
      .limit(20)
    return rows.map(({ sid, account, data }) => {
      const { from, to, state } = data as Call
      return { sid, account, from, to, state }
    })
  })

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
    const call = await take(db, 'call', sid)
    if (!call || call.data.endedAt) throw new CarrierRefused('That call is over', '20404')
    if (what === 'answer') {
      if (call.data.answeredAt) return
      await answer(db, call)
    } else await finish(db, call, call.data.answeredAt ? 'completed' : 'busy')
  })
  await happen()
}
