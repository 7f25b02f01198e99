import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { qrTypes } from '#links/drawing/rules/payload.ts'
import { rasterOf, readQr } from '#links/drawing/service.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import type { Content } from './rules/content.ts'
import { activeCampaigns } from './rules/states.ts'
import { qrCodes } from './tables.ts'

afterEach(() => clock.reset())

const url = (address: string): Content => ({ type: 'url', url: address })
const tracked = { content: url('https://grace.example/picnic'), mode: 'tracked' } as const
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
async function scanning() {
  const { send } = await aServer()
  return (payload: string) => send(new URL(payload).pathname, { headers: { 'user-agent': safari } })
}

test('a code of each type is saved with a name, drawn, and reads as what it says', async () => {
  const grace = await aChurch()
  const contents: Content[] = [
    {
      type: 'vcard',
      firstName: 'Ann',
      lastName: 'Reed',
      organization: '',
      title: '',
      phone: '(512) 555-0142',
      email: '',
      website: '',
      street: '12 Oak St',
      city: 'Austin',
      region: 'TX',
      postalCode: '78701',
      country: '',
      address: '',
    },
    url('example.org'),
    { type: 'text', text: 'Welcome' },
    { type: 'wifi', ssid: 'Guests', password: 'welcome-home', security: 'WPA', hidden: false },
    { type: 'sms', phoneNumber: '512-555-0142', message: 'Hello' },
    { type: 'email', email: 'office@grace.example', subject: '', body: '' },
    { type: 'phone', phoneNumber: '(512) 555-0142' },
    { type: 'location', latitude: 30.2, longitude: -97.7, locationName: 'Grace' },
  ]
  expect(contents.map(one => one.type)).toEqual([...qrTypes])
  for (const content of contents) {
    const made = await grace.staff.qrCodes.create({ content })
    expect(made.problem).toBe('')
    const png = await grace.staff.qrCodes.file({ id: made.id, format: 'png' })
    expect(png.name).toMatch(/^qr-[a-z0-9-]+-\d{8}-\d{6}\.png$/)
    expect(await readQr(Buffer.from(png.base64, 'base64'))).toBe(made.payload)
  }
  const { items } = await grace.staff.qrCodes.list({ sort: 'createdAt' })
  expect(items.map(one => one.name).slice(0, 3)).toEqual(['vCard – Ann Reed', 'URL – example.org', 'Text – Welcome'])
  const sms = await grace.staff.qrCodes.list({ type: 'sms' })
  expect(await grace.staff.qrCodes.get({ id: sms.items[0]!.id })).toMatchObject({ payload: 'SMSTO:+15125550142:Hello' })
})

test('files are PNG, SVG and PDF, and the print PDF has a wider margin', async () => {
  const grace = await aChurch()
  const { id, payload } = await grace.staff.qrCodes.create(tracked)
  const [svg, pdf, print] = await Promise.all(
    (['svg', 'pdf', 'print'] as const).map(format => grace.staff.qrCodes.file({ id, format })),
  )
  expect(await readQr(await rasterOf(Buffer.from(svg!.base64, 'base64').toString(), { width: 400 }))).toBe(payload)
  for (const one of [pdf, print]) expect(Buffer.from(one!.base64, 'base64').toString('latin1')).toContain('%PDF-')
  expect(Buffer.from(print!.base64, 'base64').toString('latin1')).toContain('/TrimBox')
})

