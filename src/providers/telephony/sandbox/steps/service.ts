import { and, eq, lte, sql } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { type Call, magic, readTwiml } from '../rules.ts'
import { having, inSandbox, type Kept, keep, newSid, take, tell } from '../store/service.ts'
import { carrierObjects } from '../tables.ts'

const after = (s: number) => clock.ms() + seconds(s)
/** Somebody hangs up in the end, should nobody do it before. */
const LONGEST = 45
const VOICEMAIL = 8

const put = (db: Db, { sid, account, key }: Kept<'call'>, data: Call, due: number | null = null) =>
  keep(db, 'call', { sid, account, key, data, due })

/** Its next notice; a completed call says how long it was. */
async function notify(db: Db, call: Kept<'call'>): Promise<void> {
  const { data } = call
  const over = data.endedAt !== null
  await tell(db, call.account, data.statusUrl, {
    CallSid: call.sid,
    From: data.from,
    To: data.to,
    CallStatus: data.state,
    Direction: data.direction,
    SequenceNumber: String(data.sequence++),
    ...(call.key && { ParentCallSid: call.key }),
    ...(over && { CallDuration: String(lengthOf(data)), Price: data.answeredAt ? '-0.014' : '', PriceUnit: 'USD' }),
  })
}

export const lengthOf = ({ answeredAt, endedAt }: Call) =>
  answeredAt && endedAt ? Math.max(1, Math.round((endedAt - answeredAt) / 1_000)) : 0

/** Begins to ring at the other side. */
export async function dial(
  db: Db,
  account: string,
  call: Pick<Call, 'from' | 'to' | 'direction' | 'statusUrl' | 'twiml'> & {
    parent?: string
    recordingUrl?: string | null
  },
): Promise<Kept<'call'>> {
  const { parent = '', recordingUrl = null, ...facts } = call
  const data: Call = {
    ...facts,
    recordingUrl,
    ...{
      state: 'queued',
      next: 'ring',
      startedAt: clock.ms(),
      answeredAt: null,
      endedAt: null,
      actionUrl: null,
      sequence: 0,
    },
  }
  const due = after(0.5)
  const made = { sid: newSid('CA'), account, key: parent, data, dueAt: new Date(due), createdAt: clock.now() }
  await put(db, made, data, due)
  return made
}

/** Everything whose time has come. */
export async function advance(): Promise<number> {
  return inSandbox(async db => {
    const due = await db
      .select({ sid: carrierObjects.sid })
      .from(carrierObjects)
      .where(and(eq(carrierObjects.kind, 'call'), lte(carrierObjects.dueAt, clock.now())))
      .orderBy(carrierObjects.dueAt)
      .limit(100)
      .for('update', { skipLocked: true })
    for (const { sid } of due) await step(db, (await take(db, 'call', sid))!)
    return due.length
  })
}

async function step(db: Db, call: Kept<'call'>): Promise<void> {
  const { data } = call
  switch (data.next) {
    case 'ring': {
      const next = magic[data.to]?.call ?? 'answer'
      Object.assign(data, { state: 'ringing', next })
      await notify(db, call)
      return void (await put(db, call, data, after(next === 'no-answer' ? 8 : 2)))
    }
    case 'answer':
      return answer(db, call)
    case 'busy':
    case 'no-answer':
    case 'failed':
      return finish(db, call, data.next)
    case 'end':
      return finish(db, call, 'completed')
    default:
      return void (await put(db, call, data))
  }
}

/** Somebody picks up, or our own side does. */
export async function answer(db: Db, call: Kept<'call'>): Promise<void> {
  Object.assign(call.data, { state: 'in-progress', answeredAt: clock.ms(), next: 'end' })
  await notify(db, call)
  await put(db, call, call.data, after(LONGEST))
  if (call.data.twiml) await obey(db, call, call.data.twiml)
}

/** Does what an answer of ours says. */
export async function obey(db: Db, call: Kept<'call'>, twiml: string): Promise<void> {
  const { dial: other, record } = readTwiml(twiml)
  const { data } = call
  if (data.endedAt) return
  if (other) {
    data.actionUrl = other.action ?? null
    await dial(db, call.account, {
      ...{ from: other.callerId ?? data.from, to: other.to, direction: 'outbound-dial', twiml: '' },
      ...{ statusUrl: other.number.statusCallback ?? '', parent: call.sid },
      recordingUrl: other.record && other.record !== 'do-not-record' ? (other.recordingStatusCallback ?? '') : null,
    })
    // It lasts as long as the other.
    return void (await put(db, call, { ...data, next: null }))
  }
  if (record) data.recordingUrl = record.recordingStatusCallback ?? ''
  await put(db, call, { ...data, next: 'end' }, after(record ? VOICEMAIL : 3))
}

/** It is over; what belongs to it follows. */
export async function finish(db: Db, call: Kept<'call'>, state: Call['state']): Promise<void> {
  const { data, account, sid } = call
  if (data.endedAt) return
  Object.assign(data, { state, endedAt: clock.ms(), next: null })
  await notify(db, call)
  await put(db, call, data)
  if (data.recordingUrl !== null && data.answeredAt) {
    const duration = lengthOf(data)
    const recording = await keep(db, 'recording', { account, key: sid, data: { duration } })
    const told = {
      RecordingSid: recording,
      RecordingStatus: 'completed',
      RecordingDuration: String(duration),
      CallSid: call.key || sid,
    }
    await tell(db, account, data.recordingUrl, told)
  }
  for (const child of await having(db, 'call', account, sid))
    await finish(db, (await take(db, 'call', child.sid))!, child.data.answeredAt ? 'completed' : 'canceled')
  if (call.key) await afterDial(db, call)
}

/** The call that dialled this one goes on as its answer says, or ends with it. */
async function afterDial(db: Db, child: Kept<'call'>): Promise<void> {
  const parent = await take(db, 'call', child.key)
  if (!parent || parent.data.endedAt) return
  const { actionUrl } = parent.data
  if (!actionUrl) return finish(db, parent, 'completed')
  const { from, to, direction } = parent.data
  const told = {
    CallSid: parent.sid,
    From: from,
    To: to,
    Direction: direction,
    CallStatus: 'in-progress',
    DialCallStatus: child.data.state,
  }
  await put(db, parent, { ...parent.data, actionUrl: null })
  await tell(db, parent.account, actionUrl, told, { callSid: parent.sid })
}

/** How long until something else happens, in milliseconds; null where nothing waits. */
export const untilNext = (): Promise<number | null> =>
  inSandbox(async db => {
    const { rows } = await db.execute<{ at: string | null }>(
      sql`select least((select min(due_at) from carrier_sandbox_objects where due_at is not null), (select min(due_at) from carrier_sandbox_callbacks)) as at`,
    )
    const at = rows[0]?.at
    return at ? Math.max(0, new Date(at).getTime() - clock.ms()) : null
  })
