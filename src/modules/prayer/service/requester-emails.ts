import { and, eq, isNotNull } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { open, seal } from '#kernel/secrets.ts'
import { letter } from '#messaging/rules/letter.ts'
import { sendMail } from '#messaging/service.ts'
import { churchOf } from '#public-page/service.ts'
import { consentWords, type Visibility } from '../rules/options.ts'
import { prayerRequesters, prayerRequests } from '../tables.ts'

const CONTEXT = 'prayer link'
const LIFE = days(60)

/** For the page of a request’s writer, without a sign-in; good for sixty days. */
export const createRequesterLink = (clientId: string, requestId: string): string =>
  `${env.publicUrl}/prayer/${encodeURIComponent(seal(JSON.stringify([clientId, requestId, clock.ms()]), CONTEXT))}`

/** @returns null where the link is forged or too old */
export function readRequesterLink(token: string): { clientId: string; requestId: string } | null {
  try {
    const [clientId, requestId, at] = JSON.parse(open(token, CONTEXT)) as [string, string, number]
    return clock.ms() - at < LIFE ? { clientId, requestId } : null
  } catch {
    return null
  }
}

interface Words {
  subject: string
  lines: string[]
  button: string
  /** Of the dedupe key, beside the request. */
  about: string
}
/** Writes to everyone who asked for it and left an address; a minor is not written to. */
export async function emailRequesters(ctx: Ctx, id: string, { subject, lines, button, about }: Words): Promise<number> {
  const rows = await ctx.db
    .select({ id: prayerRequesters.id, email: prayerRequesters.email, name: prayerRequesters.name })
    .from(prayerRequesters)
    .innerJoin(
      prayerRequests,
      and(eq(prayerRequests.clientId, prayerRequesters.clientId), eq(prayerRequests.id, prayerRequesters.requestId)),
    )
    .where(
      and(eq(prayerRequesters.requestId, id), isNotNull(prayerRequesters.email), eq(prayerRequests.isMinor, false)),
    )
  const church = (await churchOf(ctx))?.name ?? 'Your church'
  for (const row of rows)
    await sendMail(ctx, {
      to: row.email!,
      toName: row.name,
      senderName: church,
      kind: 'prayer',
      dedupeKey: `prayer:${about}:${row.id}`,
      ...letter({
        subject,
        heading: subject,
        lines,
        button: { label: button, href: createRequesterLink(ctx.client.id, id) },
        footer: `You are getting this email because you asked ${church} for prayer.`,
      }),
    })
  return rows.length
}

export const requestConsent = (ctx: Ctx, id: string, visibility: Visibility) =>
  emailRequesters(ctx, id, {
    subject: 'May we share your prayer request?',
    lines: [`More people could pray with you. ${consentWords[visibility]}`, 'Nothing changes unless you agree.'],
    button: 'Answer',
    about: `share ${visibility} ${clock.ms()}`,
  })

export async function notifyAnswered(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db.select().from(prayerRequests).where(eq(prayerRequests.id, id))
  if (!row?.notifyPrayed) return
  await emailRequesters(ctx, id, {
    subject: 'Your prayer request was marked as answered',
    lines: ['We give thanks with you. If you like, tell us in your own words what happened.'],
    button: 'Tell what happened',
    about: `answered ${row.answeredAt?.getTime() ?? ''}`,
  })
}
