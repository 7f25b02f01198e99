import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { roles } from '#kernel/permissions.ts'
import { asJob, asPlatform } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import { aChurch } from '#testing/church.ts'
import { applyGatewayFacts } from '../service/gateway-facts.ts'
import { startPayment } from '../service/start.ts'
import { accountsWithLateInvoices, chargeLateFees } from './service/fees.ts'

const thisYear = () => DateTime.fromJSDate(clock.now(), { zone: 'America/New_York' }).year
type Church = Awaited<ReturnType<typeof aChurch>>
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving'])

const line = (unitAmount: number, more = {}) => ({ description: 'Hall rental', quantity: 1, unitAmount, ...more })
const draft = (church: Church, unitAmount = 10_000, more = {}) =>
  church.finance.invoices.create({
    customerName: 'Hill Street Choir',
    customerEmail: 'choir@example.org',
    lines: [line(unitAmount)],
    ...more,
  })
const issued = async (church: Church, unitAmount = 10_000, more = {}) => {
  const { id } = await draft(church, unitAmount, more)
  return church.finance.invoices.finalize({ id })
}
const payment = (id: string, amount: number, more = {}) => ({
  id,
  key: randomUUID(),
  method: 'check' as const,
  amount,
  ...more,
})
const books = async (church: Church) => {
  await asBooks(church, prove)
  const rows = await asBooks(church, ctx => balances(ctx, ''))
  return Object.fromEntries(rows.filter(({ amount }) => amount !== 0).map(({ key, amount }) => [key, amount]))
}
const kinds = ({ timeline }: { timeline: { kind: string }[] }) => timeline.map(({ kind }) => kind).reverse()

/** A payment through a gateway that was made at that instant by the gateway's own word. */
async function paidOnline(church: Church, refId: string, amount: number, paidAt: Date, more = {}) {
  const payer = { name: 'Choir', email: 'choir@example.org' }
  const row = await asBooks(church, ctx =>
    startPayment(ctx, {
      module: 'invoices',
      refId,
      amount,
      currency: 'USD',
      description: 'Invoice',
      payer,
      returnPath: '/',
      key: randomUUID(),
    }),
  )
  const facts = {
    id: `pi_${row.id}`,
    reference: row.id,
    state: 'succeeded' as const,
    amount,
    currency: 'USD',
    fee: null,
    refunded: 0,
    dispute: null,
    disputeFee: 0,
    method: null,
    saved: null,
    problem: null,
    paidAt,
    payoutId: null,
    ...more,
  }
  await asBooks(church, ctx => applyGatewayFacts(ctx, row.id, facts))
  await church.settle()
  return {
    change: (changed: object) =>
      asBooks(church, ctx => applyGatewayFacts(ctx, row.id, { ...facts, ...changed })).then(() => church.settle()),
  }
}

