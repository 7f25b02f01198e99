import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { read as readChurch } from '#clients/service.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { formatMoney } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { open, seal } from '#kernel/secrets.ts'
import { recordGoal } from '#links/goals/service.ts'
import { sendMail } from '#messaging/service.ts'
import type { SaleLine } from '#payments/sales/rules.ts'
import { followSale, payFor, priced, refundSale, type Sale, saleOf, startSale } from '#payments/sales/service.ts'
import { offers } from '#payments/service/start.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import { payFormMail } from '../emails/pay.ts'
import type { Answers } from '../rules/answers.ts'
import type { Definition, Handling } from '../rules/definition.ts'
import { inLanguage, languageFor } from '../rules/languages.ts'
import { sayIn } from '../rules/page-words.ts'
import { currencyOf, linesFrom } from '../rules/prices.ts'
import { findRefusal, lockPlaces } from '../service/limits.ts'
import { formSubmissions, forms, formVersions } from '../tables.ts'
import { readSubmission } from '../tasks.ts'

const MODULE = 'forms'
const sold = (refId: string) => ({ module: MODULE, refId })

/** Someone who pays keeps their places for so long; a bank debit takes days. */
const RESERVATION = hours(1)
const PENDING_RESERVATION = days(14)
export const reservationEnd = () => new Date(clock.ms() + RESERVATION)
/** After this the link to pay leads nowhere. */
const LINK_LIVES = days(7)

const Token = z.object({ s: z.uuid(), t: z.number() })
const CONTEXT = 'form payment'
const tokenOf = (submissionId: string) => seal(JSON.stringify({ s: submissionId, t: clock.ms() }), CONTEXT)

/** The submission that a link to pay is for; undefined for a link that is forged or too old. */
function submissionOf(token: string): string | undefined {
  try {
    const { s, t } = Token.parse(JSON.parse(open(token, CONTEXT)))
    return clock.ms() - t < LINK_LIVES ? s : undefined
  } catch {
    return
  }
}

const pathOf = (slug: string, submissionId: string) => `/f/${slug}/pay/${encodeURIComponent(tokenOf(submissionId))}`

/** Why nothing can be paid for these lines now; undefined where it can, or where they cost nothing. */
export async function reasonAgainst(ctx: Ctx, lines: SaleLine[]): Promise<string | undefined> {
  if (lines.length === 0) return
  const { reason, least } = await offers(ctx)
  if (reason) return 'Paying online is not possible right now. Please contact the church.'
  return (await priced(ctx, lines)).total < least ? 'This is less than can be paid online.' : undefined
}

export const openSale = (ctx: Ctx, id: string, terms: { lines: SaleLine[]; currency: string }): Promise<Sale> =>
  withEveryRight(ctx, 'checkout', all => startSale(all, { ...sold(id), ...terms }))

/** Where the submission of that key is paid; undefined for one that looks like a robot's. */
export const payPathOf = (ctx: Ctx, { slug }: { slug: string }, key: string): Promise<string | undefined> =>
  withEveryRight(ctx, 'checkout', async all => {
    const [row] = await all.db
      .select({ id: formSubmissions.id })
      .from(formSubmissions)
      .where(eq(formSubmissions.key, key))
    return row && (await saleOf(all, sold(row.id))) ? pathOf(slug, row.id) : undefined
  })

type Submission = typeof formSubmissions.$inferSelect
export interface Bought {
  submission: Submission
  form: { id: string; slug: string; handling: Handling; definition: Definition }
  /** The version that was filled in, in its language. */
  definition: Definition
  sale: Sale
}

async function boughtBy(ctx: Ctx, id: string): Promise<Bought | undefined> {
  const [row] = await ctx.db
    .select({
      submission: formSubmissions,
      form: { id: forms.id, slug: forms.slug, handling: forms.handling },
      number: forms.lastNumber,
    })
    .from(formSubmissions)
    .innerJoin(forms, and(eq(forms.clientId, formSubmissions.clientId), eq(forms.id, formSubmissions.formId)))
    .where(and(eq(formSubmissions.id, id), isNull(formSubmissions.deletedAt), isNull(forms.deletedAt)))
  const sale = row && (await saleOf(ctx, sold(id)))
  if (!sale) return
  const definition = await versionOf(ctx, row.form.id, row.submission.number)
  const now = row.number === row.submission.number ? definition : await versionOf(ctx, row.form.id, row.number)
  const shown = inLanguage(definition, languageFor(definition, row.submission.language))
  return { submission: row.submission, form: { ...row.form, definition: now }, definition: shown, sale }
}

async function versionOf(ctx: Ctx, formId: string, number: number): Promise<Definition> {
  const [row] = await ctx.db
    .select({ definition: formVersions.definition })
    .from(formVersions)
    .where(and(eq(formVersions.formId, formId), eq(formVersions.number, number)))
  return found(row, 'Form').definition
}

/** What the page of a link shows; needs every right. */
export async function boughtAt(ctx: Ctx, slug: string, token: string): Promise<Bought | undefined> {
  const id = submissionOf(token)
  const bought = id ? await boughtBy(ctx, id) : undefined
  return bought?.form.slug === slug ? bought : undefined
}

/**
 * The payment of a submission, and its places reserved while it is paid. Places that were given up meanwhile are asked for
 * again.
 * @throws CONFLICT once it is paid, or where no place is left
 */
