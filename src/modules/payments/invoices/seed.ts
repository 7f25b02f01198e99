import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { NewInvoice } from './contract.ts'
import { dayIn } from './rules/terms.ts'
import { issueCreditNote } from './service/credit-notes.ts'
import { addDraft, finalizeOn } from './service/drafts.ts'
import { chargeLateFees } from './service/fees.ts'
import { recordPayment } from './service/payments.ts'
import { readSettings, saveSettings } from './service/settings.ts'
import { markUncollectible, voidInvoice } from './service/write-offs.ts'
import { invoices } from './tables.ts'

type After = 'draft' | 'open' | 'part' | 'paid' | 'over' | 'void' | 'uncollectible' | 'credited'
interface Sample {
  customer: string
  email: string
  lines: [description: string, quantity: number, unitAmount: number][]
  /** Days ago on which it was issued. */
  ago: number
  terms: NewInvoice['terms']
  after: After
}

const samples: Sample[] = [
  sample('Hill Street Choir', [['Fellowship hall, Thursday evenings', 8, 4_500]], 74, 'net_30', 'paid'),
  sample('Maple Grove Montessori', [['Classroom rental, September', 1, 85_000]], 68, 'net_30', 'paid'),
  sample('Northside Youth Soccer', [['Gym, two Saturdays', 2, 12_500]], 61, 'net_15', 'uncollectible'),
  sample(
    'Anna and Marcus Webb',
    [
      ['Wedding: sanctuary and sound', 1, 60_000],
      ['Custodian, hours', 5, 3_000],
    ],
    55,
    'due_on_receipt',
    'over',
  ),
  sample('Maple Grove Montessori', [['Classroom rental, October', 1, 85_000]], 38, 'net_30', 'part'),
  sample('Riverside Book Circle', [['Library room, evenings', 4, 2_000]], 34, 'net_15', 'open'),
  sample(
    'Cedar Valley Quilters',
    [
      ['Fellowship hall, day', 1, 18_000],
      ['Discount for members', 1, -3_000],
    ],
    30,
    'net_30',
    'credited',
  ),
  sample('Hope Community Garden', [['Plot fees collected in error', 1, 4_000]], 26, 'net_15', 'void'),
  sample(
    'Hill Street Choir',
    [
      ['Fellowship hall, Thursday evenings', 4, 4_500],
      ['Piano tuning', 1, 9_500],
    ],
    18,
    'net_30',
    'open',
  ),
  sample('Daniel Ortiz', [['Counseling course, two modules', 2, 14_900]], 9, 'net_15', 'part'),
  sample('Maple Grove Montessori', [['Classroom rental, November', 1, 85_000]], 5, 'net_30', 'open'),
  sample(
    'Northgate Concert Series',
    [
      ['Sanctuary and lights', 1, 42_000],
      ['Technician, hours', 3.5, 4_000],
    ],
    0,
    'net_30',
    'draft',
  ),
]

function sample(customer: string, lines: Sample['lines'], ago: number, terms: Sample['terms'], after: After): Sample {
  const email = `${customer.toLowerCase().replace(/[^a-z]+/g, '.')}@example.org`
  return { customer, email, lines, ago, terms, after }
}

/** A dozen invoices of the demo church in every state, with what was paid, credited and charged. */
export async function seedInvoices(ctx: Ctx): Promise<void> {
  const { currency: _, logo: __, ...settings } = await readSettings(ctx)
  await saveSettings(ctx, {
    ...settings,
    businessAddress: '412 Elm Street\nAustin, TX 78701',
    lateFees: true,
    graceDays: 5,
    lateFeeCap: 5_000,
  })
  for (const one of samples) await seedOne(ctx, one)
  await chargeLateFees(ctx)
}

async function seedOne(ctx: Ctx, { customer, email, lines, ago, terms, after }: Sample): Promise<void> {
  const id = await addDraft(ctx, {
    personId: null,
    customerName: customer,
    customerEmail: email,
    customerAddress: '',
    memo: '',
    terms,
    lines: lines.map(([description, quantity, unitAmount]) => ({
      description,
      quantity,
      unitAmount,
      taxName: '',
      taxRate: 0,
    })),
  })
  if (after === 'draft') return
  const on = (daysAgo: number) => dayIn(new Date(clock.ms() - days(daysAgo)), ctx.client.timeZone)
  await finalizeOn(ctx, id, on(ago))
  const [row] = await ctx.db.select({ total: invoices.total }).from(invoices).where(eq(invoices.id, id))
  const pay = (amount: number, method: 'check' | 'bank', daysAgo: number) =>
    recordPayment(ctx, {
      id,
      key: randomUUID(),
      method,
      amount,
      paidOn: on(daysAgo),
      reference: method === 'check' ? 'Check 1042' : '',
    })
  const { total } = row!
  if (after === 'paid') await pay(total, 'bank', ago - 12)
  if (after === 'over') await pay(total + 5_000, 'check', ago - 3)
  if (after === 'part') await pay(Math.round(total / 2), 'check', Math.max(0, ago - 8))
  if (after === 'credited')
    await issueCreditNote(ctx, { id, key: randomUUID(), amount: 2_500, reason: 'Kitchen was not available' })
  if (after === 'void') await voidInvoice(ctx, { id })
  if (after === 'uncollectible') await markUncollectible(ctx, { id })
}
