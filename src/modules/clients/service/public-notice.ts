import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { clients } from '../tables.ts'

/** Puts a sentence above everything on the church's public pages until then; null takes it away. */
export async function setPublicNotice(ctx: Ctx, notice: { text: string; until: Date } | null): Promise<void> {
  await ctx.db
    .update(clients)
    .set({ publicNotice: notice?.text ?? null, publicNoticeUntil: notice?.until ?? null })
    .where(eq(clients.id, ctx.client.id))
  announce(ctx, 'church')
}
