import { expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import type { Lead } from './contract.ts'

const names = async (church: Awaited<ReturnType<typeof aChurch>>, stage: 'new' | 'contacted') =>
  (await church.staff.leads.column({ stage })).items.map(lead => lead.name)

test('a lead belongs to one church only', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const pat = await grace.staff.leads.create({ firstName: 'Pat' })

  await expect(hope.staff.leads.get({ id: pat.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(hope.staff.leads.move({ id: pat.id, status: 'contacted', after: null })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await hope.staff.leads.list({})).items).toEqual([])
})

test('a new lead lies on top, and a moved one where it was dropped', async () => {
  const church = await aChurch()
  const made = []
  for (const firstName of ['Ann', 'Ben', 'Cleo']) made.push(await church.staff.leads.create({ firstName }))
  expect(await names(church, 'new')).toEqual(['Cleo', 'Ben', 'Ann'])

  const [ann, ben, cleo] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]]
  await church.staff.leads.move({ id: cleo.id, status: 'new', after: ben.id })
  expect(await names(church, 'new')).toEqual(['Ben', 'Cleo', 'Ann'])
  await church.staff.leads.move({ id: ann.id, status: 'contacted', after: null })
  expect(await names(church, 'new')).toEqual(['Ben', 'Cleo'])
  expect(await names(church, 'contacted')).toEqual(['Ann'])
})

test('moves at the same moment all land, in one order that everybody sees', async () => {
  const church = await aChurch()
  const made: Lead[] = []
  for (let i = 0; i < 12; i++) made.push(await church.staff.leads.create({ firstName: `Lead ${i}` }))
  await Promise.all(made.map(lead => church.staff.leads.move({ id: lead.id, status: 'contacted', after: made[0]!.id })))
  const { items } = await church.staff.leads.column({ stage: 'contacted' })
  expect(items).toHaveLength(12)
  expect(new Set(items.map(lead => lead.rank)).size).toBe(12)
})

test('closing needs an outcome, losing a reason, and the history tells both', async () => {
  const church = await aChurch()
  const { id } = await church.staff.leads.create({ firstName: 'Pat' })
  await expect(church.staff.leads.move({ id, status: 'closed', after: null })).rejects.toMatchObject({
    code: 'OUTCOME_REQUIRED',
  })
  await expect(church.staff.leads.move({ id, status: 'closed', after: null, outcome: 'lost' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { issues: [{ path: ['reason'], message: 'Please say why it was lost' }] },
  })
  const lost = await church.staff.leads.move({
    id,
    status: 'closed',
    after: null,
    outcome: 'lost',
    reason: 'Moved away',
  })
  expect(lost).toMatchObject({ status: 'closed', outcome: 'lost', reason: 'Moved away' })
  const { items } = await church.staff.leads.history({ id })
  expect(items.map(change => [change.from, change.to, change.outcome])).toEqual([
    ['new', 'closed', 'lost'],
    [null, 'new', null],
  ])
})

test('two who edit one lead: the second is told and nothing is overwritten', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  await church.staff.leads.update({ id: lead.id, version: lead.version, notes: 'first' })
  await expect(
    church.admin.leads.update({ id: lead.id, version: lead.version, notes: 'second' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await church.staff.leads.get({ id: lead.id })).notes).toBe('first')
})

test('volunteers see and move only what is theirs', async () => {
  const church = await aChurch()
  const theirs = await church.staff.leads.create({ firstName: 'Theirs', assignedTo: church.people.volunteer.id })
  const other = await church.staff.leads.create({ firstName: 'Other' })
  expect((await church.volunteer.leads.list({})).items.map(lead => lead.name)).toEqual(['Theirs'])
  await expect(church.volunteer.leads.get({ id: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.volunteer.leads.move({ id: theirs.id, status: 'contacted', after: null })).resolves.toMatchObject(
    { status: 'contacted' },
  )
  await expect(church.viewer.leads.move({ id: theirs.id, status: 'new', after: null })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a follow-up is overdue after 36 hours, told once to its owner by bell and mail, and done by a touch', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Pat', assignedTo: church.people.pastor.id })
  await church.settle({ schedules: true })
  expect((await church.pastor.notifications.list({})).items.filter(news => news.type === 'overdue')).toEqual([])

  clock.advance(hours(37))
  expect((await church.staff.leads.list({ overdue: true })).items.map(found => found.id)).toEqual([lead.id])
  await church.settle({ schedules: true })
  await church.settle({ schedules: true })
  const { items } = await church.pastor.notifications.list({})
  expect(items.filter(news => news.type === 'overdue')).toHaveLength(1)
  const mails = await church.admin.outbox.list({ recipient: church.people.pastor.email })
  expect(mails.items).toMatchObject([{ subject: 'Follow up with Pat', state: 'delivered', provider: 'sandbox' }])

  const touched = await church.pastor.leads.touch({ id: lead.id, kind: 'call', outcome: 'reached' })
  expect(touched).toMatchObject({ overdue: false, followUpAt: null })
  clock.reset()
})
