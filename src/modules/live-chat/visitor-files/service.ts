import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import { fileInChat } from '#conversations/service/chat-files.ts'
import { chatFiles } from '#conversations/tables.ts'
import { chatType, fileName } from '#files/rules.ts'
import { keep, peek } from '#files/service.ts'
import { files } from '#files/tables.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { networkOf } from '#kernel/network.ts'
import { digest, open, seal } from '#kernel/secrets.ts'
import { countFile } from '#public-page/guard/service.ts'
import { MOST_BYTES, MOST_FILES_AN_HOUR } from '../chat/rules.ts'
import { conversationOf, visitorHash } from '../chat/service/visitor-token.ts'
import { openChat } from '../church-chat/service.ts'

const fromOf = (ip: string | undefined) => digest(`chat file ${networkOf(ip ?? '')}`)

/** Nobody fills a disk through a chat. */
export async function requireUploadAllowed(ctx: Ctx, form: string): Promise<void> {
  if (form !== 'site') await openChat(ctx)
  await countFile(ctx, { of: 'chat', most: MOST_FILES_AN_HOUR })
}

interface Brought {
  token: string
  name: string
  ip: string
  body: ReadableStream<Uint8Array>
}

/** Kept for a day, until its visitor sends it: told by its first bytes, whatever it is called. */
export async function storeUpload(ctx: Pick<OuterCtx, 'client' | 'tx'>, { token, name, ip, body }: Brought) {
  const { first, content } = await peek(body)
  const contentType = chatType(first)
  if (!contentType) throw new Failure('BAD_REQUEST', 'Please choose a PDF, or a PNG, JPEG, WebP or GIF picture.')
  const file = { name: fileName(name), contentType, purpose: 'chat' as const, ipHash: fromOf(ip) }
  const kept = await keep(ctx, file, content, MOST_BYTES)
  return {
    ticket: seal(JSON.stringify({ t: visitorHash(token), i: kept.id }), CONTEXT),
    name: kept.name,
    size: kept.size,
  }
}

/** t: whose, i: file. Nobody sends what someone else has brought. */
const Ticket = z.object({ t: z.string(), i: z.uuid() })
const CONTEXT = 'chat file'

function read(ticket: string, token: string): string | undefined {
  try {
    const { t, i } = Ticket.parse(JSON.parse(open(ticket, CONTEXT)))
    return t === visitorHash(token) ? i : undefined
  } catch {
    // Made up, or from another server.
  }
}

/** The files of these tickets, in their order; refused where one is gone, someone else's or sent already. */
export async function filesFor(ctx: Ctx, token: string, tickets: readonly string[]) {
  if (tickets.length === 0) return []
  const ids = tickets.map(ticket => read(ticket, token))
  const known = ids.filter(id => id !== undefined)
  const sent = ctx.db.select({ one: sql`1` }).from(chatFiles).where(eq(chatFiles.fileId, files.id))
  const rows = await ctx.db
    .select({ id: files.id, name: files.name })
    .from(files)
    .where(and(inArray(files.id, known), eq(files.purpose, 'chat'), isNull(files.removedAt), notExists(sent)))
  if (new Set(known).size !== tickets.length || rows.length !== tickets.length)
    throw invalid('files', 'A file was not uploaded. Please add it again.')
  return rows.toSorted((a, b) => known.indexOf(a.id) - known.indexOf(b.id))
}

/** A file of the conversation that this token opens, no matter who put it there. */
export async function fileFor(ctx: Ctx, { token, id }: { token: string; id: string }) {
  return fileInChat(ctx, found(await conversationOf(ctx, token), 'File').id, id)
}