test('only the owner and finance reach invoices; rows are hidden from everyone else', async () => {
  const church = await aChurch()
  const { id } = await issued(church)
  for (const role of roles) {
    const mayRead = role === 'owner' || role === 'finance'
    const outcome = await church[role].invoices.get({ id }).then(
      () => 'read',
      error => error.code,
    )
    expect(outcome, role).toBe(mayRead ? 'read' : 'FORBIDDEN')
    if (!mayRead) await expect(church[role].invoices.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const seen = await asJob(church.id, 'test', 'test', ctx => ctx.db.execute<object>(sql`select id from sales_invoices`))
  expect(seen.rows).toEqual([])
  const other = await aChurch('Hope')
  await expect(other.owner.invoices.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('twenty invoices finalized at once have twenty numbers without a gap, also where one of them fails', async () => {
  const church = await aChurch()
  const drafts = await Promise.all(Array.from({ length: 20 }, () => draft(church)))
  const failing = asBooks(church, async ctx => {
    const { finalize } = await import('./service/drafts.ts')
    await finalize(ctx, { id: drafts[0]!.id })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  const done = await Promise.all(drafts.map(({ id }) => church.finance.invoices.finalize({ id })))
  const year = thisYear()
  const numbers = done.map(({ number }) => number).sort()
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => `INV-${year}-${String(n + 1).padStart(5, '0')}`))
  const twice = await church.finance.invoices.finalize({ id: drafts[0]!.id })
  expect(numbers).toContain(twice.number)
  expect(await books(church)).toEqual({ receivable: 200_000, sales: 200_000 })
})

test('a draft is edited and deleted; a final invoice is neither, by anyone, in the database too', async () => {
  const church = await aChurch()
  const made = await draft(church, 10_000, {
    lines: [line(3_333, { quantity: 3, taxName: 'Sales tax', taxRate: 8.25 })],
  })
  expect(made).toMatchObject({ state: 'draft', number: null, url: null, subtotal: 9_999, tax: 825, total: 10_824 })
  const { id, version } = made
  const changed = await church.owner.invoices.update({ id, version, memo: 'May', lines: [line(5_000)] })
  expect(changed).toMatchObject({ memo: 'May', total: 5_000, tax: 0 })
  await expect(church.owner.invoices.update({ id, version, memo: 'June' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await church.finance.invoices.finalize({ id })
  const late = church.owner.invoices.update({ id, version: changed.version, memo: 'June' })
  await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(church.owner.invoices.remove({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  const refused = (text: string) =>
    asBooks(church, ctx => ctx.db.execute(sql.raw(text))).then(
      () => 'done',
      error => sqlState(error),
    )
  for (const text of [
    `update sales_invoices set total = 1`,
    `update sales_invoices set number = 'INV-1'`,
    `update sales_invoices set customer_name = 'Someone else'`,
    `update sales_invoices set state = 'draft'`,
    `delete from sales_invoices`,
    `update sales_invoice_lines set amount = 1`,
    `delete from sales_invoice_lines`,
    `insert into sales_invoice_lines (invoice_id, place, description, quantity, unit_amount, amount, tax) values ('${id}', 9, 'x', 1, 1, 1, 0)`,
  ])
    expect(await refused(text), text).toBe('IN001')
  const other = await draft(church)
  await church.owner.invoices.remove({ id: other.id })
  await expect(church.owner.invoices.get({ id: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('partial payments, two at once and sent twice, and what is paid too much becomes a credit for another invoice', async () => {
  const church = await aChurch()
  const { id } = await issued(church)
  const half = payment(id, 5_000)
  const part = await church.finance.invoices.recordPayment(half)
  expect(part).toMatchObject({ state: 'partially_paid', paid: 5_000, balance: 5_000 })
  await church.finance.invoices.recordPayment(half)
  const two = [payment(id, 4_000, { method: 'cash' }), payment(id, 4_000, { method: 'bank' })]
  await Promise.all(two.map(one => church.finance.invoices.recordPayment(one)))
  const paid = await church.finance.invoices.get({ id })
  expect(paid).toMatchObject({ state: 'paid', paid: 13_000, balance: -3_000 })
  expect(await books(church)).toEqual({ undeposited: 9_000, bank: 4_000, receivable: -3_000, sales: 10_000 })
  const next = await issued(church, 4_500)
  const used = { id: next.id, fromId: id, key: randomUUID() }
  await Promise.all([1, 2].map(() => church.finance.invoices.applyCredit(used)))
  expect(await church.finance.invoices.get({ id: next.id })).toMatchObject({ state: 'partially_paid', balance: 1_500 })
  expect(await church.finance.invoices.get({ id })).toMatchObject({ state: 'paid', balance: 0 })
  const again = church.finance.invoices.applyCredit({ ...used, key: randomUUID() })
  await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
  const stranger = await issued(church, 4_500, { customerEmail: 'other@example.org' })
  await expect(church.finance.invoices.applyCredit({ ...used, id: stranger.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect((await books(church)).receivable).toBe(6_000)
})

test('a payment recorded by mistake is removed, and nothing of it stays in the books', async () => {
  const church = await aChurch()
  const { id } = await issued(church)
  const { payments } = await church.finance.invoices.recordPayment(payment(id, 10_000, { reference: 'Check 1042' }))
  const gone = { id, paymentId: payments[0]!.id }
  await Promise.all([1, 2].map(() => church.finance.invoices.removePayment(gone)))
  expect(await church.finance.invoices.get({ id })).toMatchObject({ state: 'open', balance: 10_000, payments: [] })
  expect(await books(church)).toEqual({ receivable: 10_000, sales: 10_000 })
  const early = church.finance.invoices.recordPayment(payment(id, 100, { paidOn: '2999-01-01' }))
  await expect(early).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('credit notes have numbers of their own, take their share of tax, and never more than the invoice', async () => {
  const church = await aChurch()
  const { id } = await issued(church, 0, { lines: [line(10_000, { taxName: 'VAT', taxRate: 20 })] })
  const note = (amount: number) => ({ id, key: randomUUID(), amount, reason: 'Two hours less' })
  const first = await church.finance.invoices.creditNote(note(1_001))
  const year = thisYear()
  expect(first.credits).toMatchObject([{ number: `CN-${year}-00001`, amount: 1_001, tax: 167 }])
  expect(first).toMatchObject({ state: 'partially_paid', balance: 10_999 })
  await expect(church.finance.invoices.creditNote(note(11_000))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await church.finance.invoices.recordPayment(payment(id, 10_999))
  const rest = await church.finance.invoices.creditNote(note(10_999))
  expect(rest).toMatchObject({ state: 'paid', balance: -10_999 })
  expect(rest.credits.map(({ tax }) => tax).reduce((a, b) => a + b)).toBe(2_000)
  expect(await books(church)).toEqual({ undeposited: 10_999, receivable: -10_999 })
})

test('void reverses everything but the number; what has payments is not voided', async () => {
  const church = await aChurch()
  const [one, two] = [await issued(church), await issued(church)]
  expect(await church.finance.invoices.void({ id: one.id })).toMatchObject({
    state: 'void',
    number: one.number,
    balance: 0,
  })
  await church.finance.invoices.void({ id: one.id })
  expect(await books(church)).toEqual({ receivable: 10_000, sales: 10_000 })
  await church.finance.invoices.recordPayment(payment(two.id, 100))
  await expect(church.finance.invoices.void({ id: two.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  const other = church.finance.invoices.recordPayment(payment(one.id, 100))
  await expect(other).rejects.toMatchObject({ code: 'CONFLICT' })
  const year = thisYear()
  expect((await issued(church)).number).toBe(`INV-${year}-00003`)
})

test('what nobody expects any more is written off, and owed again once money comes in', async () => {
  const church = await aChurch()
  const { id } = await issued(church)
  await church.finance.invoices.recordPayment(payment(id, 2_000))
  expect(await church.finance.invoices.markUncollectible({ id })).toMatchObject({
    state: 'uncollectible',
    balance: 8_000,
  })
  expect(await books(church)).toEqual({ undeposited: 2_000, sales: 10_000, 'bad-debts': 8_000 })
  const back = await church.finance.invoices.recordPayment(payment(id, 8_000))
  expect(back).toMatchObject({ state: 'paid', balance: 0 })
  expect(kinds(back)).toEqual(['created', 'finalized', 'payment', 'uncollectible', 'payment', 'reopened', 'paid'])
  expect(await books(church)).toEqual({ undeposited: 10_000, sales: 10_000 })
})

const withFees = async (church: Church, more = {}) => {
  const { currency: _, logo: __, ...settings } = await church.owner.invoiceSettings.read({})
  return church.owner.invoiceSettings.save({ ...settings, lateFees: true, terms: 'net_15', graceDays: 3, ...more })
}
const feesRun = (church: Church) => asBooks(church, chargeLateFees)

test('late, a fee once, paid by the gateway’s time, and the fee is reversed', async () => {
  const church = await aChurch()
  await withFees(church)
  const { id, dueOn } = await issued(church)
  const issuedAt = clock.now()
  clock.advance(days(19))
  await Promise.all([feesRun(church), feesRun(church)])
  await feesRun(church)
  const late = await church.finance.invoices.get({ id })
  expect(late).toMatchObject({ isOverdue: true, fees: 250, balance: 10_250 })
  expect(late.lateFees).toMatchObject([{ period: 1, amount: 250, reversed: 0 }])
  expect((await books(church))['late-fees']).toBe(250)
  // Told today, and made on the day before it was due.
  await paidOnline(church, id, 10_000, new Date(issuedAt.getTime() + days(14)))
  const paid = await church.finance.invoices.get({ id })
  expect(paid).toMatchObject({ state: 'paid', fees: 0, balance: 0, dueOn })
  expect(paid.lateFees).toMatchObject([{ amount: 250, reversed: 250 }])
  expect(kinds(paid)).toEqual(['created', 'finalized', 'late_fee', 'payment', 'late_fee_reversed', 'paid'])
  expect(await books(church)).toEqual({ 'clearing:stripe': 10_000, sales: 10_000 })
})

test('a payment after the last day keeps its fee; monthly fees stop at the cap, leave earlier fees out and skip paused invoices', async () => {
  const church = await aChurch()
  await withFees(church, { lateFeeRepeat: 'monthly', lateFeeCap: 600 })
  const [{ id }, paused] = [await issued(church), await issued(church)]
  await church.finance.invoices.pause({ id: paused.id, lateFees: true })
  const issuedAt = clock.now()
  clock.advance(days(120))
  await feesRun(church)
  const late = await church.finance.invoices.get({ id })
  expect(late.lateFees.map(({ amount }) => amount)).toEqual([250, 250, 100])
  expect((await church.finance.invoices.get({ id: paused.id })).lateFees).toEqual([])
  await paidOnline(church, id, 10_000, new Date(issuedAt.getTime() + days(25)))
  // The first period had ended by then, the others had not.
  const after = await church.finance.invoices.get({ id })
  expect(after.lateFees.map(({ amount, reversed }) => amount - reversed)).toEqual([250, 0, 0])
  expect(after).toMatchObject({ state: 'partially_paid', balance: 250 })
  expect((await books(church))['late-fees']).toBe(250)
})

test('the terms of late fees are those of the day on which an invoice was finalized', async () => {
  const church = await aChurch()
  const before = await issued(church, 10_000, { terms: 'due_on_receipt' })
  await withFees(church, { lateFeeKind: 'fixed', lateFeeAmount: 2_500, graceDays: 0 })
  const after = await issued(church, 10_000, { terms: 'due_on_receipt' })
  clock.advance(days(1))
  await feesRun(church)
  expect((await church.finance.invoices.get({ id: before.id })).fees).toBe(0)
  expect((await church.finance.invoices.get({ id: after.id })).fees).toBe(2_500)
  const whose = async (hour: number) => {
    const at = DateTime.fromJSDate(clock.now(), { zone: 'America/New_York' }).plus({ days: 1 }).set({ hour })
    const { rows } = await asPlatform('test', db =>
      db.execute<{ client_id: string }>(accountsWithLateInvoices(at.toJSDate())),
    )
    return rows.some(row => row.client_id === church.id)
  }
  expect([await whose(6), await whose(12)]).toEqual([true, false])
})

test('what a gateway says again, later and in any order is booked once; refunds and disputes take it away', async () => {
  const church = await aChurch()
  const { id } = await issued(church)
  const online = await paidOnline(church, id, 6_000, clock.now())
  await online.change({})
  expect(await church.finance.invoices.get({ id })).toMatchObject({ state: 'partially_paid', paid: 6_000 })
  await online.change({ refunded: 1_000 })
  await online.change({ refunded: 1_000, dispute: 'open' })
  expect(await church.finance.invoices.get({ id })).toMatchObject({ state: 'open', paid: 0 })
  expect((await books(church)).receivable).toBe(10_000)
  await online.change({ refunded: 1_000, dispute: 'won' })
  const after = await church.finance.invoices.get({ id })
  expect(after).toMatchObject({ state: 'partially_paid', paid: 5_000 })
  expect(after.payments).toMatchObject([{ amount: 5_000, isManual: false }])
  const remove = church.finance.invoices.removePayment({ id, paymentId: after.payments[0]!.id })
  await expect(remove).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await books(church)).toEqual({ 'clearing:stripe': 5_000, receivable: 5_000, sales: 10_000 })
})

test('settings have the defaults of the specification, and are saved by one at a time', async () => {
  const church = await aChurch()
  const read = await church.owner.invoiceSettings.read({})
  expect(read).toMatchObject({
    businessName: 'Grace Community Church',
    footer: 'Thank you for your business!',
    hasLogo: true,
    reminders: true,
    lateFeeKind: 'percentage',
    lateFeeRate: 2.5,
    schedule: [-3, 0, 3, 7, 14],
    lateFees: false,
    version: 0,
  })
  const { currency: _, logo: __, ...settings } = read
  const saved = await church.finance.invoiceSettings.save({
    ...settings,
    businessAddress: '1 Elm St\nAustin',
    schedule: [7, 0, 7],
  })
  expect(saved).toMatchObject({ businessAddress: '1 Elm St\nAustin', schedule: [0, 7], version: 1 })
  await expect(church.owner.invoiceSettings.save(settings)).rejects.toMatchObject({ code: 'CONFLICT' })
  const card = church.owner.invoiceSettings.save({ ...settings, version: 1, footer: 'Card 4242 4242 4242 4242' })
  await expect(card).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('the list is searched and filtered; a card number is refused in every field', async () => {
  const church = await aChurch()
  const [open, paid] = [
    await issued(church, 100, { terms: 'due_on_receipt' }),
    await issued(church, 200, { customerName: '100% Sound_Ltd' }),
  ]
  await church.finance.invoices.recordPayment(payment(paid.id, 200))
  await draft(church)
  clock.advance(days(1))
  const ids = async (filter: object) => (await church.finance.invoices.list(filter)).items.map(({ id }) => id)
  expect(await ids({ status: ['overdue'] })).toEqual([open.id])
  expect(await ids({ status: ['paid'] })).toEqual([paid.id])
  expect(await ids({ search: '100%' })).toEqual([paid.id])
  expect(await ids({ search: open.number! })).toEqual([open.id])
  expect(await church.finance.invoices.list({ limit: 2 })).toMatchObject({ total: 3, nextCursor: expect.any(String) })
  const card = '4242 4242 4242 4242'
  for (const more of [
    { memo: card },
    { customerName: card },
    { customerAddress: card },
    { lines: [line(1, { description: card })] },
  ])
    await expect(draft(church, 100, more)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Please don’t enter card numbers here.',
    })
  const reference = church.finance.invoices.recordPayment(payment(open.id, 1, { reference: card }))
  await expect(reference).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
