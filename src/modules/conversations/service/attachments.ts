import { and, eq, inArray, isNull } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { messageFiles } from '#messaging/attachments/tables.ts'
import { type AnswerChannel, answerLimits, sizes } from '../rules/states.ts'
import { chatFiles, conversationItems, conversations } from '../tables.ts'

/** Of files that someone has just brought: they are there, theirs, and what the channel takes along. */
export async function requireAttachable(
  ctx: Ctx,
  ids: readonly string[],
  channel: AnswerChannel,
  by = userOf(ctx),
): Promise<void> {
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
  if (rows.length !== new Set(ids).size)
    throw invalid('files', 'A file is no longer available. Please attach it again.')
  const { fileTypes } = answerLimits[channel]
  if (fileTypes && rows.some(row => !fileTypes.includes(row.contentType)))
    throw invalid('files', 'Texts can only have PNG, JPEG and GIF pictures.')
  const total = rows.reduce((sum, row) => sum + row.size, 0)
  if (total > sizes[channel])
    throw invalid('files', `The files are too large. The limit is ${sizes[channel] / 1_048_576} MB in total.`)
}

/** A file that stands in a thread which the caller may read. */
export async function fileOf(ctx: Ctx, id: string) {
  const columns = { size: files.size, storageKey: files.storageKey }
  const thread = and(
    eq(conversations.clientId, conversationItems.clientId),
    eq(conversations.id, conversationItems.conversationId),
  )
  const [row] = await ctx.db
    .select({ name: messageFiles.name, contentType: messageFiles.contentType, ...columns })
    .from(messageFiles)
    .innerJoin(files, and(eq(files.clientId, messageFiles.clientId), eq(files.id, messageFiles.fileId)))
    .innerJoin(
      conversationItems,
      and(
        eq(conversationItems.clientId, messageFiles.clientId),
        eq(conversationItems.messageId, messageFiles.messageId),
      ),
    )
    .innerJoin(conversations, thread)
    .where(and(eq(messageFiles.fileId, id), isNull(files.removedAt)))
    .limit(1)
  if (row) return row
  // One of a chat that was held back stands in no thread yet.
  const [said] = await ctx.db
    .select({ name: chatFiles.name, contentType: chatFiles.contentType, ...columns })
    .from(chatFiles)
    .innerJoin(files, and(eq(files.clientId, chatFiles.clientId), eq(files.id, chatFiles.fileId)))
    .innerJoin(
      conversationItems,
      and(
        eq(conversationItems.clientId, chatFiles.clientId),
        eq(conversationItems.chatId, chatFiles.chatId),
        eq(conversationItems.key, chatFiles.said),
      ),
    )
    .innerJoin(conversations, thread)
    .where(and(eq(chatFiles.fileId, id), isNull(files.removedAt)))
  return found(said, 'File')
}
