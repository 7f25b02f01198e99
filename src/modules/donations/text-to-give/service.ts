import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ConversationState } from '#conversations/rules/states.ts'
import { restoreReplyState } from '#conversations/service/reply-state.ts'
import { clock, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { send } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { refundPayment } from '#payments/service/refunds.ts'
import { offers, type Payment, paymentById } from '#payments/service/start.ts'
import { savedMethods } from '#payments/tables.ts'
import { keywordOf } from '#sms/rules/keywords.ts'
import { smsKeywords } from '#sms/tables.ts'
import { listGivingFunds } from '../funds/service.ts'
import { chargeGift } from '../giving/service.ts'
import { gifts } from '../tables.ts'
import {
  COMMANDS_REPLY,
  CONFIRM_ABOVE,
  MOST_A_DAY,
  readText,
  type TextCommand,
  type TextFund,
  type TextGift,
} from './rules.ts'
import { createGivingLink } from './service/links.ts'
import { readSettings } from './service/settings.ts'
import { textGifts, textGivers } from './tables.ts'

type Row = typeof textGifts.$inferSelect
type Wanted = Extract<TextGift, { kind: 'gift' }>

interface Filed {
  messageId: string
  conversationId: string
  word: string | null
  was: ConversationState
  waited: boolean
}

/** A text that stands in its thread; STOP, START and HELP went first, and so does a keyword of the church's own. */
export async function onTextReceived(ctx: Ctx, { messageId, conversationId, word, was, waited }: Filed): Promise<void> {
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId))
  if (message?.channel !== 'sms' || message.direction !== 'in' || (word && word !== 'review')) return
  if (!(await readSettings(ctx)).enabled || (await isKeyword(ctx, message.bodyText))) return
  const [funds, { currency }] = [await listGivingFunds(ctx), await offers(ctx)]
  const said = readText(message.bodyText, { funds, currency, locale: ctx.client.locale })
  if (!said) return
  const number = message.sender
  const asked = said.kind === 'yes' ? await waitingForYes(ctx, number) : undefined
  if (said.kind === 'yes' && !asked) return
  const [row] = await ctx.db
    .insert(textGifts)
    .values({ messageId, number, state: 'answered', createdAt: clock.now() })
    // Told twice, it is acted on once.
    .onConflictDoNothing()
    .returning()
  if (!row) return
  const reply = asked ? await giveAsked(ctx, row, asked, funds) : await answer(ctx, row, said, funds)
  if (reply) await sendReply(ctx, row, reply)
  if (!waited) await restoreReplyState(ctx, conversationId, was)
}

const sendReply = (ctx: Ctx, { number, id }: Pick<Row, 'number' | 'id'>, text: string, about = '') =>
  send(ctx, [
    {
      channel: 'sms',
      to: number,
      text,
      kind: 'text-to-give',
      purpose: 'confirmation',
      dedupeKey: `text-to-give:${id}${about}`,
    },
  ])

async function isKeyword(ctx: Ctx, text: string): Promise<boolean> {
  const mine = and(eq(smsKeywords.word, keywordOf(text)), eq(smsKeywords.active, true), isNull(smsKeywords.deletedAt))
  return (await ctx.db.$count(smsKeywords, mine)) > 0
}

async function waitingForYes(ctx: Ctx, number: string): Promise<Row | undefined> {
  const recent = gt(textGifts.createdAt, new Date(clock.ms() - minutes(15)))
  const [row] = await ctx.db
    .select()
    .from(textGifts)
    .where(and(eq(textGifts.number, number), eq(textGifts.state, 'confirming'), recent))
    .orderBy(desc(textGifts.id))
    .limit(1)
    .for('update')
  return row
}

async function giveAsked(ctx: Ctx, row: Row, asked: Row, funds: readonly TextFund[]): Promise<string | null> {
  await ctx.db.update(textGifts).set({ state: 'answered' }).where(eq(textGifts.id, asked.id))
  const { amount, fundId, frequency } = asked
  return give(ctx, row, { kind: 'gift', amount: amount!, fundId, frequency }, funds)
}

