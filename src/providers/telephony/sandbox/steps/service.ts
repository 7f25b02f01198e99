import { and, eq, lte, sql } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { type Call, CLIENT, magic, readTwiml, spokenFor } from '../rules.ts'
import { having, inSandbox, type Kept, keep, newSid, take, tell } from '../store/service.ts'
import { carrierObjects } from '../tables.ts'

const after = (s: number) => clock.ms() + seconds(s)
/** Someone hangs up in the end, should nobody do it before. */
const LONGEST = 45
/** Nobody speaks longer into the machine; typing what one says takes a while. */
const VOICEMAIL = 60
/** Reading a menu takes longer than hearing it. */
const SILENCE = 20
const UNANSWERED = 20
const LINES = 6

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
    state: 'queued',
    next: 'ring',
    startedAt: clock.ms(),
    answeredAt: null,
    endedAt: null,
    actionUrl: null,
    sequence: 0,
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
      // A call to a browser is picked up by the member who uses it, or not at all.
      const browser = data.to.startsWith(CLIENT)
      const next = browser ? 'no-answer' : (magic[data.to]?.call ?? 'answer')
      Object.assign(data, { state: 'ringing', next })
      await notify(db, call)
      return void (await put(db, call, data, after(browser ? UNANSWERED : next === 'no-answer' ? 8 : 2)))
    }
    case 'answer':
      return answer(db, call)
    case 'busy':
    case 'no-answer':
    case 'failed':
      return finish(db, call, data.next)
    case 'silence':
      return keyed(db, call, '')
    case 'end':
      return finish(db, call, 'completed')
    default:
      return void (await put(db, call, data))
  }
}

/** Someone picks up, or our own side does. */
export async function answer(db: Db, call: Kept<'call'>): Promise<void> {
  Object.assign(call.data, { state: 'in-progress', answeredAt: clock.ms(), next: 'end' })
  await notify(db, call)
  await put(db, call, call.data, after(LONGEST))
  // The phones that rang at the same time stop.
  if (call.key)
    for (const other of await having(db, 'call', call.account, call.key))
      if (other.sid !== call.sid) await finish(db, (await take(db, 'call', other.sid))!, 'canceled')
  if (call.data.twiml) await obey(db, call, call.data.twiml)
}

/** What every question about a call brings along. */
const aboutCall = ({ sid, data: { from, to, direction } }: Kept<'call'>) => ({
  CallSid: sid,
  From: from,
  To: to,
  Direction: direction,
  CallStatus: 'in-progress',
})

/** A key, or none in time: our address says how it goes on. */
export async function keyed(db: Db, call: Kept<'call'>, digit: string): Promise<void> {
  const { gatherUrl } = call.data
  if (!gatherUrl || call.data.endedAt) return
  await put(db, call, { ...call.data, gatherUrl: null, next: null })
  await tell(db, call.account, gatherUrl, { ...aboutCall(call), Digits: digit }, { callSid: call.sid })
}

/** Does what an answer of ours says. */
export async function obey(db: Db, call: Kept<'call'>, twiml: string): Promise<void> {
  const { dial: other, record, gather, said } = readTwiml(twiml)
  const { data } = call
  if (data.endedAt) return
  data.said = [...(data.said ?? []), ...said].slice(-LINES)
  if (other) {
    data.actionUrl = other.action ?? null
    for (const { to, statusUrl } of other.targets)
      await dial(db, call.account, {
        from: other.callerId ?? data.from,
        to,
        direction: 'outbound-dial',
        twiml: '',
        statusUrl,
        parent: call.sid,
        recordingUrl: other.record && other.record !== 'do-not-record' ? (other.recordingStatusCallback ?? '') : null,
      })
    // It lasts as long as the other.
    return void (await put(db, call, { ...data, next: null }))
  }
  if (gather) {
    data.gatherUrl = gather.action ?? ''
    return void (await put(db, call, { ...data, next: 'silence' }, after(SILENCE)))
  }
  if (record) {
    data.recordingUrl = record.recordingStatusCallback ?? ''
    data.transcriptUrl = record.transcribeCallback ?? null
    data.recordingSince = clock.ms()
  }
  await put(db, call, { ...data, next: 'end' }, after(record ? VOICEMAIL : 3))
}

/** It is over; what belongs to it follows. */
export async function finish(db: Db, call: Kept<'call'>, state: Call['state']): Promise<void> {
  const { data, account, sid } = call
  if (data.endedAt) return
  Object.assign(data, { state, endedAt: clock.ms(), next: null })
  await notify(db, call)
  await put(db, call, data)
  if (data.recordingUrl !== null && data.answeredAt) await recorded(db, call)
  for (const child of await having(db, 'call', account, sid))
    await finish(db, (await take(db, 'call', child.sid))!, child.data.answeredAt ? 'completed' : 'canceled')
  if (call.key) await afterDial(db, call)
}

async function recorded(db: Db, { sid, key, account, data }: Kept<'call'>): Promise<void> {
  const { recordingSince, spoken, transcriptUrl } = data
  const length = recordingSince ? Math.max(1, Math.round((data.endedAt! - recordingSince) / 1_000)) : lengthOf(data)
  const duration = spoken ? spokenFor(spoken) : length
  const recording = await keep(db, 'recording', { account, key: sid, data: { duration } })
  const about = { RecordingSid: recording, CallSid: key || sid }
  await tell(db, account, data.recordingUrl!, {
    ...about,
    RecordingStatus: 'completed',
    RecordingDuration: String(duration),
  })
  if (!transcriptUrl || !spoken) return
  await tell(db, account, transcriptUrl, {
    ...about,
    TranscriptionSid: newSid('TR'),
    TranscriptionStatus: 'completed',
    TranscriptionText: spoken,
  })
}

/** The call that dialled this one goes on as its answer says, or ends with it. */
async function afterDial(db: Db, child: Kept<'call'>): Promise<void> {
  const parent = await take(db, 'call', child.key)
  if (!parent || parent.data.endedAt) return
  const { actionUrl } = parent.data
  // Someone else may still pick up.
  if ((await having(db, 'call', parent.account, parent.sid)).some(one => one.data.endedAt === null)) return
  if (!actionUrl) return finish(db, parent, 'completed')
  // Of several that rang, the one that was picked up counts.
  const rung = await having(db, 'call', parent.account, parent.sid)
  const counted = rung.find(one => one.data.answeredAt) ?? child
  const told = { ...aboutCall(parent), DialCallStatus: counted.data.state }
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
