import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { expire, keepForGood } from '#files/service.ts'
import { files } from '#files/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { chatFiles } from '../tables.ts'

interface Put {
  chatId: string
  /** The key under which what they go with is filed. */
  said: string
  fileIds: readonly string[]
}

/** Files that are there go with what is said in a chat from now on; a file goes with one thing only. */
export async function addFilesToChat(ctx: Ctx, { chatId, said, fileIds }: Put): Promise<void> {
  if (fileIds.length === 0) return
  const rows = await ctx.db
    .select({ fileId: files.id, name: files.name, contentType: files.contentType, size: files.size })
    .from(files)
    .where(inArray(files.id, [...fileIds]))
  // In the order in which they were chosen.
  const sorted = rows.toSorted((a, b) => fileIds.indexOf(a.fileId) - fileIds.indexOf(b.fileId))
  await ctx.db
    .insert(chatFiles)
    .values(sorted.map(row => ({ chatId, said, ...row })))
    .onConflictDoNothing()
  await keepForGood(
    ctx,
    rows.map(row => row.fileId),
  )
}

export interface ChatFile {
  id: string
  name: string
  contentType: string
  size: number
}

/** What was put into a chat, by the key of what it goes with. */
export async function filesOfChat(ctx: Ctx, chatId: string): Promise<Map<string, ChatFile[]>> {
  const rows = await ctx.db
    .select({
      said: chatFiles.said,
      id: chatFiles.fileId,
      name: chatFiles.name,
      contentType: chatFiles.contentType,
      size: chatFiles.size,
    })
    .from(chatFiles)
    .where(eq(chatFiles.chatId, chatId))
    .orderBy(asc(chatFiles.id))
  const all = new Map<string, ChatFile[]>()
  for (const { said, ...file } of rows) all.set(said, [...(all.get(said) ?? []), file])
  return all
}

/** One of them, and where its content lies; for the person who has been let into the chat. */
export async function fileInChat(ctx: Ctx, chatId: string, id: string) {
  const [row] = await ctx.db
    .select({
      name: chatFiles.name,
      contentType: chatFiles.contentType,
      size: files.size,
      storageKey: files.storageKey,
    })
    .from(chatFiles)
    .innerJoin(files, and(eq(files.clientId, chatFiles.clientId), eq(files.id, chatFiles.fileId)))
    .where(and(eq(chatFiles.chatId, chatId), eq(chatFiles.fileId, id), isNull(files.removedAt)))
  return found(row, 'File')
}

/** The chat is thrown away, and what was put into it goes as well. */
export async function deleteChatFiles(ctx: Ctx, chatId: string): Promise<void> {
  const gone = await ctx.db.delete(chatFiles).where(eq(chatFiles.chatId, chatId)).returning({ id: chatFiles.fileId })
  for (const { id } of gone) await expire(ctx, id)
}