function answer(ctx: Ctx, row: Row, said: TextGift, funds: readonly TextFund[]): Promise<string | null> | string {
  if (said.kind === 'unclear') return said.reply
  if (said.kind === 'command') return obey(ctx, row, said.command)
  return said.kind === 'gift' ? answerGift(ctx, row, said, funds) : ''
}

const moneyIn = (ctx: Ctx, amount: number, currency: string) => formatMoney({ amount, currency }, ctx.client.locale)

async function answerGift(ctx: Ctx, row: Row, gift: Wanted, funds: readonly TextFund[]): Promise<string | null> {
  const { reason, currency, least } = await offers(ctx)
  if (reason) return 'Giving by text is not available right now. Please contact the church.'
  if (gift.amount < least) return `The smallest gift by text is ${moneyIn(ctx, least, currency)}.`
  // Of two texts of one number at once the second waits, and counts the first.
  await advisoryLock(ctx.db, `text gift ${ctx.client.id} ${row.number}`)
  const today = and(
    eq(textGifts.number, row.number),
    isNotNull(textGifts.amount),
    gt(textGifts.createdAt, new Date(clock.ms() - hours(24))),
  )
  if ((await ctx.db.$count(textGifts, today)) >= MOST_A_DAY)
    return `You have reached the limit of ${MOST_A_DAY} gifts by text in a day. You can give more here: ${await createGivingLink(ctx, row, null, funds)}`
  if (gift.amount <= CONFIRM_ABOVE) return give(ctx, row, gift, funds)
  const { amount, fundId, frequency } = gift
  await ctx.db.update(textGifts).set({ state: 'confirming', amount, fundId, frequency }).where(eq(textGifts.id, row.id))
  const name = funds.find(({ id }) => id === fundId)?.name
  return `Reply YES within 15 minutes to give ${moneyIn(ctx, amount, currency)}${name ? ` to ${name}` : ''}.`
}

/** Charges the card that this number gave with before; the first time, or for a series, sends the page. */
async function give(ctx: Ctx, row: Row, gift: Wanted, funds: readonly TextFund[]): Promise<string | null> {
  const { amount, fundId, frequency } = gift
  const { currency } = await offers(ctx)
  const [giver] = await ctx.db
    .select({ personId: textGivers.personId, savedId: textGivers.savedId, email: savedMethods.email })
    .from(textGivers)
    .innerJoin(
      savedMethods,
      and(eq(savedMethods.clientId, textGivers.clientId), eq(savedMethods.id, textGivers.savedId)),
    )
    .where(and(eq(textGivers.number, row.number), isNull(savedMethods.removedAt)))
  if (!giver?.savedId || frequency) {
    await ctx.db.update(textGifts).set({ amount, fundId, frequency }).where(eq(textGifts.id, row.id))
    const link = await createGivingLink(ctx, row, gift, funds)
    return `${frequency ? `To give ${moneyIn(ctx, amount, currency)} ${frequency}` : `To give ${moneyIn(ctx, amount, currency)}`}, enter your card here once: ${link}`
  }
  const fund = funds.find(({ id }) => id === fundId) ?? funds[0]!
  try {
    const giftId = await chargeGift(ctx, {
      key: `text:${row.id}`,
      amount,
      currency,
      source: 'text',
      savedId: giver.savedId,
      personId: giver.personId,
      lines: [{ fundId: fund.id, amount }],
      description: fund.name,
      payer: { name: '', email: giver.email },
    })
    await ctx.db.update(textGifts).set({ state: 'charging', amount, fundId, giftId }).where(eq(textGifts.id, row.id))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `Your card can’t be charged right now. You can give here: ${await createGivingLink(ctx, row, gift, funds)}`
  }
  // What came of it is told once the gateway has answered.
  return null
}

