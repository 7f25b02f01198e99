import { and, eq, lte, sql } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { reactionOf } from '../rules/reactions.ts'
import { type Line, readTwiml, spokenFor, type Verb } from '../rules/twiml.ts'
import { type Call, CLIENT, magic } from '../rules.ts'
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
/** A machine's own words, before it listens. */
const GREETING = 4
/** Enough for any announcement; a menu that repeats itself must not fill the row. */
const LINES = 60
/** Nobody is left on a line that goes on and on. */
const LONGEST_BY_HAND = 600

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
    ...(data.answeredBy && { AnsweredBy: data.answeredBy }),
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
  call: Pick<Call, 'from' | 'to' | 'direction' | 'statusUrl' | 'twiml'> &
    Pick<Call, 'answerUrl' | 'announces' | 'detectMachine' | 'timeLimit'> & {
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
      const next = nextOf(data)
      Object.assign(data, { state: 'ringing', next })
      await notify(db, call)
      const waits = data.to.startsWith(CLIENT) ? UNANSWERED : next === 'no-answer' ? 8 : 2
      return void (await put(db, call, data, after(waits)))
    }
    case 'answer':
      return answer(db, call)
    case 'busy':
    case 'no-answer':
    case 'failed':
      return finish(db, call, data.next)
    case 'greeted':
      return begin(db, call)
    case 'silence':
      return keyed(db, call, '')
    case 'key':
      return keyed(db, call, reactionTo(data).key ?? '')
    case 'redirect':
      await put(db, call, { ...data, next: null })
      return tell(db, call.account, data.redirectUrl!, aboutCall(call), { callSid: call.sid })
    case 'end':
      return finish(db, call, 'completed')
    default:
      return void (await put(db, call, data))
  }
}

/** A call to a browser is picked up by the member who uses it, or not at all. */
function nextOf({ to, announces, detectMachine }: Call): Call['next'] {
  if (to.startsWith(CLIENT)) return 'no-answer'
  return announces ? reactionOf(to, detectMachine).call : (magic[to]?.call ?? 'answer')
}

/** What the phone does on its own; nothing once someone has taken it over. */
const reactionTo = ({ to, announces, detectMachine, byHand }: Call) =>
  announces && !byHand ? reactionOf(to, detectMachine) : { answeredBy: 'human' as const, key: null, hangsUp: null }

/** Someone picks up, or our own side does. */
export async function answer(db: Db, call: Kept<'call'>, byHand = false): Promise<void> {
  const { data } = call
  Object.assign(data, { state: 'in-progress', answeredAt: clock.ms(), next: 'end', byHand })
  const { answeredBy } = reactionTo(data)
  if (data.detectMachine) data.answeredBy = answeredBy
  await notify(db, call)
  await put(db, call, data, after(LONGEST))
  // The phones that rang at the same time stop.
  if (call.key)
    for (const other of await having(db, 'call', call.account, call.key))
      if (other.sid !== call.sid) await finish(db, (await take(db, 'call', other.sid))!, 'canceled')
  const greets = data.detectMachine && answeredBy !== 'human' && answeredBy !== 'fax'
  await (greets ? schedule(db, call, 'greeted', GREETING) : begin(db, call))
}

/** What was to be said is said, or our address is asked for it. */
async function begin(db: Db, call: Kept<'call'>): Promise<void> {
  const { data, account, sid } = call
  if (data.twiml) return runTwiml(db, call, data.twiml)
  if (!data.answerUrl) return
  await put(db, call, { ...data, next: 'end' }, after(LONGEST))
  const told = { ...aboutCall(call), ...(data.answeredBy && { AnsweredBy: data.answeredBy }) }
  await tell(db, account, data.answerUrl, told, { callSid: sid })
}

/** What every question about a call brings along. */
const aboutCall = ({ sid, data: { from, to, direction } }: Kept<'call'>) => ({
  CallSid: sid,
  From: from,
  To: to,
  Direction: direction,
  CallStatus: 'in-progress',
})

/** A key, or none in time: our address says how it goes on, or what follows is done. */
export async function keyed(db: Db, call: Kept<'call'>, digit: string): Promise<void> {
  const { data } = call
  const { gather } = data
  if (!gather || data.endedAt) return
  Object.assign(data, { gather: null, next: null })
  if (digit) data.pressed = (data.pressed ?? '') + digit
  if (!gather.url || !(digit || gather.onEmpty)) return runVerbs(db, call, gather.rest)
  await put(db, call, data)
  await tell(db, call.account, gather.url, { ...aboutCall(call), Digits: digit }, { callSid: call.sid })
}

