import { and, eq, isNull } from 'drizzle-orm'
import { noCardNumbers } from '#card-numbers/service.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { digest, newToken, seal } from '#kernel/secrets.ts'
import { people } from '#people/tables.ts'
import type { Invoice, InvoiceChange, NewInvoice, NewLine } from '../contract.ts'
import { totalsOf } from '../rules/amounts.ts'
import { dueDate } from '../rules/terms.ts'
import { invoiceLines, invoices } from '../tables.ts'
import { updateInvoiceBalance } from './balance.ts'
import { postInvoiceEntry, receivable, sales, taxes } from './ledger-postings.ts'
import { takeNumber } from './numbers.ts'
import { type InvoiceRow, linesOf, lockInvoice, readInvoice, recordInvoiceEvent, TOPIC, today } from './rows.ts'
import { currencyOf, readSettings, snapshotSettings } from './settings.ts'

const LARGEST = 100_000_000_000

function totalsFor(lines: readonly NewLine[]) {
  const totals = totalsOf(lines)
  if (totals.total < 0) throw invalid('lines', 'Discounts can’t be larger than the invoice')
  if (totals.total > LARGEST) throw invalid('lines', 'This is more than an invoice can be for')
  return totals
}

async function mustBeKnown(ctx: Ctx, personId: string | null | undefined): Promise<void> {
  if (!personId) return
  const [row] = await ctx.db.select({ id: people.id }).from(people).where(eq(people.id, personId))
  if (!row) throw invalid('personId', 'Please choose someone from your people')
}

async function writeLines(ctx: Ctx, invoiceId: string, lines: readonly NewLine[]) {
  const totals = totalsFor(lines)
  await ctx.db.delete(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId))
  await ctx.db
    .insert(invoiceLines)
    .values(lines.map((line, place) => ({ ...line, ...totals.lines[place]!, invoiceId, place })))
  const { subtotal, tax, total } = totals
  return { subtotal, tax, total }
}

export async function create(ctx: Ctx, input: NewInvoice): Promise<Invoice> {
  return readInvoice(ctx, await addDraft(ctx, input))
}

export async function addDraft(ctx: Ctx, { lines, ...given }: NewInvoice): Promise<string> {
  noCardNumbers({ ...given, lines })
  await mustBeKnown(ctx, given.personId)
  const terms = given.terms ?? (await readSettings(ctx)).terms
  const { subtotal, tax, total } = totalsFor(lines)
  const [row] = await ctx.db
    .insert(invoices)
    .values({
      ...given,
      terms,
      currency: given.currency ?? currencyOf(ctx),
      subtotal,
      tax,
      total,
      createdBy: userOf(ctx),
    })
    .returning({ id: invoices.id })
  const { id } = row!
  await writeLines(ctx, id, lines)
  await recordInvoiceEvent(ctx, id, { kind: 'created' })
  return id
}

const final = () => new Failure('CONFLICT', 'This invoice is final. Write a credit note instead of editing it.')

export async function update(ctx: Ctx, { id, version, lines, ...changes }: InvoiceChange): Promise<Invoice> {
  noCardNumbers({ ...changes, lines })
  const before = await lockInvoice(ctx, id)
  if (before.finalizedAt) throw final()
  await mustBeKnown(ctx, changes.personId)
  const sums = lines ? await writeLines(ctx, id, lines) : {}
  // Two people may edit at once: the second is told, and nothing is overwritten.
  const [row] = await ctx.db
    .update(invoices)
    .set({ ...changes, ...sums })
    .where(and(eq(invoices.id, id), eq(invoices.version, version)))
    .returning({ id: invoices.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, TOPIC, id)
  return readInvoice(ctx, id)
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const row = await lockInvoice(ctx, id)
  if (row.finalizedAt) throw new Failure('CONFLICT', 'A final invoice can’t be deleted. You can void it instead.')
  await ctx.db.delete(invoices).where(and(eq(invoices.id, id), isNull(invoices.finalizedAt)))
  announce(ctx, TOPIC, id)
  return {}
}

/**
 * Gives a draft its number, its dates and its link, and books it; from here on it is never changed. Again it is the
 * same invoice.
 */
export async function finalize(ctx: Ctx, { id }: { id: string }): Promise<Invoice> {
  const draft = await lockInvoice(ctx, id)
  if (!draft.finalizedAt) await makeFinal(ctx, draft, today(ctx))
  return readInvoice(ctx, id)
}

/** The same on an earlier day, for demo rows. */
export const finalizeOn = async (ctx: Ctx, id: string, issuedOn: string): Promise<void> =>
  makeFinal(ctx, await lockInvoice(ctx, id), issuedOn)

async function makeFinal(ctx: Ctx, { id, terms, currency }: InvoiceRow, issuedOn: string): Promise<void> {
  const lines = await linesOf(ctx, id)
  const { subtotal, tax, total } = totalsFor(lines)
  const token = newToken()
  const [row] = await ctx.db
    .update(invoices)
    .set({
      state: 'open',
      subtotal,
      tax,
      total,
      issuedOn,
      dueOn: dueDate(issuedOn, terms),
      finalizedAt: clock.now(),
      ...(await snapshotSettings(ctx)),
      tokenHash: digest(token),
      tokenSealed: seal(token, `invoice:${id}`),
      // The last thing to wait for: the row of numbers is held until this transaction commits.
      number: await takeNumber(ctx, 'INV', issuedOn),
    })
    .where(and(eq(invoices.id, id), isNull(invoices.finalizedAt)))
    .returning()
  const made = found(row, 'Invoice')
  const sides = [
    { account: receivable, amount: total },
    { account: sales, amount: -subtotal },
    { account: taxes, amount: -tax },
  ]
  const memo = `Invoice ${made.number}`
  await postInvoiceEntry(ctx, { key: `invoice:${id}`, day: issuedOn, currency, invoiceId: id, memo, sides })
  await recordInvoiceEvent(ctx, id, { kind: 'finalized', amount: total })
  await updateInvoiceBalance(ctx, made)
}
