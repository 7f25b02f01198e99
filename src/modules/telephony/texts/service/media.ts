import { expire, keep } from '#files/service.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { attachReceivedFiles, hasAttachments, type ReceivedFile } from '#messaging/attachments/service.ts'
import { carrierAccess } from '#messaging/carrier/service.ts'
import { carrier } from '#providers/telephony/index.ts'

/** What a carrier takes along with a text. */
const LARGEST = 16 * 1024 * 1024

/** Brings the pictures of a text here: the carrier does not keep them for ever. Done again, they are here once. */
export async function fetchMedia(
  ctx: OuterCtx,
  { messageId, urls }: { messageId: string; urls: string[] },
): Promise<void> {
  if (await ctx.tx(tx => hasAttachments(tx, messageId))) return
  const by = await carrier(await ctx.tx(carrierAccess))
  const kept: ReceivedFile[] = []
  for (const [i, url] of urls.entries()) {
    const { contentType, content } = await by.media(url)
    const name = `${i + 1}.${contentType.split('/')[1]?.replace(/[^a-z0-9]/g, '') || 'bin'}`
    const { id, size } = await keep(ctx, { name, contentType, purpose: 'attachment' }, content, LARGEST)
    kept.push({ fileId: id, name, contentType, size })
  }
  await ctx.tx(async tx => {
    // Another worker has been faster.
    if (!(await attachReceivedFiles(tx, messageId, kept))) for (const { fileId } of kept) await expire(tx, fileId)
    announce(tx, 'conversations')
  })
}