/** Does what an answer of ours says. */
export const runTwiml = (db: Db, call: Kept<'call'>, twiml: string): Promise<void> =>
  runVerbs(db, call, readTwiml(twiml))

async function runVerbs(db: Db, call: Kept<'call'>, verbs: Verb[]): Promise<void> {
  const { data } = call
  if (data.endedAt) return
  data.beganAt ??= clock.ms()
  if (isLeaving(data)) return leave(db, call, verbs)
  let spoken = 0
  for (const [i, verb] of verbs.entries()) {
    switch (verb.does) {
      case 'say':
        addHeard(data, verb.lines)
        spoken += verb.seconds
        continue
      case 'gather':
        return startGather(db, call, verb, { rest: verbs.slice(i + 1), spoken })
      case 'dial':
        return startDial(db, call, verb)
      case 'record':
        return startRecord(db, call, verb)
      case 'redirect':
        data.redirectUrl = verb.url
        return schedule(db, call, 'redirect', Math.max(1, spoken))
    }
    break
  }
  await schedule(db, call, 'end', data.announces ? Math.max(1, spoken) : 3)
}

const isLeaving = (data: Call) => {
  const { hangsUp } = reactionTo(data)
  return hangsUp === 'at once' || (hangsUp === 'after the key' && Boolean(data.pressed))
}

/** They hear how it begins, and are gone. */
async function leave(db: Db, call: Kept<'call'>, verbs: Verb[]): Promise<void> {
  const [first] = verbs.flatMap(verb => ('lines' in verb ? verb.lines : []))
  if (first) addHeard(call.data, [first])
  await schedule(db, call, 'end', 1)
}

function addHeard(data: Call, lines: Line[]): void {
  data.heard = [...(data.heard ?? []), ...lines].slice(-LINES)
}

/** That happens then, or the call is over because it has lasted as long as it may. */
async function schedule(db: Db, call: Kept<'call'>, next: Call['next'], inSeconds: number): Promise<void> {
  const { data } = call
  const due = after(inSeconds)
  const end = Math.min(
    (data.answeredAt ?? clock.ms()) + seconds(data.timeLimit ?? Number.POSITIVE_INFINITY),
    data.announces && data.beganAt ? data.beganAt + seconds(data.byHand ? LONGEST_BY_HAND : LONGEST) : due,
  )
  await put(db, call, { ...data, next: due <= end ? next : 'end' }, Math.min(due, end))
}

type Does<D extends Verb['does']> = Extract<Verb, { does: D }>

/** Waits for a key. Someone who took over the phone needs time to read. */
async function startGather(
  db: Db,
  call: Kept<'call'>,
  { lines, seconds: long, action, onEmpty, timeout }: Does<'gather'>,
  { rest, spoken }: { rest: Verb[]; spoken: number },
): Promise<void> {
  const { data } = call
  addHeard(data, lines)
  data.gather = { url: action || data.answerUrl || '', onEmpty, rest }
  if (!data.announces) return schedule(db, call, 'silence', SILENCE)
  if (data.byHand) return schedule(db, call, 'silence', spoken + long + Math.max(SILENCE, timeout))
  if (reactionTo(data).key && !data.pressed) return schedule(db, call, 'key', spoken + long)
  await schedule(db, call, 'silence', spoken + long + timeout)
}

async function startDial(db: Db, call: Kept<'call'>, verb: Does<'dial'>): Promise<void> {
  const { data, account, sid } = call
  data.actionUrl = verb.action
  for (const { to, statusUrl } of verb.targets)
    await dial(db, account, {
      from: verb.callerId ?? data.from,
      to,
      direction: 'outbound-dial',
      twiml: '',
      statusUrl,
      parent: sid,
      recordingUrl: verb.recordingUrl,
    })
  // It lasts as long as the other.
  await put(db, call, { ...data, next: null })
}

async function startRecord(db: Db, call: Kept<'call'>, verb: Does<'record'>): Promise<void> {
  const { recordingUrl, transcriptUrl } = verb
  Object.assign(call.data, { recordingUrl, transcriptUrl, recordingSince: clock.ms() })
  await put(db, call, { ...call.data, next: 'end' }, after(VOICEMAIL))
}

/** It is over; what belongs to it follows. */
export async function finish(db: Db, call: Kept<'call'>, state: Call['state']): Promise<void> {
  const { data, account, sid } = call
  if (data.endedAt) return
  Object.assign(data, { state, endedAt: clock.ms(), next: null, gather: null })
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
