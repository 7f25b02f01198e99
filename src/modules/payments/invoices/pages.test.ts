import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { suppress } from '#consent/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { asJob } from '#kernel/run.ts'
import { digest } from '#kernel/secrets.ts'
import { balances } from '#ledger/service.ts'
import { aChurch } from '#testing/church.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { headersOf } from '#testing/imports.ts'
import { aServer } from '#testing/web.ts'
import { sendDueReminders, stopRemindersOnReply } from './service/invoice-emails.ts'
import { invoices } from './tables.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const line = { description: 'Hall rental', quantity: 2, unitAmount: 5_000 }
async function issued(church: Church, more = {}) {
  const { id } = await church.finance.invoices.create({
    customerName: 'Hill Street Choir',
    customerEmail: `${randomUUID()}@example.org`,
    lines: [line],
    ...more,
  })
  const invoice = await church.finance.invoices.finalize({ id })
  return { ...invoice, path: new URL(invoice.url!).pathname }
}
async function visitor() {
  const { send } = await aServer()
  return (path: string, fields?: Record<string, string>) =>
    send(path, {
      redirect: 'manual',
      ...(fields && {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    })
}
const keyIn = (page: string) => /name="key" value="([^"]+)"/.exec(page)![1]!

test('the link shows the invoice to anyone who has it, and to nobody else; only its hash is stored', async () => {
  const church = await aChurch()
  const visit = await visitor()
  const { id, path, number } = await issued(church)
  const answer = await visit(path)
  const page = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(page).toContain(`Invoice <bdi>${number}</bdi>`)
  expect(page).toContain('$100.00')
  const token = path.split('/').at(-1)!
  expect(token).toMatch(/^[\w-]{43}$/)
  const [row] = await church.inside(ctx => ctx.db.select().from(invoices).where(eq(invoices.id, id)))
  expect(row!.tokenHash).toBe(digest(token))
  expect(JSON.stringify(row)).not.toContain(token)
  for (const wrong of [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    id,
    'x',
    `${token}A`,
    digest(token),
  ]) {
    expect((await visit(`/i/${wrong}`)).status).toBe(404)
    expect((await visit(`/i/${wrong}/pdf`)).status).toBe(404)
    expect((await visit(`/i/${wrong}`, { amount: '1' })).status).toBe(404)
  }
  expect(await church.finance.invoices.get({ id })).toMatchObject({ viewedAt: expect.any(Date) })
})

test('names and notes can’t bring markup; letters of any script are shown and printed', async () => {
  const church = await aChurch()
  const visit = await visitor()
  const evil = '<img src=x onerror=alert(1)>"\'&'
  const words = {
    customerName: evil,
    memo: `${evil}\n</p><script>alert(2)</script>`,
    customerAddress: 'שלום עולם\nمرحبا',
  }
  const { path } = await issued(church, { ...words, lines: [{ ...line, description: `${evil} Αθήνα Київ` }] })
  const page = await (await visit(path)).text()
  expect(page).not.toMatch(/<img src=x|<script>alert/)
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  const pdf = await visit(`${path}/pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('a customer pays a part and then the rest at the gateway, without JavaScript', async () => {
  const church = await aChurch()
  const visit = await visitor()
  const { id, path } = await issued(church)
  const key = keyIn(await (await visit(path)).text())
  const sent = await visit(path, { amount: '$40.00', key })
  expect([sent.status, await sent.text()]).toEqual([303, ''])
  const checkout = sent.headers.get('location')!
  expect((await visit(path, { amount: '40', key })).headers.get('location')).toBe(checkout)
  await payAt(checkout)
  const paymentId = await church.inside(async ctx => {
    const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from payments where ref_id = ${id}::uuid`)
    expect(rows).toHaveLength(1)
    return rows[0]!.id
  })
  const home = await visit(`/pay/${church.id}/${paymentId}`)
  const back = await visit(home.headers.get('location')!)
  expect(back.headers.get('location')).toBe(`${path}?payment=${paymentId}`)
  // Before the job has run the page knows of it, and nobody pays it again.
  const thanks = await (await visit(back.headers.get('location')!)).text()
  expect(thanks).toContain('Your payment of $40.00 was received.')
  expect(thanks).toContain('$60.00 is open')
  await deliverGatewayNotices()
  expect(await church.finance.invoices.get({ id })).toMatchObject({ state: 'partially_paid', balance: 6_000 })
  const rest = await visit(path, { amount: '', key: randomUUID() })
  await payAt(rest.headers.get('location')!)
  await deliverGatewayNotices()
  expect(await church.finance.invoices.get({ id })).toMatchObject({ state: 'paid', balance: 0 })
  const done = await (await visit(path)).text()
  expect(done).toContain('<span class="state">Paid</span>')
  expect(done).not.toContain('<form')
  const other = await issued(church)
  expect(await (await visit(`${other.path}?payment=${paymentId}`)).text()).not.toContain('was received')
  expect((await visit(`/invoice/${church.id}/${other.id}?payment=${paymentId}`)).status).toBe(404)
})

