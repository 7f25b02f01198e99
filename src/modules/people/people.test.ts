import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'

const maria = {
  firstName: 'María',
  lastName: 'López',
  points: [
    { kind: 'email' as const, label: 'home' as const, value: 'Maria.Lopez@Example.org' },
    { kind: 'phone' as const, label: 'mobile' as const, value: '(512) 555-0142' },
  ],
}

test('a person is found by a fragment of name, address and number, with and without accents and signs', async () => {
  const church = await aChurch()
  const { id } = await church.staff.people.create(maria)
  await church.staff.people.create({ firstName: 'Other', lastName: 'Person' })
  for (const search of [
    'lopez',
    'LÓP',
    'mar lop',
    'maria.lopez@',
    'example.org',
    '555-0142',
    '5125550142',
    '(512) 555',
  ]) {
    expect(
      (await church.staff.people.list({ search })).items.map(found => found.id),
      search,
    ).toEqual([id])
  }
  expect((await church.staff.people.list({ search: '%' })).items).toEqual([])
})

test('addresses and numbers are normalized, and the first of a kind is primary', async () => {
  const church = await aChurch()
  const person = await church.staff.people.create(maria)
  expect(person).toMatchObject({ name: 'María López', email: 'maria.lopez@example.org', phone: '+15125550142' })
  const changed = await church.staff.people.update({
    id: person.id,
    version: person.version,
    points: [{ kind: 'email', label: 'work', value: 'office@example.org' }, ...maria.points],
  })
  expect(changed.email).toBe('office@example.org')
  expect(changed.points.filter(point => point.kind === 'email')).toMatchObject([
    { value: 'office@example.org', isPrimary: true },
    { valueNorm: 'maria.lopez@example.org', isPrimary: false },
  ])
})

test('a couple may share an address: the other one is shown as a possible match, and stays another person', async () => {
  const church = await aChurch()
  await church.staff.people.create(maria)
  const shared = { lastName: 'Lopez', email: 'maria.lopez@example.org', phone: '' }
  const { items: same } = await church.staff.people.matches({ firstName: 'Maria', ...shared })
  expect(same).toMatchObject([{ name: 'María López', shares: ['email'], same: true }])
  const { items: husband } = await church.staff.people.matches({ firstName: 'Carlos', ...shared })
  expect(husband).toMatchObject([{ same: false }])
  const carlos = await church.staff.people.create({
    firstName: 'Carlos',
    lastName: 'Lopez',
    points: [maria.points[0]!],
  })
  expect((await church.staff.people.list({ search: 'maria.lopez@example.org' })).items).toHaveLength(2)
  expect(carlos.name).toBe('Carlos Lopez')
})

test('tags and groups are put on those named or on all that a filter finds', async () => {
  const church = await aChurch()
  const ids: string[] = []
  for (const firstName of ['Ann', 'Ben', 'Cleo'])
    ids.push((await church.staff.people.create({ firstName, lastName: 'Field' })).id)
  const choir = await church.staff.groups.create({ name: 'Choir' })
  const guest = await church.staff.tags.create({ name: 'Guest' })
  expect((await church.staff.tags.create({ name: 'guest' })).id).toBe(guest.id)
  expect(await church.staff.people.tag({ selection: { ids: [ids[0]!, ids[1]!] }, tagId: guest.id })).toEqual({
    changed: 2,
  })
  expect(await church.staff.people.group({ selection: { filter: { tag: [guest.id] } }, groupId: choir.id })).toEqual({
    changed: 2,
  })
  expect((await church.staff.people.list({ group: choir.id })).items.map(person => person.name)).toEqual([
    'Ann Field',
    'Ben Field',
  ])
  expect(
    await church.staff.people.tag({ selection: { filter: { search: 'ann' } }, tagId: guest.id, remove: true }),
  ).toEqual({ changed: 1 })
  expect((await church.staff.groups.list({})).items).toMatchObject([{ name: 'Choir', people: 2 }])
  await expect(church.staff.groups.create({ name: 'CHOIR' })).rejects.toMatchObject({ code: 'NAME_TAKEN' })
})

