import { eq } from 'drizzle-orm'
import type { CrisisSource } from '#crisis/service/sources.ts'
import { watchForCrisis } from '#crisis/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { letter } from '#messaging/rules/letter.ts'
import { sendMail } from '#messaging/service.ts'
import { start as startCareHold } from '#people/care-holds/service.ts'
import { formSubmissions } from '../tables.ts'

/**
 * Looks through a submission for signs of danger. With one that is sure it is for pastors alone, its writer gets the fixed words if
 * they left an address, and neither an answer nor a workflow follows.
 * @returns whether there was one
 */
export async function closeIfCrisis(
  ctx: Ctx,
  { id, payload, email, name }: typeof formSubmissions.$inferSelect,
  personId: string | null,
): Promise<boolean> {
  const found = await watchForCrisis(ctx, { text: wordsIn(payload).join('\n'), source: 'form', sourceId: id })
  if (!found) return false
  // Someone reads it first; releaseSubmission lets it go on.
  if (found.level === 'look') return true
  await ctx.db.update(formSubmissions).set({ privacy: 'pastoral' }).where(eq(formSubmissions.id, id))
  if (personId) await startCareHold(ctx, { personId, until: null, isHousehold: false, reason: '' })
  if (email)
    await sendMail(ctx, {
      to: email,
      toName: name,
      kind: 'crisis-answer',
      dedupeKey: `crisis-answer:${id}`,
      ...letter({ subject: 'We read your message', heading: 'You are not alone', lines: [found.answer] }),
    })
  announce(ctx, 'formSubmissions', id)
  return true
}

/** Names and addresses are no words to weigh. */
const isIdentity = (key: string) => /name|email|phone|mobile/i.test(key)

/** Everything else that was typed or chosen, whole. */
const wordsIn = (answer: unknown): string[] =>
  typeof answer === 'string'
    ? [answer]
    : answer && typeof answer === 'object'
      ? Object.entries(answer).flatMap(([key, value]) => (isIdentity(key) ? [] : wordsIn(value)))
      : []

/** What the person who took a crisis alert reads. */
export const readForCrisis: CrisisSource = async (ctx, id) => {
  const [row] = await ctx.db.select().from(formSubmissions).where(eq(formSubmissions.id, id))
  if (!row) return null
  return {
    text: wordsIn(row.payload).join('\n'),
    name: row.name || null,
    email: row.email || null,
    phone: row.phone || null,
    href: `/dashboard/forms/${row.formId}?view=submissions&submission=${id}`,
  }
}