async function obey(ctx: Ctx, row: Row, command: TextCommand): Promise<string> {
  if (command === 'commands') return COMMANDS_REPLY
  const { reason } = await offers(ctx)
  if (command === 'refund') return refundLast(ctx, row)
  if (command === 'unlink') {
    const done = await ctx.db
      .update(textGivers)
      .set({ savedId: null })
      .where(and(eq(textGivers.number, row.number), isNotNull(textGivers.savedId)))
      .returning({ id: textGivers.id })
    return done.length > 0
      ? 'Your card is no longer linked to this number. Your next gift by text will ask for one.'
      : 'No card is linked to this number.'
  }
  if (reason) return 'Giving is not available right now. Please contact the church.'
  const link = await createGivingLink(ctx, row, null, [])
  return command === 'give'
    ? `Give here: ${link}`
    : `Give with another card here, and it replaces the one we have: ${link}`
}

async function refundLast(ctx: Ctx, row: Row): Promise<string> {
  const [last] = await ctx.db
    .select({
      paymentId: gifts.paymentId,
      status: gifts.status,
      left: sql<number>`${gifts.total} - ${gifts.refunded}`.mapWith(Number),
      currency: gifts.currency,
    })
    .from(textGifts)
    .innerJoin(gifts, and(eq(gifts.clientId, textGifts.clientId), eq(gifts.id, textGifts.giftId)))
    .where(and(eq(textGifts.number, row.number), gt(gifts.createdAt, new Date(clock.ms() - hours(24)))))
    .orderBy(desc(textGifts.id))
    .limit(1)
  if (!last?.paymentId || last.left <= 0 || last.status === 'failed')
    return 'There is no gift by text of the last 24 hours to return. Please contact the church.'
  if (last.status === 'pending')
    return 'This gift has not arrived yet and can’t be returned now. Please contact the church.'
  try {
    await refundPayment(ctx, { paymentId: last.paymentId, amount: last.left, reason: 'Asked for by text' })
  } catch (error) {
    if (error instanceof Failure) return `This gift can’t be returned by text. Please contact the church.`
    throw error
  }
  return `Your gift of ${moneyIn(ctx, last.left, last.currency)} is being returned. It takes a few days to arrive.`
}

/** What came of a gift by text is told once, and the number remembers the card that its owner wants used again. */
export async function onTextGiftPaymentChanged(ctx: Ctx, paymentId: string, giftId: string): Promise<void> {
  const [row] = await ctx.db.select().from(textGifts).where(eq(textGifts.giftId, giftId)).for('update')
  if (!row || row.state === 'given' || row.state === 'failed') return
  const payment = await paymentById(ctx, paymentId)
  if (payment.state === 'succeeded') return given(ctx, row, payment)
  // On the page its giver sees why, and may try again.
  if (row.state !== 'charging' || payment.state !== 'failed') return
  await ctx.db.update(textGifts).set({ state: 'failed' }).where(eq(textGifts.id, row.id))
  const money = moneyIn(ctx, payment.amount, payment.currency)
  await sendReply(
    ctx,
    row,
    `Your card was declined, and nothing was charged for your gift of ${money}. Reply UPDATE to use another card.`,
    ':outcome',
  )
}

async function given(ctx: Ctx, row: Row, payment: Payment): Promise<void> {
  await ctx.db.update(textGifts).set({ state: 'given' }).where(eq(textGifts.id, row.id))
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.id, row.giftId!))
  if (row.keepsCard && payment.savedId) {
    const link = { personId: gift!.personId, savedId: payment.savedId }
    await ctx.db
      .insert(textGivers)
      .values({ number: row.number, ...link })
      .onConflictDoUpdate({ target: [textGivers.clientId, textGivers.number], set: link })
  }
  const money = moneyIn(ctx, payment.amount, payment.currency)
  const next = row.keepsCard && payment.savedId ? ' Next time just text an amount.' : ''
  await sendReply(
    ctx,
    row,
    `Thank you! Your gift of ${money} has arrived.${next} Reply REFUND within 24 hours to return it.`,
    ':outcome',
  )
}