test('another church’s tag can’t be put on a person', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const theirs = await hope.staff.tags.create({ name: 'Theirs' })
  await expect(grace.staff.people.create({ firstName: 'Pat', tagIds: [theirs.id] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const pat = await grace.staff.people.create({ firstName: 'Pat' })
  expect(await grace.staff.people.tag({ selection: { ids: [pat.id] }, tagId: theirs.id })).toEqual({ changed: 0 })
})

test('a household keeps one primary and ends with its last member', async () => {
  const church = await aChurch()
  const [ann, ben] = [
    await church.staff.people.create({ firstName: 'Ann' }),
    await church.staff.people.create({ firstName: 'Ben' }),
  ]
  const home = await church.staff.households.create({
    name: 'Field family',
    members: [{ personId: ann.id, isPrimary: true }],
  })
  const both = await church.staff.households.join({ id: home.id, personId: ben.id, role: 'child', isPrimary: true })
  expect(both.members.map(member => [member.name, member.role, member.isPrimary])).toEqual([
    ['Ben', 'child', true],
    ['Ann', 'adult', false],
  ])
  await church.staff.households.leave({ id: home.id, personId: ann.id })
  await church.staff.households.leave({ id: home.id, personId: ben.id })
  await expect(church.staff.households.get({ id: home.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('pastoral notes are seen and written by pastors alone', async () => {
  const church = await aChurch()
  const { id: personId } = await church.staff.people.create({ firstName: 'Pat' })
  await church.staff.notes.create({ personId, body: 'Prefers calls after six' })
  const secret = await church.pastor.notes.create({ personId, body: 'In confidence', visibility: 'pastoral' })
  expect((await church.pastor.notes.list({ personId })).items).toHaveLength(2)
  expect((await church.staff.notes.list({ personId })).items.map(note => note.body)).toEqual([
    'Prefers calls after six',
  ])
  await expect(church.staff.notes.remove({ id: secret.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.staff.notes.create({ personId, body: 'x', visibility: 'pastoral' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('the timeline tells what happened, each event once', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  await church.staff.leads.move({ id: lead.id, status: 'contacted', after: null })
  await church.staff.leads.touch({ id: lead.id, kind: 'call', outcome: 'voicemail' })
  await church.settle()
  const { items } = await church.staff.timeline.list({ personId: lead.personId })
  expect(items.map(entry => entry.type).sort()).toEqual(['lead.call', 'lead.created', 'lead.moved', 'person.created'])
})

test('tasks: due today in the church’s zone, and a volunteer’s own alone', async () => {
  const church = await aChurch()
  await church.staff.tasks.create({ title: 'Call the plumber', dueAt: new Date(Date.now() - 60_000).toISOString() })
  await church.staff.tasks.create({ title: 'Next month', dueAt: new Date(Date.now() + 30 * 86_400_000).toISOString() })
  const theirs = await church.staff.tasks.create({ title: 'Set up chairs', assigneeId: church.people.volunteer.id })
  expect((await church.staff.tasks.list({ due: true })).items.map(task => task.title)).toEqual([
    'Call the plumber',
    'Set up chairs',
  ])
  expect((await church.volunteer.tasks.list({})).items.map(task => task.title)).toEqual(['Set up chairs'])
  await church.volunteer.tasks.complete({ id: theirs.id, done: true })
  expect((await church.volunteer.tasks.list({})).items).toEqual([])
})

test('a task that two finish at once is told once, and can be opened again', async () => {
  const church = await aChurch()
  const person = await church.staff.people.create({ firstName: 'Pat' })
  const { id } = await church.staff.tasks.create({ title: 'Call Pat', personId: person.id })
  const press = (done: boolean) => church.staff.tasks.complete({ id, done })
  await Promise.all([press(true), press(true), press(true)])
  await church.settle()
  const told = async () =>
    (await church.staff.timeline.list({ personId: person.id })).items.filter(({ type }) => type === 'task.done').length
  expect(await told()).toBe(1)
  await Promise.all([press(false), press(false)])
  expect((await church.staff.tasks.list({})).items).toMatchObject([{ title: 'Call Pat', doneAt: null }])
  await press(true)
  await church.settle()
  expect(await told()).toBe(2)
  await expect(church.volunteer.tasks.complete({ id, done: false })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the trash keeps people for 30 days, and do-not-contact outlives it', async () => {
  const church = await aChurch()
  const person = await church.staff.people.create({ ...maria, doNotContact: true })
  expect(person.points.map(point => point.suppressed)).toEqual(['dnc', 'dnc'])
  expect(await church.admin.people.trash({ selection: { ids: [person.id] } })).toEqual({ changed: 1 })
  await expect(church.staff.people.get({ id: person.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const again = await church.staff.people.create(maria)
  expect(again.points.every(point => point.suppressed === 'dnc')).toBe(true)
  expect(await church.admin.people.restore({ selection: { ids: [person.id] } })).toEqual({ changed: 1 })
  await expect(church.staff.people.get({ id: person.id })).resolves.toMatchObject({ name: 'María López' })
})

test('a task that was deleted comes back, and one of a person in the trash waits for them', async () => {
  const church = await aChurch()
  const person = await church.staff.people.create({ firstName: 'Pat' })
  const { id } = await church.staff.tasks.create({ title: 'Call Pat', personId: person.id })
  const open = async () => (await church.staff.tasks.list({})).items.map(task => task.title)
  await church.staff.tasks.remove({ id })
  expect(await open()).toEqual([])
  await expect(church.volunteer.tasks.restore({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await church.staff.tasks.restore({ id })
  expect(await open()).toEqual(['Call Pat'])
  await church.admin.people.trash({ selection: { ids: [person.id] } })
  expect(await open()).toEqual([])
  await church.admin.people.restore({ selection: { ids: [person.id] } })
  expect(await open()).toEqual(['Call Pat'])
})

test('a field that is not sent stays as it is, and an emptied one is nothing', async () => {
  const church = await aChurch()
  const person = await church.staff.people.create({ ...maria, birthDate: '--04-03', anniversary: '2004-06-12' })
  const named = await church.staff.people.update({ id: person.id, version: person.version, nickName: 'Mari' })
  expect(named).toMatchObject({ birthDate: '--04-03', anniversary: '2004-06-12' })
  const emptied = await church.staff.people.update({ id: person.id, version: named.version, birthDate: '' })
  expect(emptied).toMatchObject({ birthDate: null, anniversary: '2004-06-12', nickName: 'Mari' })
})

test('do-not-contact that was ticked by mistake can be unticked; what someone else wants stands', async () => {
  const church = await aChurch()
  const home = maria.points[1]!
  const ann = await church.staff.people.create({ ...maria, doNotContact: true })
  await church.staff.people.create({ firstName: 'Carlos', points: [home], doNotContact: true })
  const free = await church.staff.people.update({ id: ann.id, version: ann.version, doNotContact: false })
  expect(free.points.map(point => [point.kind, point.suppressed])).toEqual([
    ['email', null],
    ['phone', 'dnc'],
  ])
  const again = await church.staff.people.update({ id: ann.id, version: free.version, doNotContact: true })
  expect(again.points.map(point => point.suppressed)).toEqual(['dnc', 'dnc'])
})

test('do-not-contact holds for an address that is added later', async () => {
  const church = await aChurch()
  const { id, version } = await church.staff.people.create({ ...maria, doNotContact: true })
  const points = [...maria.points, { kind: 'email' as const, value: 'maria.later@example.org' }]
  const changed = await church.staff.people.update({ id, version, points })
  expect(changed.points.map(point => point.suppressed)).toEqual(['dnc', 'dnc', 'dnc'])
})

test('pages of the list hold every person once, in the order of last names', async () => {
  const church = await aChurch()
  for (let i = 0; i < 25; i++) await church.staff.people.create({ firstName: `P${i}`, lastName: `Name ${i % 5}` })
  const seen: string[] = []
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await church.staff.people.list({ limit: 10, ...(cursor && { cursor }) })
    seen.push(...page.items.map(person => person.id))
    cursor = page.nextCursor
  }
  expect(new Set(seen).size).toBe(25)
  expect(seen).toHaveLength(25)
})

test('naughty strings are kept as they are, and no more', async () => {
  const church = await aChurch()
  const name = `Robert'); DROP TABLE people;-- 🙏 <script>alert(1)</script> שלום`
  const person = await church.staff.people.create({ firstName: name })
  expect((await church.staff.people.get({ id: person.id })).firstName).toBe(name)
  const { csv } = await church.admin.people.export({})
  expect(csv).toContain('<script>')
  const long = await church.staff.people.create({ firstName: 'x'.repeat(201) }).catch(error => error)
  expect(long).toMatchObject({ code: 'BAD_REQUEST', data: { issues: [{ path: ['firstName'] }] } })
  const nul = await church.staff.people.create({ firstName: 'A\u0000B' })
  expect(nul.firstName).toBe('A B')
})

test('formulas are made harmless in the export, numbers are not touched', async () => {
  const church = await aChurch()
  await church.staff.people.create({
    firstName: '=HYPERLINK("http://evil.example","x")',
    points: [{ kind: 'phone', label: 'other', value: '+1 512 555 0142' }],
  })
  const { csv } = await church.admin.people.export({})
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`)
  expect(csv).toContain(',+15125550142,')
  await expect(church.staff.people.export({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a volunteer finds people by name, and sees contact details only of those given to them', async () => {
  const church = await aChurch()
  const other = await church.staff.people.create(maria)
  const theirs = await church.staff.people.create({
    firstName: 'Ben',
    points: [{ kind: 'phone', label: 'mobile', value: '512 555 0143' }],
    assignedTo: church.people.volunteer.id,
  })
  const { items } = await church.volunteer.people.list({})
  expect(items.map(person => [person.name, person.phone])).toEqual([
    ['Ben', '+15125550143'],
    ['María López', null],
  ])
  expect((await church.volunteer.people.list({ search: '555' })).items).toEqual([])
  expect((await church.volunteer.people.search({ q: 'example.org' })).items).toEqual([])
  expect((await church.volunteer.people.search({ q: 'ópez' })).items).toMatchObject([
    { name: 'María López', email: null, phone: null },
  ])
  expect(await church.volunteer.people.get({ id: other.id })).toMatchObject({
    name: 'María López',
    points: [],
    email: null,
  })
  expect((await church.volunteer.people.get({ id: theirs.id })).points).toHaveLength(1)
  await expect(church.volunteer.notes.list({ personId: other.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
