import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { suppress } from '#consent/service.ts'
import { aChurch } from '#testing/church.ts'
import { bring, check, look } from '#testing/imports.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

const example = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, 'data/examples', name)))
const none = {
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  duplicates: 0,
  skipped: 0,
  errors: 0,
  suppressed: 0,
  consented: 0,
  withoutNumber: 0,
  withoutAddress: 0,
}

test.each([
  ['google.csv', 'google'],
  ['google-old.csv', 'google'],
  ['outlook.csv', 'outlook'],
  ['planning-center.csv', 'planning_center'],
  ['hubspot.csv', 'hubspot'],
  ['mailchimp-subscribed.csv', 'mailchimp'],
  ['mailchimp-unsubscribed.csv', 'mailchimp'],
  ['mailchimp-cleaned.csv', 'mailchimp'],
  ['free-form-english.csv', 'other'],
  ['free-form-german.csv', 'other'],
  ['free-form-spanish.csv', 'other'],
])('%s goes in as it is, the check says what will happen, and again it changes nothing', async (name, product) => {
  const church = await aChurch()
  const first = await bring(church, example(name))
  expect(first).toMatchObject({ state: 'completed', product, problem: null })
  expect(first.counts!.created).toBeGreaterThan(2)
  expect(first.counts).toEqual(first.checked)
  expect(first.rowsDone).toBe(first.rows)
  const { items } = await church.staff.people.list({ importId: first.id, limit: 200 })
  expect(items).toHaveLength(first.counts!.created)
  const second = await bring(church, example(name))
  const known = first.rows - first.counts!.errors
  expect(second.counts).toEqual({ ...none, unchanged: known, errors: first.counts!.errors })
  expect(second.checked).toEqual(second.counts)
})

const person = async (church: Church, search: string) => {
  const { items } = await church.staff.people.list({ search })
  expect(items, search).toHaveLength(1)
  return church.staff.people.get({ id: items[0]!.id })
}

test('everything that a church system knows of a person comes along', async () => {
  const church = await aChurch()
  await bring(church, example('planning-center.csv'))
  const bob = await person(church, 'robert.smith@example.org')
  expect(bob).toMatchObject({
    name: 'Bob Smith',
    firstName: 'Robert',
    nickName: 'Bob',
    birthDate: '1975-11-02',
    anniversary: '2001-08-18',
    gender: 'male',
    maritalStatus: 'married',
    membershipStatus: 'Member',
    campus: 'North Campus',
    phone: '+15125550102',
    addresses: [{ street: '48 Mill Lane', city: 'Austin', region: 'TX', postalCode: '78701' }],
  })
  expect(bob.points.map(point => point.valueNorm)).toEqual(['robert.smith@example.org', '+15125550102', '+15125550121'])
  expect(bob.households).toMatchObject([
    { name: 'Smith Household', members: [{ name: 'Bob Smith', isPrimary: true }, {}] },
  ])
  expect(bob.createdAt.toISOString()).toMatch(/^2019-02-11/)
  const { items } = await church.staff.timeline.list({ personId: bob.id })
  expect(items.map(({ type }) => type)).toEqual(['person.imported'])
})

test('an owner is found by address, and stages of the file decide the column of the board', async () => {
  const church = await aChurch()
  const ruth = await church.addMember('staff', { name: 'Ruth Adams', email: `ruth-${church.id}@example.org` })
  const rows = [
    'First Name,Email,Lead Status,Contact owner',
    `Ann,ann@example.org,New,Ruth Adams (ruth-${church.id}@example.org)`,
    'Ben,ben@example.org,In progress,ruth adams',
    'Cleo,cleo@example.org,,Someone else',
    'Dan,dan@example.org,Closed,',
  ]
  const done = await bring(church, `${rows.join('\n')}\n`, { options: { putOnBoard: true, stage: 'qualified' } })
  expect(done.counts).toEqual({ ...none, created: 4 })
  const { items } = await church.staff.leads.list({ sort: 'name' })
  expect(items.map(lead => [lead.name, lead.status, lead.assignedTo, lead.followUpAt])).toEqual([
    ['Ann', 'new', ruth.id, null],
    ['Ben', 'contacted', ruth.id, null],
    ['Cleo', 'qualified', null, null],
    ['Dan', 'closed', null, null],
  ])
  // How it ended is not known: no part of the conversion rate, nor of the rows behind it.
  expect((await church.staff.leads.stats({})).conversion.closed).toBe(0)
  expect((await church.staff.leads.list({ status: ['closed'], outcome: 'any' })).items).toEqual([])
})