test.each([
  ['4242 4242 4242 4242', 'Please don’t enter card numbers here.'],
  ['0', 'Please enter an amount'],
  ['-5', 'Please enter an amount'],
  ['5.123', 'Please enter an amount'],
  ['fifty', 'Please enter an amount'],
  ['100.01', 'Please pay at most $100.00'],
  ['0.10', 'The least that can be paid online is $0.50'],
])('“%s” is no amount to pay', async (amount, said) => {
  const church = await aChurch()
  const visit = await visitor()
  const { path } = await issued(church)
  const answer = await visit(path, { amount, key: randomUUID() })
  const page = await answer.text()
  expect(answer.status).toBe(422)
  expect(page).toContain(said)
  expect(page).not.toContain('4242 4242 4242 4242')
})

test('a void invoice is shown as void and can’t be paid', async () => {
  const church = await aChurch()
  const visit = await visitor()
  const { id, path } = await issued(church)
  await church.finance.invoices.void({ id })
  expect(await (await visit(path)).text()).toContain('<span class="state">Void</span>')
  const answer = await visit(path, { amount: '10', key: randomUUID() })
  expect(await answer.text()).toContain('Nothing is left to pay')
})

test('files are for those who write invoices; the CSV has no formula and no address', async () => {
  const church = await aChurch()
  const { send } = await aServer()
  const { id, number, customerEmail } = await issued(church, { customerName: '=HYPERLINK("http://x")' })
  const as = (role: 'finance' | 'staff', file: string) =>
    send(`/storage/v1/invoices/${file}`, { headers: headersOf(church, role) })
  expect((await as('staff', `${id}.pdf`)).status).toBe(403)
  expect((await as('staff', 'invoices.csv')).status).toBe(403)
  const pdf = await as('finance', `${id}.pdf`)
  expect(pdf.headers.get('content-disposition')).toContain(`${number}.pdf`)
  const csv = await (await as('finance', 'invoices.csv?status=open')).text()
  expect(csv).toContain(`${number},Open,"'=HYPERLINK(""http://x"")"`)
  expect(csv).not.toContain(customerEmail)
  expect((await (await as('finance', 'invoices.csv?status=paid')).text()).trim().split('\n')).toHaveLength(1)
  expect((await as('finance', `${randomUUID()}.pdf`)).status).toBe(404)
})

