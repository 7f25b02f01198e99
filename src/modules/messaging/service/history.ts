import { and, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { messages } from '../tables.ts'

/**
 * Messages of earlier days, as a demo tells them; nothing here reaches a provider. `rows` is a query with `at`, when it was
 * written and sent, `channel`, `kind`, `dedupe_key` and whatever else is not empty. @returns their ids
 */
export async function recordPastMessages(ctx: Ctx, rows: SQLWrapper): Promise<string[]> {
  const { rows: made } = await ctx.db.execute<{ id: string }>(sql`
    insert into messages (id, client_id, channel, direction, sender, sender_name, recipient, recipient_name, person_id, subject,
      body_text, kind, purpose, topic, batch_id, state, error_code, problem, dedupe_key, provider, provider_id, segments, price,
      currency, tries, created_at, updated_at, sent_at)
    select coalesce(r.id, uuidv7(r.at - now())), ${ctx.client.id}::uuid, channel, coalesce(direction, 'out'), coalesce(sender, ''),
      coalesce(sender_name, ''), recipient, coalesce(recipient_name, ''), person_id, coalesce(subject, ''), coalesce(body_text, ''),
      kind, purpose, coalesce(topic, ''), batch_id, coalesce(state, 'delivered'), error_code, problem, dedupe_key, 'sandbox',
      provider_id, segments, price, currency, coalesce(tries, 0), r.at, r.at, r.at
    from (select r.* from (${rows}) given, jsonb_to_record(to_jsonb(given)) as r(id uuid, channel text, direction text, sender text, sender_name text,
      recipient text, recipient_name text, person_id uuid, subject text, body_text text, kind text, purpose text, topic text,
      batch_id uuid, state text, error_code text, problem text, dedupe_key text, provider_id text, segments int, price bigint,
      currency text, tries int, at timestamptz)) r
    returning id`)
  return made.map(({ id }) => id)
}

type Row = typeof messages.$inferInsert
type Amendment = Pick<
  Partial<Row>,
  'recipient' | 'recipientName' | 'personId' | 'bodyText' | 'batchId' | 'state' | 'errorCode' | 'problem'
> & {
  /** When it was written and sent. */
  at?: Date
}

/**
 * Changes what a demo says of messages; what a provider has delivered is never rewritten. @returns their ids
 * @param which a query for their ids
 */
export async function amendPastMessages(ctx: Ctx, which: SQLWrapper, { at, ...changes }: Amendment): Promise<string[]> {
  const rows = await ctx.db
    .update(messages)
    .set({ ...changes, ...(at && { createdAt: at, sentAt: at, updatedAt: at }) })
    .where(and(sql`${messages.id} in (${which})`, sql`coalesce(${messages.provider}, 'sandbox') = 'sandbox'`))
    .returning({ id: messages.id })
  return rows.map(({ id }) => id)
}
