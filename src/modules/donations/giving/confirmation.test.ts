import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { hiddenIn } from '#testing/forms.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { aBrowser, slugOf } from '#testing/portal.ts'
import { aServer } from '#testing/web.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const charity = {
  legalName: 'Grace Church Inc.',
  address: '1 Main St',
  taxId: '12-3456789',
  prefix: '',
  placeIssued: '',
  signatory: '',
  signatoryTitle: '',
  contact: 'office@grace.example',
  yearEnd: '12-31',
}

/** 11 PM on July 31 where the church is, and August in London. */
const JULY = Date.parse('2027-08-01T03:00:00Z')

async function sendForm(path: string, fields: Record<string, string>) {
  const { send } = await aServer()
  const html = await (await send(path)).text()
  clock.advance(minutes(1))
  const guards = { _opened: hiddenIn(html, '_opened'), key: hiddenIn(html, 'key') }
  const body = new URLSearchParams({ firstName: 'Maria', lastName: 'Lopez', ...guards, ...fields }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' }
  const answer = await send(path, { method: 'POST', redirect: 'manual', body, headers })
  return { status: answer.status, html: await answer.text(), url: answer.headers.get('location') ?? '' }
}

/** A gift that is paid, and the one mail that its giver got. */
async function give(church: Church, path: string, fields: Record<string, string>) {
  const email = `${randomUUID()}@example.org`
  const { url } = await sendForm(path, { ...fields, email })
  await payAt(url)
  await deliverGatewayNotices()
  await church.settle()
  const mails = await query(`select * from messages where recipient = $1 and kind like 'gi%' order by id`, [email])
  expect(mails.map(({ kind }) => kind)).toEqual(['gift_confirmation'])
  const [gift] = (await church.finance.gifts.list({})).items
  return { mail: mails[0], gift: gift!, email, reference: gift!.id.slice(-12).toUpperCase() }
}
const portalOf = async (church: Church) => `/my/${await slugOf(church)}`

test('a monthly gift to a campaign with the fee covered: one email says all of it, from the church, with its receipt', async () => {
  const church = await aChurch('Grace Church')
  await church.owner.receiptSettings.save({ ...charity, emailReceipts: true })
  const general = (await church.owner.funds.list({})).items[0]!
  const { link } = await church.owner.givingCampaigns.create({ name: 'New roof', goal: 10_000, fundId: general.id })
  clock.advance(JULY - clock.ms())
  const { mail, reference, email } = await give(church, new URL(link).pathname, {
    other: '300',
    cover: 'yes',
    every: 'monthly',
  })
  const { name } = (await church.owner.clients.mine({})).accounts.find(one => one.id === church.id)!
  expect(mail.sender_name).toBe(name)
  expect(mail.reply_to).toBe('office@grace.example')
  expect(mail.body_text.replaceAll(name, 'Grace Church').replace(/https?:\/\/[^/\s]+/, '')).toBe(`Grace Church

Dear Maria,

Thank you for your gift to New roof. Your generosity makes our ministry possible.

Grace Church

Amount: $309.27, including $9.27 for the payment fee

For: New roof

Date: July 31, 2027

Method: Visa ending in 4242

Reference: ${reference}

This gift repeats monthly. The next gift of $309.27 is on August 31, 2027.

To change or cancel it, open your giving page and sign in with this email address.

Your receipt has the number 2027-00001. Open your giving page and sign in with this email address to download it as a PDF.

Open my giving page:
${await portalOf(church)}/giving

You get this email because you gave to Grace Church.`)
  const words = mail.body_html.replace(/<[^>]+>/g, ' ')
  for (const said of [
    '$309.27, including $9.27',
    'July 31, 2027',
    'Visa ending in 4242',
    '2027-00001',
    'August 31, 2027',
  ])
    expect(words).toContain(said)
  expect(mail.body_text + mail.body_html).not.toMatch(/General|Lampstand/)
  const [receipt] = (await church.finance.givingReceipts.list({ kind: 'gift' })).items
  expect(receipt).toMatchObject({ number: '2027-00001', emailedAt: expect.any(Date) })
  const [{ snapshot }] = await query('select snapshot from giving_receipts where id = $1', [receipt!.id])
  expect(snapshot.gifts[0].funds).toEqual([{ name: 'New roof', amount: 30_927 }])
  await church.finance.givingStatements.create({ from: '2027-01-01', to: '2027-12-31', confirmed: true })
  await church.settle()
  const [yearly] = await query(`select snapshot from giving_receipts where client_id = $1 and kind = 'statement'`, [
    church.id,
  ])
  expect(yearly.snapshot.gifts[0].funds).toEqual([{ name: 'New roof', amount: 30_927 }])
  const browser = await aBrowser(church)
  await browser.signIn(email)
  const own = await (await browser.get('/giving')).text()
  expect(own).toContain('<td>New roof</td>')
  expect(own).toContain('<p>New roof. Next gift on Aug 31, 2027')
})

test('colleagues who read the outbox see that a gift was confirmed, and neither amount nor purpose', async () => {
  const church = await aChurch()
  const { email } = await give(church, `/give/${await slugOf(church)}`, { other: '75' })
  const [row] = (await church.owner.outbox.list({ recipient: email })).items
  expect(row).toMatchObject({
    kind: 'gift_confirmation',
    html: '',
    text: expect.stringContaining('Only its recipient'),
  })
})

test('without an EIN the giver is thanked all the same, and staff are told once it matters; with one receipts follow unasked', async () => {
  const church = await aChurch()
  const path = `/give/${await slugOf(church)}`
  expect((await church.finance.giving.needs({})).receiptsBlocked).toBe(0)
  const { mail } = await give(church, path, { other: '75' })
  expect(mail.body_text).toContain('Amount: $75.00\n')
  expect(mail.body_text).toContain('It is not a tax receipt.')
  expect((await church.finance.givingReceipts.list({})).items).toEqual([])
  expect((await church.finance.giving.needs({})).receiptsBlocked).toBe(2)
  expect((await church.finance.receiptSettings.read({})).emailReceipts).toBe(true)
  const { emailReceipts } = await church.finance.receiptSettings.read({})
  await church.owner.receiptSettings.save({ ...charity, emailReceipts })
  expect((await give(church, path, { other: '300' })).mail.body_text).toContain('Your receipt has the number')
  expect((await church.finance.giving.needs({})).receiptsBlocked).toBe(0)
  await church.owner.receiptSettings.save({ ...charity, emailReceipts: false })
  expect((await give(church, path, { other: '20' })).mail.body_text).toContain('It is not a tax receipt.')
})

const pathOf = async (church: Church) => `/give/${await slugOf(church)}`
const back = async (path: string) => {
  const [{ id }] = await query(
    'select p.id from payments p join clients c on c.id = p.client_id where c.slug = $1 order by p.id desc',
    [path.split('/')[2]],
  )
  return (await (await aServer()).send(`${path}?payment=${id}`)).text()
}

test('back from paying: receipt, campaign, "Make it monthly" with everything filled in, and the giver’s own gifts', async () => {
  const church = await aChurch()
  await church.owner.receiptSettings.save({ ...charity, emailReceipts: true })
  const missions = await church.owner.funds.create({ name: 'Missions', code: 'missions', deductible: true })
  const path = await pathOf(church)
  await give(church, path, { other: '75', cover: 'yes', fund: missions.id })
  const page = await back(path)
  expect(page).toMatch(/Your gift of \$77\.55 to <bdi>Missions<\/bdi> has arrived/)
  expect(page).toContain(`href="${await portalOf(church)}/statements">Download your receipt`)
  expect(page).toContain(`href="${await portalOf(church)}/giving">See all my gifts`)
  const monthly = /href="([^"]+)">Make it monthly/.exec(page)![1]!.replaceAll('&amp;', '&')
  const form = await (await (await aServer()).send(monthly)).text()
  expect(form).toContain('value="75.00"')
  expect(form).toContain('value="monthly" selected')
  expect(form).toContain(`value="${missions.id}" selected`)
  expect(form).toContain('name="cover" value="yes" checked')
  expect(form).toMatch(/Total: <strong>\$77\.55</)
  const { link } = await church.owner.givingCampaigns.create({ name: 'New roof', goal: 10_000 })
  const roof = new URL(link).pathname
  await give(church, roof, { other: '25', every: 'monthly' })
  const repeated = await back(roof)
  expect(repeated).toContain('<bdi>New roof</bdi>')
  expect(repeated).not.toMatch(/Make it monthly|General/)
})

