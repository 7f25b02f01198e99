import { and, eq, inArray, isNull } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { messageFiles } from '#messaging/attachments/tables.ts'
import { type AnswerChannel, sizes, textPictures } from '../rules/states.ts'
import { visible } from '../service.ts'
import { conversationItems, conversations } from '../tables.ts'

/** Of files that somebody has just brought: they are there, theirs, and what the channel takes along. */
export async function mayGo(ctx: Ctx, ids: readonly string[], channel: AnswerChannel, by = userOf(ctx)): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.db
    .select({ size: files.size, contentType: files.contentType })
    .from(files)
    .where(
      and(
        inArray(files.id, [...ids]),
        eq(files.purpose, 'attachment'),
        eq(files.createdBy, by!),
        isNull(files.removedAt),
      ),
    )
  if (rows.length !== new Set(ids).size) throw invalid('files', 'A file is gone. Please attach it again.')
  if (channel === 'sms' && rows.some(row => !textPictures.has(row.contentType)))
    throw invalid('files', 'A text takes PNG, JPEG and GIF pictures along, and nothing else.')
  const total = rows.reduce((sum, row) => sum + row.size, 0)
  if (total > sizes[channel])
    throw invalid('files', `Together the files are too large: ${sizes[channel] / 1_048_576} MB is the most.`)
}

/** A file that stands in a thread which whoever asks may read. */
export async function fileOf(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      name: messageFiles.name,
      contentType: messageFiles.contentType,
      size: files.size,
      storageKey: files.storageKey,
    })
    .from(messageFiles)
    .innerJoin(files, and(eq(files.clientId, messageFiles.clientId), eq(files.id, messageFiles.fileId)))
    .innerJoin(
      conversationItems,
      and(
        eq(conversationItems.clientId, messageFiles.clientId),
        eq(conversationItems.messageId, messageFiles.messageId),
      ),
    )
    .innerJoin(
      conversations,
      and(
        eq(conversations.clientId, conversationItems.clientId),
        eq(conversations.id, conversationItems.conversationId),
      ),
    )
    .where(and(eq(messageFiles.fileId, id), isNull(files.removedAt), visible(ctx)))
    .limit(1)
  return found(row, 'File')
}