test('new people come onto the board once, in the order of the file, and those with a card keep it', async () => {
  const church = await aChurch()
  const known = await church.staff.leads.create({ firstName: 'Ann', email: 'ann@example.org', status: 'proposal' })
  const names = Array.from({ length: 1_200 }, (_, i) => `Person ${String(i).padStart(4, '0')},p${i}@example.org`)
  const file = `Full name,Email\nAnn,ann@example.org\n${names.join('\n')}\n`
  const done = await bring(church, file, { options: { putOnBoard: true } })
  expect(done.counts).toEqual({ ...none, created: 1_200, unchanged: 1 })
  const { columns } = await church.staff.leads.counts({})
  expect(columns.map(({ stage, count }) => [stage, count]).slice(0, 4)).toEqual([
    ['new', 1_200],
    ['contacted', 0],
    ['qualified', 0],
    ['proposal', 1],
  ])
  const top = await church.staff.leads.column({ stage: 'new', limit: 3 })
  expect(top.items.map(lead => lead.name)).toEqual(['Person 0000', 'Person 0001', 'Person 0002'])
  expect((await church.staff.leads.get({ id: known.id })).status).toBe('proposal')
})

test('husband and wife with one address stay two, a nickname is the same person, and doubts are listed', async () => {
  const church = await aChurch()
  const robert = await church.staff.people.create({
    firstName: 'Robert',
    lastName: 'Smith',
    points: [{ kind: 'email', label: 'home', value: 'smiths@example.org' }],
  })
  const rows = [
    'First name,Last name,Email,Birthday',
    'Bob,Smith,smiths@example.org,1975-11-02',
    'Ann,Smith,smiths@example.org,',
    'R.,Smith,smiths@example.org,',
  ]
  const done = await bring(church, rows.join('\n'))
  expect(done.counts).toEqual({ ...none, created: 2, updated: 1, duplicates: 1 })
  expect(done.checked).toEqual(done.counts)
  expect(await church.staff.people.get({ id: robert.id })).toMatchObject({
    name: 'Robert Smith',
    birthDate: '1975-11-02',
  })
  const { items } = await church.staff.duplicates.list({ importId: done.id })
  expect(items).toMatchObject([
    {
      person: { name: 'R. Smith' },
      other: { id: robert.id },
      reason: expect.stringContaining('similar first names'),
    },
  ])
  await church.staff.duplicates.dismiss({ id: items[0]!.id })
  expect((await church.staff.duplicates.list({})).items).toEqual([])
  const again = await bring(church, rows.join('\n'))
  expect(again.counts).toEqual({ ...none, unchanged: 3 })
})

test('rows about the same person within one file make one person', async () => {
  const church = await aChurch()
  const rows = [
    'First name,Last name,Email,Phone,Tags',
    'Maria,Lopez,maria@example.org,,Guest',
    'Maria,López,maria@example.org,512 555 0142,Choir',
    'María,Lopez,,(512) 555-0142,',
    'Only,Name,,,',
    'Only,Name,,,',
  ]
  const done = await bring(church, rows.join('\n'))
  expect(done.counts).toEqual({ ...none, created: 2, repeated: 3 })
  expect(done.checked).toEqual(done.counts)
  const maria = await person(church, 'lopez')
  expect(maria).toMatchObject({ phone: '+15125550142', tags: [{ name: 'Choir' }, { name: 'Guest' }] })
})

test('columns fill gaps, replace or leave alone, as was chosen for each', async () => {
  const church = await aChurch()
  const ann = await church.staff.people.create({
    firstName: 'Ann',
    lastName: 'Field',
    campus: 'North',
    membershipStatus: 'Guest',
    points: [{ kind: 'email', label: 'home', value: 'ann@example.org' }],
  })
  const file =
    'First name,Last name,Email,Campus,Membership,Gender,Phone\nAnn,Field,ann@example.org,South,Member,female,512 555 0100\n'
  const { version, columns, id } = await look(church, file)
  const at = (header: string) => columns.find(column => column.header === header)!.column
  await church.staff.imports.update({
    id,
    version,
    mapping: [
      { column: at('Membership'), rule: 'overwrite' },
      { column: at('Gender'), rule: 'never' },
    ],
  })
  await check(church, id)
  await church.staff.imports.run({ id })
  await church.settle()
  expect((await church.staff.imports.get({ id })).counts).toEqual({ ...none, updated: 1 })
  expect(await church.staff.people.get({ id: ann.id })).toMatchObject({
    campus: 'North',
    membershipStatus: 'Member',
    gender: null,
    phone: '+15125550100',
  })
})

test('known people are left as they are when that is wished, and still nobody is written to who opted out', async () => {
  const church = await aChurch()
  const ann = await church.staff.people.create({
    firstName: 'Ann',
    points: [{ kind: 'email', label: 'home', value: 'ann@example.org' }],
  })
  const file = 'First name,Email,Campus,Do not contact\nAnn,ann@example.org,South,yes\n'
  const done = await bring(church, file, { options: { known: 'leave' } })
  expect(done.counts).toEqual({ ...none, skipped: 1, suppressed: 1 })
  expect(await church.staff.people.get({ id: ann.id })).toMatchObject({ campus: null, points: [{ suppressed: 'dnc' }] })
})