test('an online payment goes back from its invoice, which is open again; the books follow, and a credit note is a PDF', async () => {
  const church = await aChurch()
  const visit = await visitor()
  const { id, path } = await issued(church)
  const sent = await visit(path, { amount: '100', key: randomUUID() })
  await payAt(sent.headers.get('location')!)
  await deliverGatewayNotices()
  const paid = await church.finance.invoices.get({ id })
  expect(paid).toMatchObject({ state: 'paid', payments: [{ isOnline: true, isManual: false, amount: 10_000 }] })
  const back = { id, paymentId: paid.payments[0]!.id, reason: 'Hall was flooded' }
  for (const amount of [10_001, 0])
    await expect(church.finance.invoices.refundPayment({ ...back, amount })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  await expect(church.staff.invoices.refundPayment({ ...back, amount: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await church.finance.invoices.refundPayment({ ...back, amount: 4_000 })
  await deliverGatewayNotices()
  const after = await church.finance.invoices.get({ id })
  expect(after).toMatchObject({ state: 'partially_paid', balance: 4_000, payments: [{ amount: 6_000 }] })
  expect(after.timeline.some(({ kind, amount }) => kind === 'refunded' && amount === 4_000)).toBe(true)
  expect(await booksOf(church)).toMatchObject({ 'due:invoices': 0, receivable: 4_000, sales: 10_000 })

  const { credits } = await church.finance.invoices.creditNote({
    id,
    key: randomUUID(),
    amount: 4_000,
    reason: 'Flood',
  })
  expect(await church.finance.invoices.get({ id })).toMatchObject({ state: 'paid', balance: 0 })
  expect(await booksOf(church)).toMatchObject({ receivable: 0, sales: 6_000 })
  const { send } = await aServer()
  const file = (role: 'finance' | 'staff', note: string) =>
    send(`/storage/v1/invoices/credit-note-${note}.pdf`, { headers: headersOf(church, role) })
  const pdf = await file('finance', credits[0]!.id)
  expect(pdf.headers.get('content-disposition')).toContain(`${credits[0]!.number}.pdf`)
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect((await file('staff', credits[0]!.id)).status).toBe(403)
  const other = await aChurch()
  const stolen = await send(`/storage/v1/invoices/credit-note-${credits[0]!.id}.pdf`, {
    headers: headersOf(other, 'finance'),
  })
  expect(stolen.status).toBe(404)
  expect((await file('finance', 'x')).status).toBe(404)
})

const booksOf = async (church: Church) => {
  const rows = await asJob(church.id, 'test', 'test', ctx => balances(ctx, ''), ['giving'])
  return Object.fromEntries(rows.map(({ key, amount }) => [key, amount]))
}

interface Mail {
  kind: string
  purpose: string
  subject: string
  body_text: string
}
const mailsTo = (church: Church, to: string): Promise<Mail[]> =>
  church.inside(async ctx => {
    const found = sql`select kind, purpose, subject, body_text from messages where recipient = ${to} order by id`
    return (await ctx.db.execute<Mail & Record<string, unknown>>(found)).rows
  })
const replyFrom = (church: Church, sender: string) =>
  church.inside(async ctx => {
    const { rows } = await ctx.db.execute<{ id: string }>(sql`
      insert into messages (channel, direction, recipient, sender, kind, state, dedupe_key)
      values ('email', 'in', 'in@church', ${sender}, 'inbound', 'delivered', ${randomUUID()}) returning id`)
    await stopRemindersOnReply(ctx, rows[0]!.id)
  })

test('an invoice is mailed with its link, and reminded of on its days until someone replies', async () => {
  const church = await aChurch()
  const sent = await issued(church, { terms: 'net_15' })
  const { id, customerEmail: to } = sent
  const key = randomUUID()
  await church.finance.invoices.send({ id, key })
  await church.finance.invoices.send({ id, key })
  const [first, ...others] = await mailsTo(church, to)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    kind: 'invoice',
    purpose: 'transactional',
    subject: `Invoice ${sent.number} from Grace Community Church`,
  })
  expect(first!.body_text).toContain(sent.url)
  // Colleagues who read the outbox don't get the link.
  const { items } = await church.owner.outbox.list({ recipient: to })
  expect(JSON.stringify(items)).not.toContain(sent.path)
  const run = () => church.inside(sendDueReminders)
  const subjects = async () => (await mailsTo(church, to)).slice(1).map(({ subject }) => subject)
  await run()
  expect(await subjects()).toEqual([])
  clock.advance(days(12))
  await Promise.all([run(), run()])
  expect(await subjects()).toHaveLength(1)
  clock.advance(days(6))
  await run()
  await run()
  expect(await subjects()).toEqual([
    `Reminder: invoice ${sent.number} from Grace Community Church`,
    `Invoice ${sent.number} is overdue`,
  ])
  await replyFrom(church, to)
  expect(await church.finance.invoices.get({ id })).toMatchObject({ remindersStopped: 'replied' })
  clock.advance(days(4))
  await run()
  expect(await subjects()).toHaveLength(2)
  await church.finance.invoices.pause({ id, reminders: false })
  await run()
  expect(await subjects()).toHaveLength(3)
})

test('nobody is reminded of what is paid, void, was never sent, or where reminders are off', async () => {
  const church = await aChurch()
  const all = await Promise.all(Array.from({ length: 4 }, () => issued(church, { terms: 'net_15' })))
  const [paid, gone, unsent, last] = all
  for (const { id } of [paid!, gone!, last!]) await church.finance.invoices.send({ id, key: randomUUID() })
  await church.finance.invoices.recordPayment({ id: paid!.id, key: randomUUID(), method: 'cash', amount: 10_000 })
  await church.finance.invoices.void({ id: gone!.id })
  const { currency: _, logo: __, ...settings } = await church.owner.invoiceSettings.read({})
  await church.owner.invoiceSettings.save({ ...settings, reminders: false })
  clock.advance(days(15))
  await church.inside(sendDueReminders)
  const reminded = async () =>
    (await Promise.all(all.map(one => mailsTo(church, one.customerEmail)))).map(
      list => list.filter(({ kind }) => kind === 'invoice-reminder').length,
    )
  expect(await reminded()).toEqual([0, 0, 0, 0])
  await church.owner.invoiceSettings.save({ ...settings, reminders: true, version: 1 })
  await church.inside(sendDueReminders)
  expect(await reminded()).toEqual([0, 0, 0, 1])
  expect(unsent!.sentAt).toBeNull()
})

test('an address that may not be written to is said, and its reminders stop', async () => {
  const church = await aChurch()
  const { id, customerEmail } = await issued(church, { terms: 'net_15' })
  const other = await issued(church, { terms: 'net_15', customerEmail })
  await church.finance.invoices.send({ id: other.id, key: randomUUID() })
  await church.inside(ctx =>
    suppress(ctx, [{ value: customerEmail, channel: 'email', reason: 'hard_bounce', source: 'test' }]),
  )
  const sending = church.finance.invoices.send({ id, key: randomUUID() })
  await expect(sending).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('can’t be written to'),
  })
  expect(await church.finance.invoices.get({ id })).toMatchObject({
    sentAt: null,
    timeline: [{ kind: 'not_sent' }, {}, {}],
  })
  clock.advance(days(12))
  await church.inside(sendDueReminders)
  expect(await church.finance.invoices.get({ id: other.id })).toMatchObject({ remindersStopped: 'unreachable' })
  const unknown = await church.finance.invoices.create({ customerName: 'No mail', lines: [line] })
  const asked = { id: unknown.id, key: randomUUID() }
  await expect(church.finance.invoices.send(asked)).rejects.toMatchObject({ code: 'CONFLICT' })
  await church.finance.invoices.finalize({ id: unknown.id })
  await expect(church.finance.invoices.send(asked)).rejects.toMatchObject({
    message: expect.stringContaining('no email address'),
  })
})