test('a target changes, the code stays, and the history says who changed it', async () => {
  const grace = await aChurch()
  const scan = await scanning()
  const made = await grace.staff.qrCodes.create(tracked)
  expect(made.payload).toMatch(new RegExp(`^${env.publicUrl}/l/\\w{8}$`))
  const { place } = grace.staff.qrCodes
  await place({ id: made.id, name: 'Seat back, row A' })
  const { items } = await grace.staff.qrCodes.placements({ id: made.id })
  const changed = await grace.staff.qrCodes.retarget({ ...made, target: 'https://grace.example/christmas' })
  for (const payload of [changed.payload, items[0]!.payload])
    expect((await scan(payload)).headers.get('location')).toBe('https://grace.example/christmas')
  expect((await grace.staff.qrCodes.history({ id: made.id })).items).toMatchObject([
    {
      from: 'https://grace.example/picnic',
      to: 'https://grace.example/christmas',
      by: expect.stringContaining('staff'),
    },
  ])
  const [row] = (await grace.staff.qrCodes.list({})).items
  expect(row).toMatchObject({ placements: 1, scans: { total: 2 } })
  const stale = grace.owner.qrCodes.retarget({ ...made, target: 'https://late.example' })
  await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('paused, expired, archived or deleted, it answers with the church’s own page; resumed, it leads on', async () => {
  const grace = await aChurch('Grace Community Church')
  const scan = await scanning()
  const { id, payload } = await grace.staff.qrCodes.create(tracked)
  const says = async (words: string) => {
    const answer = await scan(payload)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(words)
  }
  const { pause, resume, archive, update, remove, restore } = grace.staff.qrCodes
  expect(await pause({ id })).toMatchObject({ status: 'paused' })
  await says('Grace Community Church')
  const open = await resume({ id })
  expect((await scan(payload)).status).toBe(302)
  await update({
    id,
    version: open.version,
    expiresAt: new Date(clock.ms() + days(1)),
    fallback: 'The picnic is over.',
  })
  clock.advance(days(2))
  expect(await grace.staff.qrCodes.list({ status: 'expired' })).toMatchObject({ total: 1 })
  await says('The picnic is over.')
  expect(await archive({ id })).toMatchObject({ status: 'archived' })
  await remove({ id })
  expect(await grace.staff.qrCodes.list({})).toMatchObject({ total: 0 })
  await says('The picnic is over.')
  expect(await restore({ id })).toMatchObject({ status: 'archived' })
})

test('a bulletin leads to the page of its week, and before the first one to its target', async () => {
  const grace = await aChurch()
  const scan = await scanning()
  const made = await grace.staff.qrCodes.create(tracked)
  const day = (ahead: number) => new Date(clock.ms() + days(ahead)).toISOString().slice(0, 10)
  await grace.staff.qrCodes.update({
    id: made.id,
    version: made.version,
    schedule: [
      { from: day(3), target: 'https://grace.example/week-1' },
      { from: day(10), target: 'https://grace.example/week-2' },
    ],
  })
  const leadsTo = async () => (await scan(made.payload)).headers.get('location')
  expect(await leadsTo()).toBe('https://grace.example/picnic')
  clock.advance(days(5))
  expect(await leadsTo()).toBe('https://grace.example/week-1')
  clock.advance(days(7))
  expect(await leadsTo()).toBe('https://grace.example/week-2')
  expect(await grace.staff.qrCodes.get({ id: made.id })).toMatchObject({ target: 'https://grace.example/week-2' })
})

test('what can’t work is refused with its reason', async () => {
  const { staff } = await aChurch()
  const own = (await staff.qrCodes.create(tracked)).payload
  for (const content of [
    url('javascript:alert(1)'),
    url('data:text/html,hi'),
    { type: 'wifi', ssid: 'Guests', password: 'short', security: 'WPA', hidden: false },
    { type: 'wifi', ssid: 'x'.repeat(33), password: '', security: 'nopass', hidden: false },
    { type: 'sms', phoneNumber: '512-555-0142', message: 'x'.repeat(161) },
    { type: 'phone', phoneNumber: '12' },
    { type: 'location', latitude: 91, longitude: 0, locationName: '' },
    url(own),
  ] as Content[])
    await expect(
      staff.qrCodes.create({ content, mode: content.type === 'url' ? 'tracked' : 'static' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const text = { type: 'text', text: 'x' } as const
  await expect(staff.qrCodes.create({ content: text, mode: 'tracked' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const warned = await staff.qrCodes.create({ content: url('http://192.168.0.1/') })
  expect(warned.warnings.join(' ')).toContain('private network')
  expect((await staff.qrCodes.create({ content: url('https://gräce.example') })).warnings.join(' ')).toContain('xn--')
})

test('a code that can’t be read says why, and only an admin downloads it anyway', async () => {
  const grace = await aChurch()
  const pale = { foreground: '#cccccc' }
  const { id, problem } = await grace.staff.qrCodes.create({ content: url('https://grace.example'), design: pale })
  expect(problem).toContain('at least 3:1')
  const refused = grace.staff.qrCodes.file({ id, format: 'png', anyway: true })
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message: problem })
  expect(await grace.owner.qrCodes.file({ id, format: 'png', anyway: true })).toMatchObject({ type: 'image/png' })
})

test('a logo is kept as pixels only: scripts of an SVG are gone', async () => {
  const grace = await aChurch()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>'
  const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const made = await grace.staff.qrCodes.create({ content: url('https://grace.example'), design: { logo } })
  expect(made.design.logo).toMatch(/^data:image\/png;base64,/)
  const odd = { logo: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` }
  const refused = grace.staff.qrCodes.create({ content: url('https://grace.example'), design: odd })
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('figures and totals count by one query, with the placements by name', async () => {
  const grace = await aChurch()
  const scan = await scanning()
  const { id, payload } = await grace.staff.qrCodes.create({ ...tracked, name: 'Picnic' })
  await grace.staff.qrCodes.place({ id, name: 'Row A' })
  const [row] = (await grace.staff.qrCodes.placements({ id })).items
  for (const one of [payload, payload, row!.payload]) await scan(one)
  const day = (ahead: number) => new Date(clock.ms() + days(ahead)).toISOString().slice(0, 10)
  const figures = await grace.staff.qrCodes.figures({ code: id, from: day(-1), to: day(1) })
  expect(figures).toMatchObject({
    clicks: 3,
    places: [
      { name: 'Picnic', clicks: 2 },
      { name: 'Picnic, Row A', clicks: 1 },
    ],
  })
  expect(await grace.staff.qrCodes.totals({})).toEqual({ codes: 1, scans: 3, active: 1 })
})

test('a hundred rows at once become tracked codes', async () => {
  const grace = await aChurch()
  const rows = Array.from({ length: 100 }, (_, i) => ({ name: `Row ${i}`, content: url(`https://grace.example/${i}`) }))
  expect((await grace.staff.qrCodes.createMany({ rows })).ids).toHaveLength(100)
  expect(await grace.staff.qrCodes.list({ search: 'Row 9' })).toMatchObject({ total: 11 })
})

test('a code belongs to one church, and viewers can’t create one', async () => {
  const [grace, hope] = [await aChurch(), await aChurch()]
  const { id } = await grace.staff.qrCodes.create(tracked)
  for (const call of [() => hope.staff.qrCodes.get({ id }), () => hope.staff.qrCodes.file({ id, format: 'png' })])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(grace.viewer.qrCodes.create(tracked)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('deleted for good after 30 days, its paper still leads to the church', async () => {
  const grace = await aChurch()
  const scan = await scanning()
  const { id, payload } = await grace.staff.qrCodes.create(tracked)
  await grace.staff.qrCodes.remove({ id })
  clock.advance(days(31))
  await grace.settle({ schedules: true })
  expect(await grace.inside(ctx => ctx.db.select({ id: qrCodes.id }).from(qrCodes))).toEqual([])
  expect((await scan(payload)).status).toBe(200)
})

test('before a page or a form is deleted, the codes that lead to it are named', async () => {
  const grace = await aChurch()
  const page = await grace.staff.pages.create({ template: 'blank', name: 'Picnic' })
  const form = await grace.staff.forms.create({ template: 'connect' })
  for (const [name, address] of [
    ['Sign', page.address],
    ['Card', `${env.publicUrl}/f/${form.slug}?via=qr`],
    ['Other', `${page.address}-more`],
  ] as const)
    await grace.staff.qrCodes.create({ name, content: url(address), mode: 'tracked' })
  const labels = ({ items }: { items: { label: string }[] }) => items.map(one => one.label)
  expect(labels(await grace.staff.pages.uses({ id: page.id }))).toEqual(['the QR code “Sign”'])
  expect(labels(await grace.staff.forms.uses({ id: form.id }))).toEqual(['the QR code “Card”'])
})

test('a value that is no web address is refused when it is created, added in bulk or edited in the list', async () => {
  const { staff } = await aChurch()
  const code = await staff.qrCodes.create(tracked)
  const [wrong, which] = [url('office@grace.example'), { id: code.id, version: code.version }]
  const target = 'hello'
  const refused = { code: 'BAD_REQUEST' }
  await expect(staff.qrCodes.create({ content: wrong, mode: 'tracked' })).rejects.toMatchObject(refused)
  await expect(staff.qrCodes.createMany({ rows: [{ content: wrong }] })).rejects.toMatchObject(refused)
  await expect(staff.qrCodes.retarget({ ...which, target })).rejects.toMatchObject(refused)
  const schedule = [{ from: '2026-12-06', target, label: '' }]
  await expect(staff.qrCodes.update({ ...which, schedule })).rejects.toMatchObject(refused)
})

test('the tile of active campaigns counts the rows that its link opens', async () => {
  const { staff } = await aChurch()
  await staff.qrCodes.create(tracked)
  await staff.qrCodes.create({ content: url('https://grace.example/static') })
  const paused = await staff.qrCodes.create(tracked)
  await staff.qrCodes.pause({ id: paused.id })
  const { active } = await staff.qrCodes.totals({})
  expect([active, (await staff.qrCodes.list(activeCampaigns)).total]).toEqual([1, 1])
})
