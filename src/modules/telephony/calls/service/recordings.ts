import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { expire, fileById, keep } from '#files/service.ts'
import { clock, days, minutes } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { asActor } from '#kernel/run.ts'
import { open, seal } from '#kernel/secrets.ts'
import { accountRow, carrierAccess } from '#messaging/carrier/service.ts'
import { CarrierRefused, carrier } from '#providers/telephony/index.ts'
import { callEnded } from '../../events.ts'
import { callRecordings, calls, recordingPlays } from '../../tables.ts'
import { deleteRecordingLater, fetchRecordingLater } from '../../tasks.ts'
import { eraseTranscriptPayload } from './transcripts.ts'

type Fields = Record<string, string>
/** An hour in two channels. */
const LARGEST = 120 * 1024 * 1024

/** The carrier has made a recording; its call is found by either side's name. */
export async function recordRecordingStatus(
  ctx: Ctx,
  { RecordingSid = '', RecordingStatus, RecordingDuration, CallSid = '' }: Fields,
  { c, kind }: Fields,
) {
  if (RecordingStatus && RecordingStatus !== 'completed') return
  const [call] = await ctx.db
    .select({ id: calls.id })
    .from(calls)
    .where(c ? eq(calls.id, c) : eq(calls.sid, CallSid))
  // Told before its call was: it is tried again.
  if (!call) throw new Error('the call of this recording is not known yet')
  const [row] = await ctx.db
    .insert(callRecordings)
    .values({
      callId: call.id,
      sid: RecordingSid,
      kind: kind === 'voicemail' ? 'voicemail' : 'call',
      duration: Number(RecordingDuration) || 0,
    })
    // What was said may have been told before that it was recorded.
    .onConflictDoUpdate({
      target: [callRecordings.clientId, callRecordings.sid],
      set: { duration: Number(RecordingDuration) || 0 },
      setWhere: eq(callRecordings.state, 'waiting'),
    })
    .returning({ id: callRecordings.id })
  if (row) await enqueue(ctx, fetchRecordingLater, row)
}

/** Brings the sound here, so that it is ours to keep and to forget. */
export async function fetchRecording(ctx: OuterCtx, id: string, last: boolean): Promise<void> {
  const asked = await ctx.tx(async tx => {
    const [row] = await tx.db
      .select()
      .from(callRecordings)
      .where(and(eq(callRecordings.id, id), eq(callRecordings.state, 'waiting')))
    return row && { row, access: await carrierAccess(tx) }
  })
  if (!asked) return
  try {
    const { contentType, content } = await (await carrier(asked.access)).recording(asked.row.sid)
    const name = `${asked.row.kind}.${contentType.includes('wav') ? 'wav' : 'mp3'}`
    const file = await keep(ctx, { name, contentType, purpose: 'recording' }, content, LARGEST)
    await ctx.tx(async tx => {
      await tx.db.update(callRecordings).set({ state: 'ready', fileId: file.id }).where(eq(callRecordings.id, id))
      await tx.db.update(calls).set({ recorded: true }).where(eq(calls.id, asked.row.callId))
      announce(tx, 'calls', asked.row.callId)
      await emit(tx, callEnded, { id: asked.row.callId })
    })
  } catch (error) {
    const never = error instanceof CarrierRefused && !error.temporary
    if (last || never)
      await ctx.tx(tx => tx.db.update(callRecordings).set({ state: 'failed' }).where(eq(callRecordings.id, id)))
    if (!never) throw error
  }
}

const Ticket = z.object({ c: z.uuid(), r: z.uuid(), e: z.number() })
const CONTEXT = 'recording'
const LISTEN = minutes(15)

/** Lets a member listen, and records that they did. The address is theirs for a quarter of an hour. */
export async function playRecording(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .select({
      id: callRecordings.id,
      duration: callRecordings.duration,
      kind: callRecordings.kind,
      transcript: callRecordings.transcript,
    })
    .from(callRecordings)
    .where(and(eq(callRecordings.callId, id), eq(callRecordings.state, 'ready')))
    .orderBy(callRecordings.id)
  const recording = found(row, 'Recording')
  await ctx.db.insert(recordingPlays).values({ recordingId: recording.id, userId: userOf(ctx)! })
  const ticket = seal(JSON.stringify({ c: ctx.client.id, r: recording.id, e: clock.ms() + LISTEN }), CONTEXT)
  return { url: `/storage/v1/recordings/${ticket}`, ...pick(recording) }
}

const pick = ({
  duration,
  kind,
  transcript,
}: {
  duration: number
  kind: 'call' | 'voicemail'
  transcript: string | null
}) => ({
  duration,
  kind,
  transcript,
})

/** What a ticket opens, while it does. */
export async function readRecording(ticket: string, requestId: string) {
  const read = Ticket.safeParse(opened(ticket))
  if (!read.success || read.data.e < clock.ms()) throw new Failure('NOT_FOUND', 'Recording not found')
  return asActor(read.data.c, { type: 'visitor' }, requestId, async ctx => {
    const [row] = await ctx.db
      .select({ fileId: callRecordings.fileId })
      .from(callRecordings)
      .where(and(eq(callRecordings.id, read.data.r), eq(callRecordings.state, 'ready')))
    return fileById(ctx, found(row?.fileId ?? undefined, 'Recording'), 'recording')
  })
}

function opened(ticket: string): unknown {
  try {
    return JSON.parse(open(ticket, CONTEXT))
  } catch {
    return null
  }
}

/** Gone here at once and at the carrier as soon as it can be asked. */
export async function removeRecording(ctx: Ctx, { id }: { id: string }) {
  const rows = await ctx.db
    .update(callRecordings)
    .set({ state: 'deleted', transcript: null })
    .where(and(eq(callRecordings.callId, id), inArray(callRecordings.state, ['waiting', 'ready', 'failed'])))
    .returning({ sid: callRecordings.sid, fileId: callRecordings.fileId, transcriptSid: callRecordings.transcriptSid })
  if (rows.length === 0) throw new Failure('NOT_FOUND', 'Recording not found')
  for (const { sid, fileId, transcriptSid } of rows) {
    if (fileId) await expire(ctx, fileId)
    await eraseTranscriptPayload(ctx, sid)
    await enqueue(ctx, deleteRecordingLater, { sid, transcriptSid })
  }
  await ctx.db.update(calls).set({ recorded: false }).where(eq(calls.id, id))
  announce(ctx, 'calls', id)
  // Its thread says no more what was said.
  await emit(ctx, callEnded, { id })
  return {}
}

export async function deleteRecordingAtCarrier(
  ctx: OuterCtx,
  { sid, transcriptSid }: { sid: string; transcriptSid?: string | null },
): Promise<void> {
  const by = await carrier(await ctx.tx(carrierAccess))
  if (transcriptSid) await by.deleteTranscript(transcriptSid)
  await by.deleteRecording(sid)
}

/** Lets go what has been kept for as long as the account said. */
export async function deleteExpiredRecordings(ctx: Ctx): Promise<void> {
  const account = await accountRow(ctx)
  const kept = account ? account.retentionDays : 90
  if (kept === null) return
  const old = await ctx.db
    .selectDistinct({ id: callRecordings.callId })
    .from(callRecordings)
    .where(
      and(sql`${callRecordings.state} <> 'deleted'`, lt(callRecordings.createdAt, new Date(clock.ms() - days(kept)))),
    )
    .limit(200)
  for (const one of old) await removeRecording(ctx, one)
}
