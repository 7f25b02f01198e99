import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { sendMail } from '#messaging/service.ts'
import { withFeeCovered } from '#payments/rules/fees.ts'
import { nextAfter } from '#payments/rules/schedule.ts'
import { offers, type Payment, paymentById } from '#payments/service/start.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import { people } from '#people/tables.ts'
import { confirmationMail } from '../../emails/confirmation.ts'
import { settingsOf } from '../../receipts/service/settings.ts'
import { issueOnlineReceipt } from '../../receipts/service.ts'
import { receipts } from '../../receipts/tables.ts'
import { recurringGifts, recurringLines } from '../../recurring/tables.ts'
import { dayText, methodText, referenceOf } from '../../rules/confirmation.ts'
import { purposeOf } from '../../rules/purpose.ts'
import { frequencyLabels } from '../../rules/states.ts'
import { fillThanks, type ThanksValues, usualThanks } from '../../rules/thanks.ts'
import { campaigns, funds, giftLines, gifts, giftThanks } from '../../tables.ts'

type Gift = typeof gifts.$inferSelect

const partsOf = (ctx: Ctx, giftId: string) =>
  ctx.db
    .select({ amount: giftLines.amount, fund: funds.name, isDefault: funds.isDefault, campaign: campaigns })
    .from(giftLines)
    .innerJoin(funds, eq(funds.id, giftLines.fundId))
    .leftJoin(campaigns, eq(campaigns.id, giftLines.campaignId))
    .where(eq(giftLines.giftId, giftId))
    .orderBy(giftLines.position)
type Parts = Awaited<ReturnType<typeof partsOf>>

const purposes = (parts: Parts) => parts.map(part => purposeOf({ ...part, campaign: part.campaign?.name ?? null }))

/** What a gift is for, as its giver reads it. */
export const readGiftPurpose = async (ctx: Ctx, giftId: string): Promise<string> =>
  [...new Set(purposes(await partsOf(ctx, giftId)))].join(', ')

function factsOf(ctx: Ctx, gift: Gift, parts: Parts, payment: Payment): string[] {
  const { locale } = ctx.client
  const money = (amount: number) => formatMoney({ amount, currency: gift.currency }, locale)
  const names = purposes(parts)
  const isSplit = parts.length > 1
  return [
    `Amount: ${money(gift.total)}${gift.coveredFee > 0 ? `, including ${money(gift.coveredFee)} for the payment fee` : ''}`,
    `For: ${names.map((name, i) => (isSplit ? `${name}, ${money(parts[i]!.amount)}` : name)).join('; ')}`,
    `Date: ${dayText(gift.receivedOn, locale)}`,
    `Method: ${methodText(payment)}`,
    `Reference: ${referenceOf(gift.id)}`,
  ]
}

/** "This gift repeats monthly. …" with what the next charge will be. */
async function repeatsOf(ctx: Ctx, gift: Gift): Promise<string | null> {
  if (!gift.recurringId) return null
  const [row] = await ctx.db.select().from(recurringGifts).where(eq(recurringGifts.id, gift.recurringId))
  if (!row || row.status === 'ended') return null
  const often = `This gift repeats ${frequencyLabels[row.frequency].toLowerCase()}.`
  if (row.status === 'paused') return `${often} It is paused.`
  const lines = await ctx.db.select().from(recurringLines).where(eq(recurringLines.recurringId, row.id))
  const sum = lines.reduce((all, line) => all + line.amount, 0)
  const amount = row.coverFees ? withFeeCovered(sum, (await offers(ctx)).fee) : sum
  const { locale } = ctx.client
  // The charge that this mail is about may not have moved the schedule on yet.
  const next = row.nextOn > gift.receivedOn ? row.nextOn : nextAfter(row.anchor, row.frequency, gift.receivedOn)
  return `${often} The next gift of ${formatMoney({ amount, currency: row.currency }, locale)} is on ${dayText(next, locale)}.`
}

/** The church as the sender; answers go to its contact for questions where that is an address. */
async function senderOf(ctx: Ctx) {
  const [account] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  const { name, slug } = found(account, 'Account')
  const replyTo = normaliseEmail((await settingsOf(ctx)).contact)
  return { name, replyTo, portal: `${env.publicUrl}/my/${encodeURIComponent(slug)}` }
}

interface Thanked {
  gift: Gift
  person: typeof people.$inferSelect
  parts: Parts
  church: string
}
const thanksValues = (ctx: Ctx, { gift, person, parts, church }: Thanked): ThanksValues => ({
  firstName: person.nickName || person.firstName,
  name: person.name,
  churchName: church,
  date: dayText(gift.receivedOn, ctx.client.locale),
  campaign: parts[0]?.campaign?.name ?? '',
  fund: [...new Set(parts.map(part => part.campaign?.name ?? part.fund))].join(', '),
})

/**
 * After a gift that was paid online: its receipt, where the church issues them, and one email to the giver with all that
 * there is to say; once, however often the gift is announced.
 */
export async function confirmGift(ctx: Ctx, { giftId }: { giftId: string }): Promise<void> {
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.id, giftId)).for('update')
  if (!gift?.paymentId || !gift.personId || gift.thankedAt) return
  if (gift.status !== 'succeeded' && gift.status !== 'partially_refunded') return
  const receipt = await issueOnlineReceipt(ctx, gift)
  const [person] = await ctx.db.select().from(people).where(eq(people.id, gift.personId))
  if (!person?.email) return
  const { name: church, replyTo, portal } = await senderOf(ctx)
  const parts = await partsOf(ctx, giftId)
  const campaign = parts[0]?.campaign
  const fill = (text: string) => fillThanks(text, thanksValues(ctx, { gift, person, parts, church }))
  const repeats = await repeatsOf(ctx, gift)
  const mail = confirmationMail({
    church,
    repeats,
    receipt: receipt?.number ?? null,
    subject: fill(campaign?.thankYouSubject || usualThanks.subject),
    text: fill(campaign?.thankYouText || usualThanks.text),
    facts: factsOf(ctx, gift, parts, await paymentById(ctx, gift.paymentId)),
    href: `${portal}/${receipt && !repeats ? 'statements' : 'giving'}`,
  })
  const written = await sendMail(ctx, {
    ...mail,
    to: person.email,
    toName: person.name,
    senderName: church,
    ...(replyTo && { replyTo }),
    kind: 'gift_confirmation',
    dedupeKey: `gift-confirmation:${gift.id}`,
  })
  if (written.state === 'skipped') return
  const now = clock.now()
  await ctx.db
    .insert(giftThanks)
    .values({ giftId, subject: mail.subject, messageId: written.id ?? null, createdAt: now })
  await ctx.db.update(gifts).set({ thankedAt: now }).where(eq(gifts.id, giftId))
  if (receipt) await ctx.db.update(receipts).set({ emailedAt: now }).where(eq(receipts.id, receipt.id))
  announce(ctx, 'gifts', giftId)
}
