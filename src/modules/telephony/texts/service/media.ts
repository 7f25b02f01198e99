import { eq } from 'drizzle-orm'
import { expire, keep } from '#files/service.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { messageFiles } from '#messaging/attachments/tables.ts'
import { carrierAccess } from '#messaging/carrier/service.ts'
import { messages } from '#messaging/tables.ts'
import { carrier } from '#providers/telephony/index.ts'

/** What a carrier takes along with a text. */
const LARGEST = 16 * 1024 * 1024

/** Brings the pictures of a text here: the carrier does not keep them for ever. Done again, they are here once. */
export async function fetchMedia(
  ctx: OuterCtx,
  { messageId, urls }: { messageId: string; urls: string[] },
): Promise<void> {
  if (await ctx.tx(tx => hasFiles(tx, messageId))) return
  const by = await carrier(await ctx.tx(carrierAccess))
  const kept: { fileId: string; name: string; contentType: string; size: number }[] = []
  for (const [i, url] of urls.entries()) {
    const { contentType, content } = await by.media(url)
    const name = `${i + 1}.${contentType.split('/')[1]?.replace(/[^a-z0-9]/g, '') || 'bin'}`
    const { id, size } = await keep(ctx, { name, contentType, purpose: 'attachment' }, content, LARGEST)
    kept.push({ fileId: id, name, contentType, size })
  }
  await ctx.tx(async tx => {
    await tx.db.select({ id: messages.id }).from(messages).where(eq(messages.id, messageId)).for('update')
    // Another worker has been faster.
    if (await hasFiles(tx, messageId)) for (const { fileId } of kept) await expire(tx, fileId)
    else await tx.db.insert(messageFiles).values(kept.map(file => ({ messageId, ...file })))
    announce(tx, 'conversations')
  })
}

async function hasFiles(ctx: Ctx, messageId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: messageFiles.id })
    .from(messageFiles)
    .where(eq(messageFiles.messageId, messageId))
    .limit(1)
  return row !== undefined
}
