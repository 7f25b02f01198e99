import { expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
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

test('moves at the same moment all land, in one order that everyone sees', async () => {
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
    data: { issues: [{ path: ['reason'], message: 'Please enter why it was lost' }] },
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

test('a volunteer puts only people who are theirs on the board: a card shows address and number', async () => {
  const church = await aChurch()
  const point = { kind: 'email' as const, value: 'ann@example.org' }
  const ann = await church.staff.people.create({ firstName: 'Ann', points: [point] })
  const mine = await church.staff.people.create({ firstName: 'Mine', assignedTo: church.people.volunteer.id })
  await expect(church.volunteer.leads.create({ personId: ann.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const selection of [{ filter: {} }, { filter: { search: 'ann@example' } }, { ids: [ann.id, mine.id] }])
    await church.volunteer.leads.addMany({ selection, status: 'new' })
  expect((await church.volunteer.leads.list({})).items.map(lead => lead.name)).toEqual(['Mine'])
  expect((await church.volunteer.leads.create({ personId: mine.id })).name).toBe('Mine')
})

test('two who note a call at once both keep their line, dated as the church’s day', async () => {
  const church = await aChurch()
  const { version } = await church.owner.church.read({})
  await church.owner.church.change({ version, timeZone: 'Pacific/Kiritimati' })
  const { id } = await church.staff.leads.create({ firstName: 'Pat' })
  const notes = ['Sings alto', 'Has two children', 'Call after six']
  await Promise.all(notes.map(note => church.staff.leads.touch({ id, kind: 'call', outcome: 'no_answer', note })))
  const lines = (await church.staff.leads.get({ id })).notes.split('\n')
  const day = new Date(clock.ms() + hours(14)).toISOString().slice(0, 10)
  expect(lines.sort()).toEqual(notes.map(note => `${day}: ${note}`).sort())
})

test('one card that two move at once has a history without a gap', async () => {
  const church = await aChurch()
  const { id } = await church.staff.leads.create({ firstName: 'Pat' })
  const to = ['contacted', 'qualified', 'proposal'] as const
  await Promise.all(to.map(status => church.staff.leads.move({ id, status, after: null })))
  const { items } = await church.staff.leads.history({ id })
  const steps = items.reverse().map(({ from, to: next }) => ({ from, next }))
  expect(steps).toHaveLength(4)
  for (const [i, step] of steps.entries()) expect(step.from).toBe(steps[i - 1]?.next ?? null)
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

  clock.advance(days(5))
  expect((await church.staff.leads.list({ overdue: true })).items.map(found => found.id)).toEqual([lead.id])
  await church.settle({ schedules: true })
  await church.settle({ schedules: true })
  const { items } = await church.pastor.notifications.list({})
  expect(items.filter(news => news.type === 'overdue')).toHaveLength(1)
  // That it was told is no change of the lead that anyone made.
  const trail = (await church.owner.audit.list({ table: 'leads' })).items
  expect(trail.map(line => line.what)).toEqual(['added a lead: Pat'])
  const mails = await church.admin.outbox.list({ recipient: church.people.pastor.email })
  // The hour may bring a digest too.
  expect(mails.items.filter(mail => mail.subject === 'Follow up with Pat')).toMatchObject([
    { state: 'delivered', provider: 'sandbox' },
  ])

  const touched = await church.pastor.leads.touch({ id: lead.id, kind: 'call', outcome: 'reached' })
  expect(touched).toMatchObject({ overdue: false, followUpAt: null })
  clock.reset()
})

test('the overdue leads of a colleague who has left are told to the admins', async () => {
  const church = await aChurch()
  await church.staff.leads.create({ firstName: 'Pat', assignedTo: church.people.pastor.id })
  const { items } = await church.admin.members.list({})
  await church.admin.members.remove({ id: items.find(({ userId }) => userId === church.people.pastor.id)!.id })
  clock.advance(days(5))
  await church.settle({ schedules: true })
  for (const told of [church.admin, church.owner])
    expect((await told.notifications.list({})).items).toMatchObject([{ type: 'overdue', title: 'Follow up with Pat' }])
  clock.reset()
})

test('a person in the trash takes their card along, and brings it back', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  await church.admin.people.trash({ selection: { ids: [lead.personId] } })
  expect(await names(church, 'new')).toEqual([])
  expect((await church.staff.leads.stats({})).total).toBe(0)
  await church.admin.people.restore({ selection: { ids: [lead.personId] } })
  expect(await names(church, 'new')).toEqual(['Pat'])
})

test('many people are added to the board at once, those who are there already left alone', async () => {
  const church = await aChurch()
  const ann = await church.staff.leads.create({ firstName: 'Ann', lastName: 'Abel' })
  for (const firstName of ['Ben', 'Cleo']) await church.staff.people.create({ firstName, lastName: 'Baker' })
  expect(await church.staff.leads.addMany({ selection: { filter: {} } })).toEqual({ changed: 2 })
  expect(await church.staff.leads.addMany({ selection: { filter: {} } })).toEqual({ changed: 0 })
  expect(await names(church, 'new')).toEqual(['Ben Baker', 'Cleo Baker', 'Ann Abel'])
  expect((await church.staff.leads.history({ id: ann.id })).items).toHaveLength(1)
})

test('the conversion rate is won of all closed with an outcome, n/a under five', async () => {
  const church = await aChurch()
  const close = async (outcome: 'won' | 'abandoned') => {
    const { id } = await church.staff.leads.create({ firstName: 'Pat' })
    await church.staff.leads.move({ id, status: 'closed', after: null, outcome })
  }
  for (let i = 0; i < 4; i++) await close('won')
  expect((await church.staff.leads.stats({})).conversion).toMatchObject({ won: 4, closed: 4, rate: null })
  await close('abandoned')
  expect((await church.staff.leads.stats({})).conversion).toMatchObject({ won: 4, closed: 5, rate: 80 })
  expect((await church.staff.leads.list({ status: ['closed'], outcome: 'any', days: 90 })).items).toHaveLength(5)
  clock.advance(hours(24 * 91))
  expect((await church.staff.leads.stats({})).conversion).toMatchObject({ closed: 0, rate: null })
  clock.reset()
})

test('leads by source: Unknown for none, and the same filters everywhere', async () => {
  const church = await aChurch()
  for (const source of ['Website', 'Website', 'Referral', undefined])
    await church.staff.leads.create({ firstName: 'Pat', ...(source && { source }) })
  expect(await church.staff.leads.bySource({})).toEqual({
    items: [
      { source: 'Website', count: 2 },
      { source: 'Referral', count: 1 },
      { source: 'Unknown', count: 1 },
    ],
    total: 4,
  })
  for (const [source, count] of [
    ['Website', 2],
    ['Unknown', 1],
  ] as const) {
    expect((await church.staff.leads.list({ source })).items).toHaveLength(count)
    expect((await church.staff.leads.column({ stage: 'new', source })).items).toHaveLength(count)
    expect((await church.staff.leads.counts({ source })).columns[0]).toMatchObject({ stage: 'new', count })
  }
})

test('columns load in pages, in order, every card once', async () => {
  const church = await aChurch()
  for (let i = 0; i < 23; i++) await church.staff.people.create({ firstName: `P${i}`, lastName: 'Field' })
  await church.staff.leads.addMany({ selection: { filter: {} } })
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await church.staff.leads.column({ stage: 'new', limit: 10, ...(cursor && { cursor }) })
    seen.push(...page.items.map(lead => lead.rank))
    cursor = page.nextCursor
  }
  expect(seen).toHaveLength(23)
  expect(seen).toEqual([...seen].sort((a, b) => (a < b ? -1 : 1)))
})

test('notes that are full are said to be, and what fits can still be edited', async () => {
  const church = await aChurch()
  const { id } = await church.staff.leads.create({ firstName: 'Pat', notes: 'x'.repeat(49_900) })
  const near = await church.staff.leads.touch({ id, kind: 'call', outcome: 'reached', note: 'Coming on Sunday' })
  expect(near.notes).toMatch(/Coming on Sunday$/)
  await expect(
    church.staff.leads.touch({ id, kind: 'call', outcome: 'reached', note: 'y'.repeat(200) }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('are full') })
  const edited = await church.staff.leads.update({ id, version: near.version, notes: near.notes, source: 'Friend' })
  expect(edited.notes).toBe(near.notes)
})

test('a lead taken off the board before its owner was told is told to nobody', async () => {
  const church = await aChurch()
  const { id } = await church.staff.leads.create({ firstName: 'Pat', assignedTo: church.people.pastor.id })
  await church.staff.leads.remove({ id })
  await church.settle()
  expect((await church.pastor.notifications.list({})).items).toEqual([])
})

test('a lead taken off the board comes back, with its owner told when it is given to them', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Pat', assignedTo: church.people.pastor.id })
  await church.settle()
  expect((await church.pastor.notifications.list({})).items).toMatchObject([
    { type: 'assigned', title: 'Pat was assigned to you for a follow-up' },
  ])
  await church.staff.leads.remove({ id: lead.id })
  await expect(church.staff.leads.get({ id: lead.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await church.staff.leads.restore({ id: lead.id })
  await expect(church.staff.leads.get({ id: lead.id })).resolves.toMatchObject({ name: 'Pat' })
})

test('a card names the household and the next task, which someone who sees only their own tasks does not read', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Ann', assignedTo: church.people.volunteer.id })
  const { personId } = lead
  await church.staff.households.create({ name: 'Miller family', members: [{ personId, isPrimary: true }] })
  const due = (days: number) => new Date(clock.ms() + days * 86_400_000).toISOString()
  await church.staff.tasks.create({ title: 'Invite to lunch', personId, dueAt: due(2) })
  await church.staff.tasks.create({ title: 'Call Ann', personId, dueAt: due(1) })
  const card = async (client: typeof church.staff) => (await client.leads.column({ stage: 'new' })).items[0]
  expect(await card(church.staff)).toMatchObject({ household: 'Miller family', nextStep: 'Call Ann' })
  expect(await card(church.volunteer)).toMatchObject({ household: 'Miller family', nextStep: null })
})

test('every field of a new lead that is wrong is named at once', async () => {
  const church = await aChurch()
  const wrong = { email: 'maria@', phone: '512', value: -1, source: 'x'.repeat(101) }
  const refused = await church.staff.leads.create(wrong).catch(error => error)
  const fields = refused.data.issues.map((issue: { path: string[] }) => issue.path[0])
  expect(fields.sort()).toEqual(['email', 'phone', 'source', 'value'])
})
