import { and, eq, sql } from 'drizzle-orm'
import { maskCardNumbers } from '#card-numbers/rules.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { callEnded } from '../../events.ts'
import { callRecordings, calls, inboundEvents } from '../../tables.ts'

type Fields = Record<string, string>

/** What a machine understood of a message, before or after the recording itself was told; of a deleted one nothing is kept. */
export async function recordTranscript(
  ctx: Ctx,
  { TranscriptionSid = '', TranscriptionStatus, TranscriptionText = '', RecordingSid = '', CallSid = '' }: Fields,
): Promise<void> {
  const transcript = maskCardNumbers(TranscriptionText).trim().slice(0, 5_000)
  if (TranscriptionStatus !== 'completed' || !transcript || !RecordingSid) return
  const [call] = await ctx.db.select({ id: calls.id }).from(calls).where(eq(calls.sid, CallSid))
  // Told before its call was: it is tried again.
  if (!call) throw new Error('the call of this message is not known yet')
  const words = { transcript, transcriptSid: TranscriptionSid }
  const [row] = await ctx.db
    .insert(callRecordings)
    .values({ ...words, callId: call.id, sid: RecordingSid, kind: 'voicemail' })
    .onConflictDoUpdate({
      target: [callRecordings.clientId, callRecordings.sid],
      set: words,
      setWhere: sql`${callRecordings.state} <> 'deleted'`,
    })
    .returning({ id: callRecordings.id })
  if (!row) return eraseTranscriptPayload(ctx, RecordingSid)
  announce(ctx, 'calls', call.id)
  await emit(ctx, callEnded, { id: call.id })
}

/** The notice that brought them holds the words as well. */
export async function eraseTranscriptPayload(ctx: Ctx, recordingSid: string): Promise<void> {
  await ctx.db
    .update(inboundEvents)
    .set({ payload: sql`${inboundEvents.payload} - 'TranscriptionText'` })
    .where(
      and(
        eq(inboundEvents.route, 'status'),
        sql`${inboundEvents.payload} ->> 'RecordingSid' = ${recordingSid}`,
        sql`${inboundEvents.payload} ? 'TranscriptionText'`,
      ),
    )
}