test('a bad date or phone is noted with its reason, and the person kept', async () => {
  const church = await aChurch()
  const file = `First name,Email,Phone,Birthday\nZoe,zoe@example.org,12,31.02.1990\n${'x'.repeat(201)},lea@example.org,,\nMia,mia@example.org,,\n`
  const { id } = await look(church, file)
  const { checked, rowProblems } = await check(church, id)
  expect(checked).toMatchObject({ created: 2, errors: 1 })
  expect(rowProblems).toEqual({
    rows: 2,
    first: [
      {
        line: 2,
        leftOut: false,
        texts: [
          '“12” is not a full phone number. It is saved as entered.',
          '“31.02.1990” in “Birthday” is not a valid date. It was saved as a note.',
        ],
      },
      { line: 3, leftOut: true, texts: ['“First name” has 201 characters. The limit is 200.'] },
    ],
  })
})

test('who unsubscribed, bounced or wants no contact is refused at once, rows that fail included', async () => {
  const church = await aChurch()
  const unsubscribed = await bring(church, example('mailchimp-unsubscribed.csv'))
  expect(unsubscribed.counts!.suppressed).toBe(unsubscribed.rows)
  const maria = await person(church, 'maria.lopez@example.org')
  expect(maria.points.find(({ kind }) => kind === 'email')!.suppressed).toBe('unsubscribed')
  const bounced = await bring(church, example('mailchimp-cleaned.csv'))
  expect(bounced.counts!.suppressed).toBe(bounced.rows)
  const broken = `First name,Email,Phone,Campus,Do not contact\nZoe,zoe@example.org,512 555 0177,${'x'.repeat(201)},yes\n`
  const failed = await bring(church, broken)
  expect(failed.counts).toEqual({ ...none, errors: 1, suppressed: 2 })
  const zoe = await church.staff.people.create({
    firstName: 'Zoe',
    points: [
      { kind: 'email', label: 'home', value: 'ZOE@example.org' },
      { kind: 'phone', label: 'home', value: '+1 512 555 0177' },
    ],
  })
  expect(zoe.points.map(({ suppressed }) => suppressed)).toEqual(['dnc', 'dnc'])
})

test('tags and groups are made where they are missing, and everyone of the file gets those that were chosen', async () => {
  const church = await aChurch()
  const choir = await church.staff.groups.create({ name: 'Choir' })
  const guest = await church.staff.tags.create({ name: 'Guest' })
  const file = 'First name,Email,Groups,Tags\nAnn,ann@example.org,choir; Alpha,New\nBen,ben@example.org,,guest\n'
  const options = { newGroupName: 'Easter 2026', tagIds: [guest.id] }
  const done = await bring(church, file, { options })
  expect(done.counts).toEqual({ ...none, created: 2 })
  const { items } = await church.staff.groups.list({})
  expect(items.map(({ name, people }) => [name, people])).toEqual([
    ['Alpha', 1],
    ['Choir', 1],
    ['Easter 2026', 2],
  ])
  expect(items.find(({ name }) => name === 'Choir')!.id).toBe(choir.id)
  expect((await church.staff.tags.list({})).items.map(({ name, people }) => [name, people])).toEqual([
    ['Guest', 2],
    ['New', 1],
  ])
})

test('someone who was deleted and imported again does not come back a second time', async () => {
  const church = await aChurch()
  const file = 'Person ID,First Name,Last Name\n77,Ann,Lee\n'
  await bring(church, file)
  const first = (await church.staff.people.list({})).items.map(({ id }) => id)
  await church.admin.people.trash({ selection: { ids: first } })
  await bring(church, file)
  await expect(church.admin.people.restore({ selection: { ids: first } })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'One of these people was imported again and is already in the list.',
  })
  expect((await church.staff.people.list({})).items).toHaveLength(1)
})

test('a column of opt-ins becomes consent with its wording where someone says how; opt-outs stand', async () => {
  const church = await aChurch()
  const consent = { topic: 'newsletter', how: 'Ticked “Text me” on the 2024 card' }
  const file =
    'First name,Email,Phone,OK to text,Newsletter\nAnn,ann@example.org,512 555 0161,yes,no\nBen,ben@example.org,512 555 0162,,subscribed\nCy,cy@example.org,512 555 0163,yes,\n'
  await church.inside(ctx =>
    suppress(ctx, [{ value: '+15125550163', channel: 'sms', reason: 'stop', source: 'reply' }]),
  )
  const given = async (search: string) => {
    const [one] = (await church.staff.people.list({ search })).items
    const { items } = await church.staff.consents.of({ personId: one!.id })
    return items.map(({ channel, topic, source, wording }) => ({ channel, topic, source, wording }))
  }
  await bring(church, file)
  expect(await given('ann@')).toEqual([])
  const recorded = { topic: 'newsletter', source: 'import', wording: consent.how }
  for (const _ of ['first', 'again']) {
    await bring(church, file, { options: { consent } })
    expect(await given('ann@')).toEqual([{ channel: 'sms', ...recorded }])
    expect(await given('ben@')).toEqual([{ channel: 'email', ...recorded }])
    expect(await given('cy@')).toEqual([])
  }
})
