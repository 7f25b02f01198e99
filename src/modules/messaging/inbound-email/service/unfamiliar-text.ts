import { and, desc, eq, ne, or } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { messages } from '../../tables.ts'
import { unfamiliarLines } from '../rules/unfamiliar.ts'

/** So many earlier mails with an address are compared: a quotation reaches no further back. */
const EARLIER = 50

interface Folded {
  messageId: string
  /** Who wrote, normalized. */
  address: string
  folded: string
}

/** What is folded under a mail and was in no earlier mail to or from that address: safety checks read it too. */
export async function unfamiliarText(ctx: Ctx, { messageId, address, folded }: Folded): Promise<string> {
  if (!folded) return ''
  const rows = await ctx.db
    .select({ subject: messages.subject, text: messages.bodyText, quoted: messages.quoted })
    .from(messages)
    .where(
      and(
        eq(messages.channel, 'email'),
        ne(messages.id, messageId),
        or(eq(messages.recipient, address), eq(messages.sender, address)),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(EARLIER)
  return unfamiliarLines(
    folded,
    rows.flatMap(({ subject, text, quoted }) => [subject, text, quoted]),
  )
}