export async function startPaying(ctx: Ctx, { submission, form, definition, sale }: Bought, path: string) {
  if (submission.state !== 'unpaid') throw new Failure('CONFLICT', 'This was paid already.')
  const { id, language, payload } = submission
  const isReserved = submission.heldUntil !== null && submission.heldUntil > clock.now()
  await lockPlaces(ctx, form)
  const asked = { fields: definition.fields, answers: payload as Answers, since: null }
  const say = sayIn(languageFor(definition, language))
  const refused = isReserved ? undefined : await findRefusal(ctx, form, { ...asked, say })
  const problem = refused?.closed ? say('This form is closed.') : Object.values(refused?.problems ?? {})[0]
  if (problem) throw new Failure('CONFLICT', problem)
  await ctx.db.update(formSubmissions).set({ heldUntil: reservationEnd() }).where(eq(formSubmissions.id, id))
  const payer = { name: submission.name, email: normaliseEmail(submission.email) ?? '' }
  const { id: paymentId } = await payFor(ctx, sold(sale.refId), {
    payer,
    description: definition.title,
    returnPath: path,
  })
  return paymentId
}

/** A payment changed: what is paid is read, and counts from then on. Told again it does nothing. */
export async function followPayment(ctx: Ctx, { module, refId }: { module: string; refId: string }): Promise<void> {
  if (module !== MODULE) return
  const followed = await followSale(ctx, sold(refId))
  if (!followed) return
  const { state } = followed.sale
  const waiting = and(eq(formSubmissions.id, refId), eq(formSubmissions.state, 'unpaid'))
  if (state === 'pending')
    await ctx.db
      .update(formSubmissions)
      .set({ heldUntil: new Date(clock.ms() + PENDING_RESERVATION) })
      .where(waiting)
  if (followed.sale.paidAt && state !== 'returned') {
    if (await isTooLate(ctx, refId, followed.sale.paidAt)) return
    const [row] = await ctx.db
      .update(formSubmissions)
      .set({ state: 'new', heldUntil: null })
      .where(waiting)
      .returning({ formId: formSubmissions.formId })
    if (row) await enqueue(ctx, readSubmission, { submissionId: refId })
    const { visitor } = followed.sale
    if (row) await recordGoal(ctx, { kind: 'purchase', subjectId: row.formId, refId, visitor })
  }
  announce(ctx, 'formSubmissions', refId)
  announce(ctx, 'forms')
}

/** Paid after its places were given to others: the money goes back, and the submission stays as it was. */
async function isTooLate(ctx: Ctx, id: string, paidAt: Date): Promise<boolean> {
  const bought = await boughtBy(ctx, id)
  if (bought?.submission.state !== 'unpaid') return false
  const { submission, form, definition, sale } = bought
  if (submission.heldUntil && submission.heldUntil >= paidAt) return false
  await lockPlaces(ctx, form)
  const say = sayIn(languageFor(definition, submission.language))
  const asked = { fields: definition.fields, answers: submission.payload as Answers, since: null, say }
  const refused = await findRefusal(ctx, form, asked)
  if (!refused?.closed && Object.keys(refused?.problems ?? {}).length === 0) return false
  if (sale.state === 'paid')
    await refundSale(ctx, { ...sold(id), amount: sale.total, reason: 'No place was left when the payment arrived' })
  announce(ctx, 'formSubmissions', id)
  return true
}

/** One that was held back as a robot's, and was none: it waits to be paid where it costs something. */
export async function mustPay(ctx: Ctx, id: string): Promise<boolean> {
  const [row] = await ctx.db.select().from(formSubmissions).where(eq(formSubmissions.id, id))
  const definition = await versionOf(ctx, row!.formId, row!.number)
  const lines = linesFrom(definition, row!.payload as Answers)
  if (lines.length === 0) return false
  const { paidAt } = await openSale(ctx, id, { lines, currency: currencyOf(definition) })
  if (!paidAt) await ctx.db.update(formSubmissions).set({ state: 'unpaid' }).where(eq(formSubmissions.id, id))
  return !paidAt
}

/** Some or all of what was paid goes back; the submission stays. */
export async function refund(ctx: Ctx, { id, amount, reason }: { id: string; amount: number; reason: string }) {
  const [row] = await ctx.db.select({ id: formSubmissions.id }).from(formSubmissions).where(eq(formSubmissions.id, id))
  await refundSale(ctx, { ...sold(found(row, 'Submission').id), amount, reason })
  announce(ctx, 'formSubmissions', id)
  return {}
}

/** The link to pay, by mail; as often as staff send it, and once an hour at most. */
export async function sendPayLink(ctx: Ctx, { id }: { id: string }) {
  const bought = found(await boughtBy(ctx, id), 'Submission')
  const { submission, definition, sale, form } = bought
  if (submission.state !== 'unpaid') throw new Failure('CONFLICT', 'This was paid already.')
  const to = normaliseEmail(submission.email)
  if (!to) throw invalid('id', 'They entered no email address. Please call or text them')
  const { name: church } = await readChurch(ctx)
  const language = languageFor(definition, submission.language)
  const words = {
    title: definition.title,
    name: submission.name,
    church,
    language,
    amount: formatMoney({ amount: sale.total, currency: sale.currency }, language),
    href: `${env.publicUrl}${pathOf(form.slug, id)}`,
  }
  const mail = { to, toName: submission.name, ...payFormMail(words), senderName: church, kind: 'form-pay' }
  const { state } = await sendMail(ctx, { ...mail, dedupeKey: `form-pay:${id}:${Math.floor(clock.ms() / hours(1))}` })
  if (state === 'skipped') throw invalid('id', 'This address can’t be emailed. They opted out, or email to it bounced')
  return {}
}
