import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clock, days, minutes } from '#kernel/clock.ts'
import { readQr } from '#links/drawing/service.ts'
import { aChurch } from '#testing/church.ts'
import { headersOf } from '#testing/imports.ts'
import { aServer } from '#testing/web.ts'
import { businessCardExchanges } from './tables.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

const ann = {
  firstName: 'Ann',
  lastName: 'Reed',
  title: 'Pastor; care',
  phone: '(512) 555-0143',
  email: 'ann@grace.example',
}
const made = (church: Church, more = {}) => church.staff.businessCards.create({ ...ann, ...more })
const visitor = async (agent = phone) => {
  const { send } = await aServer()
  return (path: string, init: RequestInit = {}) =>
    send(path, { redirect: 'manual', ...init, headers: { 'user-agent': agent, ...init.headers } })
}
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
/** What a page's form would send back beside what is typed. */
function hidden(page: string) {
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  return { _opened: value('_opened').replaceAll('&#x3D;', '=').replaceAll('&#61;', '='), key: value('key') }
}

test('a card has an address of its own, a short link on it, and belongs to one church', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const name = { firstName: 'Zoë', lastName: `Fern${grace.id.slice(0, 8)}` }
  const card = await made(grace, name)
  expect(card).toMatchObject({
    organization: 'Grace Community Church',
    downloads: 0,
    qrScans: 0,
    saves: 0,
    exchanges: 0,
  })
  expect(card.slug).toBe(`zoe-fern${grace.id.slice(0, 8)}`)
  expect(card.address).toMatch(new RegExp(`/card/${card.slug}$`))
  expect(card.shortAddress).toMatch(/\/l\/\w{8}$/)
  expect(card.svg).toContain('<svg')
  const twin = await made(hope, name)
  expect(twin.slug).toBe(`${card.slug}-hope-chapel`)
  await expect(hope.staff.businessCards.get({ id: card.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(grace.viewer.businessCards.create(ann)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await grace.staff.businessCards.list({ search: 'zoë fern' })).toMatchObject({
    total: 1,
    items: [{ id: card.id }],
  })
})

test('of two who edit at once, the second is told; a download is no edit', async () => {
  const grace = await aChurch()
  const { id, version } = await made(grace)
  const { send } = await aServer()
  expect((await send(`/storage/v1/business-cards/${id}/png`, { headers: headersOf(grace) })).status).toBe(200)
  await grace.staff.businessCards.update({ id, version, title: 'Changed', website: 'grace.example' })
  const late = grace.owner.businessCards.update({ id, version, title: 'Late' })
  await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await grace.staff.businessCards.get({ id })).toMatchObject({
    title: 'Changed',
    website: 'https://grace.example',
    downloads: 1,
  })
})

test('a changed address redirects for good, reserved and taken ones are refused', async () => {
  const [grace, hope] = [await aChurch(), await aChurch()]
  const card = await made(grace)
  const other = await made(hope)
  const slug = `ann-${grace.id.slice(-10)}`
  const update = (wished: string) =>
    grace.staff.businessCards.update({ id: card.id, version: card.version, slug: wished })
  await expect(update('admin')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(update(other.slug)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await update(slug)
  const visit = await visitor()
  const old = await visit(`/card/${card.slug}?l=abc`)
  expect([old.status, old.headers.get('location')]).toEqual([301, `/card/${slug}?l=abc`])
  const short = await visit(new URL(card.shortAddress).pathname)
  expect(short.headers.get('location')).toContain(`/card/${slug}?l=`)
  expect((await grace.staff.businessCards.get({ id: card.id })).qrScans).toBe(1)
})

test('picture and print files have the size of a card, and the contact file is read by our own import', async () => {
  const grace = await aChurch()
  const { id, slug, shortAddress } = await made(grace, { firstName: 'ليلى', lastName: 'حداد', template: 'bold' })
  const { send } = await aServer()
  const file = async (format: string) => {
    const response = await send(`/storage/v1/business-cards/${id}/${format}`, { headers: headersOf(grace) })
    expect(response.headers.get('content-disposition')).toContain(slug)
    return Buffer.from(await response.arrayBuffer())
  }
  expect(await readQr(await file('png'))).toBe(shortAddress)
  expect(await sharp(await file('png')).metadata()).toMatchObject({ width: 1050, height: 600, density: 300 })
  const pdf = (await file('pdf')).toString('latin1')
  expect(pdf).toMatch(/^%PDF/)
  expect(pdf).toMatch(/MediaBox \[0 0 252 144\]/)
  // 9 mm around each side: 3 of bleed, 6 for crop marks.
  expect((await file('print')).toString('latin1')).toMatch(/MediaBox \[0 0 303\.02\d* 195\.02\d*\]/)
  expect((await file('vcf')).toString()).toContain('N:حداد;ليلى;;;\r\n')
  expect((await grace.staff.businessCards.get({ id })).downloads).toBe(5)
  expect((await send(`/storage/v1/business-cards/${id}/png`)).status).toBe(401)
})

test('a visitor saves the contact: counted once a day for each, programs not at all', async () => {
  const grace = await aChurch()
  const { id, slug } = await made(grace)
  const visit = await visitor()
  const saved = await visit(`/card/${slug}/contact.vcf`)
  expect(saved.headers.get('content-type')).toBe('text/vcard; charset=utf-8')
  expect(await saved.text()).toContain('TITLE:Pastor\\; care')
  await visit(`/card/${slug}/contact.vcf`)
  await visit(`/card/${slug}/contact.vcf`, { method: 'HEAD' })
  await (await visitor('Googlebot/2.1'))(`/card/${slug}/contact.vcf`)
  expect((await grace.staff.businessCards.get({ id })).saves).toBe(1)
  clock.advance(days(1))
  await visit(`/card/${slug}/contact.vcf`)
  expect((await grace.staff.businessCards.get({ id })).saves).toBe(2)
})

test('“Share yours back” makes a lead with consent in the very words, once however often it is sent', async () => {
  const grace = await aChurch()
  const { user } = await grace.staff.clients.mine({})
  const { id, slug } = await made(grace, { userId: user.id })
  const visit = await visitor()
  const page = await (await visit(`/card/${slug}`)).text()
  expect(page).toContain('Save contact')
  expect(page).not.toContain('<script')
  const fields = {
    ...hidden(page),
    name: 'Sam Ortiz',
    email: 'Sam@Example.org',
    phone: '',
    note: 'Met at the picnic',
    mayEmail: 'yes',
  }
  const wrong = await visit(`/card/${slug}`, form({ ...fields, email: 'nonsense' }))
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Email is invalid')
  clock.advance(minutes(1))
  const first = await visit(`/card/${slug}`, form(fields))
  expect([first.status, first.headers.get('location')]).toEqual([303, `/card/${slug}?shared=1#share`])
  await visit(`/card/${slug}`, form(fields))
  await grace.settle()
  const { items } = await grace.owner.leads.list({})
  expect(items).toMatchObject([
    { name: 'Sam Ortiz', source: 'Business card: Ann Reed', assignedTo: user.id, notes: 'Met at the picnic' },
  ])
  expect((await grace.staff.businessCards.get({ id })).exchanges).toBe(1)
  const rows = await grace.inside(
    async ctx =>
      (
        await ctx.db.execute<Record<string, unknown>>(
          sql`select state, evidence from consents where value = 'sam@example.org'`,
        )
      ).rows,
  )
  expect(rows).toMatchObject([
    {
      state: 'granted',
      evidence: { wording: expect.stringMatching(/^Yes, Grace Community Church may send me emails/) },
    },
  ])
  const goals = await grace.inside(
    async ctx => (await ctx.db.execute<Record<string, unknown>>(sql`select kind, subject_id from link_goals`)).rows,
  )
  expect(goals).toEqual([{ kind: 'card', subject_id: id }])
})

test('what looks like a program’s is answered as usual and makes nobody', async () => {
  const grace = await aChurch()
  const { id, slug } = await made(grace)
  const visit = await visitor()
  const fields = { ...hidden(await (await visit(`/card/${slug}`)).text()), name: 'Spam', email: 'spam@example.org' }
  const sent = await visit(`/card/${slug}`, form({ ...fields, website: 'https://spam.example' }))
  expect(sent.status).toBe(303)
  expect((await grace.owner.leads.list({})).items).toEqual([])
  expect((await grace.staff.businessCards.get({ id })).exchanges).toBe(0)
  const stored = await grace.inside(ctx => ctx.db.select().from(businessCardExchanges))
  expect(stored[0]!.signs).toContain('honeypot')
})

test('when a member leaves, their card is the church’s and says whom to contact, until it is reassigned', async () => {
  const grace = await aChurch()
  const leaving = await grace.addMember('staff', { name: 'Ben Cole', email: `ben-${grace.id}@example.org` })
  const next = await grace.addMember('staff', { name: 'Cleo Diaz', email: `cleo-${grace.id}@example.org` })
  const result = await grace.owner.businessCards.createForMembers({
    userIds: [leaving.id, next.id, crypto.randomUUID()],
  })
  expect(result).toEqual({ created: 2, skipped: 1 })
  expect(await grace.owner.businessCards.createForMembers({ userIds: [next.id] })).toEqual({ created: 0, skipped: 1 })
  const { items } = await grace.owner.businessCards.list({})
  const [cleos, bens] = ['Cleo', 'Ben'].map(name => items.find(card => card.firstName === name)!) as [any, any]
  const members = await grace.owner.members.list({})
  const { id, version: _ } = members.items.find(member => member.userId === leaving.id)!
  await grace.owner.members.remove({ id, handOverTo: next.id })
  await grace.settle()
  expect(await grace.owner.businessCards.get({ id: bens.id })).toMatchObject({ userId: null, successorId: cleos.id })
  const visit = await visitor()
  const page = async () => (await visit(`/card/${bens.slug}`)).text()
  expect(await page()).toContain('is no longer on our team')
  expect(await page()).toContain(`/card/${cleos.slug}`)
  expect((await visit(`/card/${bens.slug}/contact.vcf`)).status).not.toBe(200)
  const to = { kind: 'contact' as const, name: 'Church office', phone: '(512) 555-0100', email: '' }
  await grace.owner.businessCards.reassign({ id: bens.id, to })
  expect(await page()).toContain('Church office')
  await grace.owner.businessCards.reassign({ id: bens.id, to: { kind: 'member', userId: next.id } })
  expect(await page()).toContain('Cleo Diaz')
  expect(await page()).toContain('Save contact')
})

test('a deleted card leads its code to the church, can be restored, and is gone for good after 30 days', async () => {
  const grace = await aChurch()
  const { id, slug, shortAddress } = await made(grace)
  const visit = await visitor()
  const code = new URL(shortAddress).pathname
  await grace.staff.businessCards.remove({ id })
  expect((await visit(`/card/${slug}`)).status).toBe(404)
  const archived = await visit(code)
  expect(archived.status).toBe(200)
  expect(await archived.text()).toContain('Grace Community Church')
  expect((await grace.staff.businessCards.list({ deleted: true })).items).toMatchObject([{ id }])
  await grace.staff.businessCards.restore({ id })
  expect((await visit(code)).status).toBe(302)
  await grace.staff.businessCards.remove({ id })
  clock.advance(days(31))
  await grace.settle({ schedules: true })
  await expect(grace.staff.businessCards.restore({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a draft is drawn with what is hard to read on it', async () => {
  const grace = await aChurch()
  const { id, ...card } = await made(grace)
  const draw = (changes: object) => grace.staff.businessCards.draw({ ...card, id, ...changes })
  expect((await draw({})).findings).toEqual([])
  const { findings } = await draw({ textColor: '#eeeeee', lastName: 'Featherstonehaugh-Wolfeschlegelstein' })
  expect(findings).toEqual([
    'The text is hard to read on this background. Choose a darker or lighter color.',
    '“Ann Featherstonehaugh-Wolfeschlegelstein” is long and was made smaller to fit.',
  ])
})
