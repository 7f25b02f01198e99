import { eq, inArray } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { send } from '#messaging/service.ts'
import { people } from '#people/tables.ts'
import { receiptMail } from '../emails/receipt.ts'
import { receipts } from '../tables.ts'
import type { ReceiptRow } from './issuance.ts'

/**
 * Emails receipts with the link to the portal, in one go; each once, unless `again` names another time.
 * @returns ids of those that are on their way
 */
export async function emailReceipts(ctx: Ctx, rows: readonly ReceiptRow[], again = ''): Promise<string[]> {
  if (rows.length === 0) return []
  const [account] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  const { name: church, slug } = found(account, 'Account')
  const persons = await ctx.db
    .select({ id: people.id, name: people.name, email: people.email })
    .from(people)
    .where(
      inArray(
        people.id,
        rows.map(row => row.personId),
      ),
    )
  const byId = new Map(persons.map(person => [person.id, person]))
  const able = rows.filter(row => row.status === 'issued' && byId.get(row.personId)?.email)
  const href = `${env.publicUrl}/my/${encodeURIComponent(slug)}/statements`
  const written = await send(
    ctx,
    able.map(row => ({
      ...receiptMail({ church, kind: row.kind, isCorrected: row.replaces !== null, href }),
      channel: 'email' as const,
      purpose: 'transactional' as const,
      kind: 'giving_receipt',
      to: byId.get(row.personId)!.email!,
      toName: byId.get(row.personId)!.name,
      dedupeKey: `giving-receipt:${row.id}${again && `:${again}`}`,
    })),
  )
  const sent = able.flatMap((row, i) => (written[i]!.state === 'skipped' ? [] : row.id))
  if (sent.length > 0) await ctx.db.update(receipts).set({ emailedAt: clock.now() }).where(inArray(receipts.id, sent))
  return sent
}