test('"Make it monthly" keeps the parts of a gift to several funds', async () => {
  const church = await aChurch()
  const general = (await church.owner.funds.list({})).items[0]!
  const missions = await church.owner.funds.create({ name: 'Missions', code: 'missions', deductible: true })
  const path = await pathOf(church)
  const parts = { [`fund_${general.id}`]: '10', [`fund_${missions.id}`]: '30' }
  const { mail } = await give(church, path, { ...parts, cover: 'yes' })
  expect(mail.body_text).toMatch(/For: General, \$10\.\d\d; Missions, \$3\d\.\d\d\n/)
  const monthly = /href="([^"]+)">Make it monthly/.exec(await back(path))![1]!.replaceAll('&amp;', '&')
  const form = await (await (await aServer()).send(monthly)).text()
  expect(form).toContain(`name="fund_${general.id}" type="text" maxlength="254" value="10.00"`)
  expect(form).toContain(`name="fund_${missions.id}" type="text" maxlength="254" value="30.00"`)
})

test('an amount with too many zeros is asked about or refused, without scripts too; another amount is asked about again', async () => {
  const church = await aChurch()
  const path = await pathOf(church)
  const email = `${randomUUID()}@example.org`
  const ask = (other: string, more = {}) => sendForm(path, { other, email, ...more })
  const most = await ask('1000000000')
  expect([most.status, most.html]).toEqual([422, expect.stringContaining('The largest gift here is $999,999.99')])
  const asked = await ask('10,000')
  expect(asked.html).toContain('Please check the amount: $10,000.00')
  expect(asked.html).toContain('name="sure" value="1000000"')
  expect((await ask('100,000', { sure: '1000000' })).status).toBe(422)
  expect((await church.finance.gifts.list({})).items).toEqual([])
  expect((await ask('10,000', { sure: '1000000' })).status).toBe(303)
})

test('the total with the fee stands above the button; what is not tax-deductible is no fund to give to', async () => {
  const church = await aChurch()
  await church.owner.funds.create({ name: 'Bookshop', code: 'bookshop', deductible: false })
  await church.owner.funds.create({ name: 'Missions', code: 'missions', deductible: true })
  const path = await pathOf(church)
  const page = await (await (await aServer()).send(path)).text()
  expect(page).toContain('Missions')
  expect(page).not.toContain('Bookshop')
  const { html } = await sendForm(path, { other: '75', cover: 'yes', email: 'nobody' })
  expect(html).toMatch(/Total: <strong>\$77\.55<\/strong>[\s\S]*Continue to payment/)
})
