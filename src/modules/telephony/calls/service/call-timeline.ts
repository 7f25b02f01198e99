import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { calls } from '../../tables.ts'

/** A call that is over stands among what is remembered of the person it was with. */
export async function addCallToTimeline(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [call] = await ctx.db.select().from(calls).where(eq(calls.id, id))
  if (!call?.endedAt || !call.personId) return
  const { personId, userId, state, missed, duration, direction } = call
  const data = { callId: id, state, missed, duration }
  await addToTimeline(ctx, [
    { personId, userId, data, at: call.createdAt, type: `call.${direction}`, sourceKey: `call:${id}` },
  ])
}
