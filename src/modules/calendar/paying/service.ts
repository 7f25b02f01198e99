import { and, eq } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { formatMoney } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { recordGoal } from '#links/goals/service.ts'
import { followSale, payFor, refundSale, type Sale, saleOf, startSale } from '#payments/sales/service.ts'
import { offers } from '#payments/service/start.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import { appointmentBooked } from '../events.ts'
import { HIDDEN_TITLE, PAY_MINUTES } from '../rules/states.ts'
import { confirmClaims } from '../service/claims.ts'
import { typeById } from '../service/reservation.ts'
import { appointments, type attendees, type calendarTypes } from '../tables.ts'
import { followUp } from '../tasks.ts'
import { dueToBook, refundHoursOf } from './rules.ts'

type TypeRow = typeof calendarTypes.$inferSelect
type Row = typeof appointments.$inferSelect

const MODULE = 'calendar'
const sold = (refId: string) => ({ module: MODULE, refId })

/** What is paid before it is booked, in minor units; nothing where the church can't be paid online now. */
export async function owedToBook(ctx: Ctx, type: TypeRow): Promise<number> {
  const due = dueToBook(type)
  if (due === 0) return 0
  const { reason, least } = await offers(ctx)
  return reason || due < least ? 0 : due
}

/** Of an appointment that waits for its payment, with the rule of refunds as it was when it was booked. */
export const unpaid = (type: TypeRow) => ({ payBy: payEnd(), refundHours: refundHoursOf(type) })
const payEnd = () => new Date(clock.ms() + minutes(PAY_MINUTES))

export async function askForPayment(
  ctx: Ctx,
  type: TypeRow,
  { appointmentId, owed }: { appointmentId: string; owed: number },
): Promise<void> {
  const name = type.isConfidential ? HIDDEN_TITLE : type.name
  const label = type.charge === 'deposit' ? `${name}: deposit` : name
  const lines = [{ label, quantity: 1, unit: owed, taxed: true }]
  const { currency } = ctx.client
  await withEveryRight(ctx, 'checkout', all => startSale(all, { ...sold(appointmentId), lines, currency }))
}

/**
 * The payment of an appointment, whose time is kept while it is paid.
 * @throws CONFLICT once it is paid, or where its time was given up
 */
export async function startPayment(
  ctx: Ctx,
  { row, guest, path }: { row: Row; guest: typeof attendees.$inferSelect; path: string },
): Promise<string> {
  if (row.status !== 'pending' || !row.payBy) throw new Failure('CONFLICT', 'Nothing is to be paid for this time.')
  await ctx.db.update(appointments).set({ payBy: payEnd() }).where(eq(appointments.id, row.id))
  const payer = { name: guest.name, email: normaliseEmail(guest.email ?? '') ?? '' }
  const { id } = await payFor(ctx, sold(row.id), { payer, description: row.title, returnPath: path })
  return id
}

/** A payment changed: what is paid is booked, and what is paid too late goes back. Told again it does nothing. */
export async function onPaymentChanged(ctx: Ctx, { module, refId }: { module: string; refId: string }): Promise<void> {
  if (module !== MODULE) return
  const [row] = await ctx.db.select().from(appointments).where(eq(appointments.id, refId)).for('update')
  const followed = await followSale(ctx, sold(refId))
  if (!row || !followed) return
  const { sale, before } = followed
  if (sale.state === 'pending' && row.payBy)
    await ctx.db.update(appointments).set({ payBy: row.startsAt }).where(eq(appointments.id, refId))
  if (sale.state === 'paid' && row.payBy && row.status === 'pending') await confirmPaid(ctx, row, sale)
  // Its time was given up meanwhile, perhaps to someone else.
  if (sale.state === 'paid' && before !== 'paid' && row.status === 'cancelled' && row.payBy)
    await refundSale(ctx, { ...sold(refId), amount: sale.total, reason: 'Paid after its time was given up' })
  announce(ctx, 'calendar', refId)
}

async function confirmPaid(ctx: Ctx, row: Row, { visitor }: Sale): Promise<void> {
  const type = await typeById(ctx, row.typeId)
  const isRequest = type?.confirmation === 'manual' || row.flag !== null
  await ctx.db
    .update(appointments)
    .set({ payBy: null, ...(!isRequest && { status: 'confirmed' as const }) })
    .where(eq(appointments.id, row.id))
  if (!isRequest) await confirmClaims(ctx, row.id)
  if (row.typeId) await recordGoal(ctx, { kind: 'purchase', subjectId: row.typeId, refId: row.id, visitor })
  const at = clock.now()
  await emit(ctx, appointmentBooked, {
    appointmentId: row.id,
    typeId: row.typeId,
    userId: null,
    at,
    changeId: crypto.randomUUID(),
  })
  await enqueue(ctx, followUp, { appointmentId: row.id, what: isRequest ? 'requested' : 'booked' })
}

/** It was canceled: by the church, or by its guest in time, what was paid goes back. */
export async function refundCanceled(ctx: Ctx, appointmentId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ keeps: appointments.keepsPayment })
    .from(appointments)
    .where(and(eq(appointments.id, appointmentId), eq(appointments.status, 'cancelled')))
  const sale = await saleOf(ctx, sold(appointmentId))
  if (!row || row.keeps || (sale?.state !== 'paid' && sale?.state !== 'partially_refunded')) return
  await refundSale(ctx, { ...sold(appointmentId), amount: sale.booked, reason: 'Appointment canceled' }).catch(
    error => {
      // Asked for already: this was told twice.
      if (!(error instanceof Failure)) throw error
    },
  )
}

const said: Partial<Record<Sale['state'], string>> = { paid: 'Paid', pending: 'Payment pending', refunded: 'Refunded' }

/** What its guest is told of the payment; null where none was asked for. */
export async function paymentOf(
  ctx: Ctx,
  row: Pick<Row, 'id' | 'payBy' | 'status'>,
): Promise<{ text: string; due: string | null } | null> {
  const sale = await saleOf(ctx, sold(row.id))
  if (!sale) return null
  const money = (amount: number) => formatMoney({ amount, currency: sale.currency }, ctx.client.locale)
  const isDue = row.payBy !== null && row.status === 'pending' && sale.state === 'unpaid'
  const text = `${said[sale.state] ?? (isDue ? 'To pay' : 'Not paid')}: ${money(sale.total)}`
  return { text, due: isDue ? money(sale.total) : null }
}
