import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { fileById } from '#files/service.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { asActor, operatorAccountId } from '#kernel/run.ts'
import { storage } from '#providers/storage/index.ts'
import { messages } from '../../tables.ts'
import type { OriginalEmail } from '../contract.ts'
import { headersOf } from '../rules/headers.ts'
import { arrivedMails } from '../tables.ts'

/** Of a message that the caller may read; row policies hide the others. */
export async function arrivedMailOf(ctx: Ctx, messageId: string): Promise<string> {
  const [row] = await ctx.db
    .select({ arrivedMailId: messages.arrivedMailId })
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.direction, 'in')))
  return found(row?.arrivedMailId ?? undefined, 'Email')
}

/** Originals are rows of the operator's account; each is read for the account that it was delivered to. */
export async function storedOriginal(clientId: string, arrivedMailId: string, requestId: string) {
  return asActor(await operatorAccountId(), { type: 'webhook', name: 'mail' }, requestId, async ctx => {
    const [row] = await ctx.db
      .select({ fileId: arrivedMails.fileId })
      .from(arrivedMails)
      .where(and(eq(arrivedMails.id, arrivedMailId), eq(arrivedMails.accountId, clientId)))
    return fileById(ctx, found(row, 'Email').fileId, 'mail')
  })
}

export async function readOriginal(ctx: OuterCtx, { id }: { id: string }): Promise<OriginalEmail> {
  const arrivedMailId = await ctx.tx(tx => arrivedMailOf(tx, id))
  const file = await storedOriginal(ctx.client.id, arrivedMailId, ctx.requestId)
  const raw = await buffer(await storage().get(file.storageKey))
  return { headers: headersOf(raw), size: file.size, keptUntil: file.expiresAt }
}
