import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { fileById, keepForGood } from '#files/service.ts'
import { files } from '#files/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { asActor } from '#kernel/run.ts'
import { open, seal } from '#kernel/secrets.ts'
import { messages } from '../tables.ts'
import { messageFiles } from './tables.ts'

/** Files go along with a message from now on, and so are kept for good. */
export async function attachFiles(ctx: Ctx, messageId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const rows = await ctx.db
    .select({ fileId: files.id, name: files.name, contentType: files.contentType, size: files.size })
    .from(files)
    .where(inArray(files.id, [...fileIds]))
  await ctx.db.insert(messageFiles).values(rows.map(row => ({ messageId, ...row })))
  await keepForGood(
    ctx,
    rows.map(row => row.fileId),
  )
}

export interface ReceivedFile {
  fileId: string
  name: string
  contentType: string
  /** Bytes. */
  size: number
}

/** Files that came with a message, once. @returns false where it has files already, and nothing was added */
export async function attachReceivedFiles(ctx: Ctx, messageId: string, all: readonly ReceivedFile[]): Promise<boolean> {
  // Two workers that fetched the same would both find none.
  await ctx.db.select({ id: messages.id }).from(messages).where(eq(messages.id, messageId)).for('update')
  if (await hasAttachments(ctx, messageId)) return false
  if (all.length > 0) await ctx.db.insert(messageFiles).values(all.map(file => ({ messageId, ...file })))
  return true
}

export async function hasAttachments(ctx: Ctx, messageId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: messageFiles.id })
    .from(messageFiles)
    .where(eq(messageFiles.messageId, messageId))
    .limit(1)
  return row !== undefined
}

/** The ids of what goes along with a message. */
export async function attachedTo(ctx: Ctx, messageId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: messageFiles.fileId })
    .from(messageFiles)
    .where(eq(messageFiles.messageId, messageId))
    .orderBy(messageFiles.id)
  return rows.map(row => row.id)
}

/** What goes along with a message, and where its content lies. */
export const attachments = (ctx: Ctx, messageId: string) =>
  ctx.db
    .select({
      fileId: files.id,
      name: messageFiles.name,
      contentType: messageFiles.contentType,
      storageKey: files.storageKey,
    })
    .from(messageFiles)
    .innerJoin(files, and(eq(files.clientId, messageFiles.clientId), eq(files.id, messageFiles.fileId)))
    .where(and(eq(messageFiles.messageId, messageId), isNull(files.removedAt)))
    .orderBy(messageFiles.id)

const Ticket = z.object({ c: z.uuid(), f: z.uuid(), e: z.number() })
const CONTEXT = 'text message picture'
/** A carrier fetches at once, or as soon as it can reach us again. */
const FETCH = hours(6)

/** Addresses at which the carrier fetches the pictures of a text, for some hours. */
export async function mediaOf(ctx: OuterCtx, messageId: string): Promise<string[]> {
  const all = await ctx.tx(tx => attachments(tx, messageId))
  return all.map(({ fileId }) => {
    const ticket = seal(JSON.stringify({ c: ctx.client.id, f: fileId, e: clock.ms() + FETCH }), CONTEXT)
    return `${env.publicUrl}/storage/v1/media/${ticket}`
  })
}

/** What such an address opens, while it does. */
export async function mediaFor(ticket: string, requestId: string) {
  const read = Ticket.safeParse(opened(ticket))
  if (!read.success || read.data.e < clock.ms()) throw new Failure('NOT_FOUND', 'File not found')
  const { c, f } = read.data
  return asActor(c, { type: 'visitor' }, requestId, ctx => fileById(ctx, f, 'attachment'))
}

function opened(ticket: string): unknown {
  try {
    return JSON.parse(open(ticket, CONTEXT))
  } catch {
    return null
  }
}
