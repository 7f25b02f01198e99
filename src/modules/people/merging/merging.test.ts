import { expect, test } from 'vitest'
import { findSuppressed, latestEvidence, subscribe, suppress, unsubscribe } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import { stayingTables } from '#kernel/table-policies.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { bring } from '#testing/imports.ts'
import { mail, make, merge, now, phone, picture, rowsOf } from '#testing/merging.ts'
import { referencesTo } from './service/rows.ts'

test('every column of the database that names a person is moved, or stays for a reason', async () => {
  const church = await aChurch()
  const { owner } = await testHouse()
  const { rows } = await owner.query<{ table: string; column: string }>(`
    select distinct c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'client_id'
    where c.contype = 'f' and c.confrelid = 'people'::regclass
    union select table_name, column_name from information_schema.columns where table_schema = 'public' and column_name like '%person_id'`)
  const moved = await church.inside(ctx => referencesTo(ctx, 'people'))
  expect(rows.length).toBeGreaterThan(18)
  const forgotten = rows.filter(
    row =>
      !stayingTables().includes(row.table) && !moved.some(one => one.table === row.table && one.column === row.column),
  )
  expect(forgotten).toEqual([])
  // A name that says nothing of people would be overlooked: a new one needs a foreign key or a name that ends in person_id.
  const uuids = await owner.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and udt_name = '_uuid'`)
  expect(uuids.rows.map(row => row.name)).not.toContainEqual(expect.stringMatching(/person|people/))
})

test('fields are picked, the rest is united without doubles, both ids lead to one, and an undo brings all of it back', async () => {
  const church = await aChurch()
  const { staff } = church
  const [tag, choir] = [await staff.tags.create({ name: 'Guest' }), await staff.groups.create({ name: 'Choir' })]
  const [alto, home] = [
    await staff.groups.create({ name: 'Altos' }),
    { street: '1 Elm St', city: 'Austin', label: 'home', street2: '', region: '', postalCode: '', country: '' },
  ]
  const ann = await make(church, {
    firstName: 'Ann',
    lastName: 'Miller',
    birthDate: '--04-03',
    campus: 'North',
    points: [mail('ann@example.org'), phone('+15125550101')],
    tagIds: [tag.id],
    groupIds: [choir.id],
    addresses: [home],
  })
  const annie = await make(church, {
    firstName: 'Annie',
    lastName: 'Miller',
    nickName: 'Nan',
    birthDate: '1980-04-03',
    campus: 'South',
    gender: 'female',
    points: [mail('ANN@example.org'), mail('annie@example.org')],
    tagIds: [tag.id],
    groupIds: [choir.id, alto.id],
    addresses: [{ ...home, street: '1 ELM ST' }],
  })
  const family = await staff.households.create({ name: 'Miller', members: [{ personId: ann.id, role: 'adult' }] })
  await staff.households.join({ id: family.id, personId: annie.id, role: 'adult', isPrimary: true })
  await staff.notes.create({ personId: annie.id, body: 'Likes tea' })
  await church.pastor.notes.create({ personId: annie.id, body: 'Grieves', visibility: 'pastoral' })
  const task = await staff.tasks.create({ title: 'Call', personId: annie.id })
  const mine = await staff.leads.create({ personId: ann.id, notes: 'met at lunch' })
  const theirs = await staff.leads.create({
    personId: annie.id,
    status: 'qualified',
    notes: 'asked for baptism',
    value: 500,
  })
  await church.settle()
  const before = await picture(church, [ann.id, annie.id])

  const seen = await staff.merges.preview({ keepId: ann.id, goneId: annie.id })
  expect(seen.fields.map(({ field, side }) => [field, side])).toEqual([
    ['firstName', 'gone'],
    ['nickName', 'gone'],
    ['phone', 'kept'],
    ['birthDate', 'gone'],
    ['gender', 'gone'],
    ['campus', 'kept'],
  ])
  expect(seen.along).toEqual([
    '1 note',
    '1 task',
    '1 card on the board',
    '1 tag',
    '2 groups',
    '1 household',
    '2 email addresses and numbers',
    '1 mailing address',
  ])
  expect((await church.pastor.merges.preview({ keepId: ann.id, goneId: annie.id })).along[0]).toBe('2 notes')
  expect(seen.notices).toEqual([expect.stringContaining('The card in Qualified is kept')])

  const { id } = await merge(church, ann.id, annie.id, { campus: 'gone', email: 'gone', firstName: 'kept' })
  await church.settle()
  const one = await now(church, annie.id)
  expect(one).toMatchObject({
    id: ann.id,
    name: 'Nan Miller',
    firstName: 'Ann',
    nickName: 'Nan',
    birthDate: '1980-04-03',
    campus: 'South',
    gender: 'female',
    email: 'ann@example.org',
    phone: '+15125550101',
    addresses: [{ street: '1 Elm St' }],
  })
  expect(one.points.map(point => point.valueNorm).sort()).toEqual([
    '+15125550101',
    'ann@example.org',
    'annie@example.org',
  ])
  expect(one.groups.map(group => group.name).sort()).toEqual(['Altos', 'Choir'])
  expect(one.tags).toHaveLength(1)
  expect(one.households).toMatchObject([{ members: [{ personId: ann.id, isPrimary: true }] }])
  expect(one.leads).toEqual([{ id: theirs.id, status: 'qualified' }])
  const lead = await staff.leads.get({ id: theirs.id })
  expect(lead).toMatchObject({ personId: ann.id, value: 500, notes: 'asked for baptism\n\nmet at lunch' })
  expect((await staff.leads.get({ id: mine.id })).id).toBe(theirs.id)
  expect((await staff.notes.list({ personId: ann.id })).items.map(note => note.body)).toEqual(['Likes tea'])
  expect((await church.pastor.notes.list({ personId: ann.id })).items).toHaveLength(2)
  expect((await staff.tasks.list({ personId: ann.id })).items.map(one => one.id)).toEqual([task.id])
  // Nobody finds the one who went, in the trash neither; what is recorded for them lands with the one who stays.
  expect((await staff.people.list({ search: 'miller' })).items).toHaveLength(1)
  expect((await staff.people.list({ deleted: true })).items).toEqual([])
  expect(await church.owner.people.restore({ selection: { ids: [annie.id] } })).toEqual({ changed: 0 })
  const late = await staff.notes.create({ personId: annie.id, body: 'Came late' })
  expect(late.personId).toBe(ann.id)
  await staff.notes.remove({ id: late.id })
  const told = (await staff.timeline.list({ personId: ann.id })).items[0]!
  expect(told).toMatchObject({ type: 'person.merged', data: { mergeId: id, name: 'Nan Miller' } })
  expect((await staff.merges.list({ personId: ann.id })).items).toMatchObject([{ id, goneName: 'Nan Miller' }])
  const { items: log } = await church.owner.audit.list({ table: 'person_merges' })
  expect(log.map(({ who, what }) => [who, what])).toEqual([
    ['staff of Grace Community Church', 'merged two people: Nan Miller into Ann Miller'],
  ])

  await staff.merges.undo({ id })
  await rowsOf(church, `delete from notes where id = '${late.id}'`)
  expect(await picture(church, [ann.id, annie.id])).toEqual(before)
  expect((await now(church, annie.id)).name).toBe('Nan Miller')
  expect((await staff.merges.list({ personId: ann.id })).items).toEqual([])
  // And once more, both ways.
  expect(await staff.merges.undo({ id })).toEqual({ keptId: ann.id, goneId: annie.id })
  await merge(church, annie.id, ann.id)
  expect((await now(church, ann.id)).id).toBe(annie.id)
})

test('the more careful of both holds: no to a topic, do not contact, deceased, grief, under age; stops stay by address', async () => {
  const church = await aChurch()
  const grief = clock.now().toISOString().slice(0, 10)
  const ann = await make(church, {
    firstName: 'Ann',
    birthDate: '1980-01-01',
    points: [mail('ann@example.org'), phone('+15125550101')],
  })
  const kid = await make(church, {
    firstName: 'Ann',
    birthDate: '2015-01-01',
    points: [mail('kid@example.org'), phone('+15125550102')],
    doNotContact: true,
    deceased: true,
    griefHoldUntil: grief,
  })
  await church.inside(async ctx => {
    const yes = { topic: 'newsletter', source: 'form', wording: 'Yes', reference: 'x' }
    await subscribe(ctx, 'ann@example.org', yes)
    await subscribe(ctx, 'ann@example.org', { ...yes, topic: 'events' })
    await unsubscribe(ctx, 'kid@example.org', { topic: 'newsletter', channel: 'email', source: 'link' })
    await suppress(ctx, [{ value: '+15125550102', channel: 'sms', reason: 'stop', source: 'keyword' }])
  })
  const words = (topic: string) =>
    church.inside(async ctx =>
      (await latestEvidence(ctx, ['ann@example.org'], { channel: 'email', topic })).get('ann@example.org'),
    )
  const stopped = (value: string) =>
    church.inside(async ctx => (await findSuppressed(ctx, [value])).map(row => row.reason).sort())
  const seen = await church.staff.merges.preview({ keepId: ann.id, goneId: kid.id })
  expect(seen.fields.find(({ field }) => field === 'birthDate')).toMatchObject({
    side: 'gone',
    hint: expect.stringContaining('under 18'),
  })
  expect(seen.notices).toHaveLength(4)

  const { id } = await merge(church, ann.id, kid.id)
  expect(await now(church, ann.id)).toMatchObject({
    birthDate: '2015-01-01',
    doNotContact: true,
    deceased: true,
    griefHoldUntil: grief,
  })
  expect([await words('newsletter'), await words('events')]).toEqual(['revoked', 'granted'])
  expect([await stopped('+15125550101'), await stopped('+15125550102')]).toEqual([['dnc'], ['dnc', 'stop']])
  // Someone new with that number is stopped as well.
  const again = await make(church, { firstName: 'Cleo', points: [phone('+1 512 555 0102')] })
  expect(again.points[0]!.suppressed).not.toBeNull()
  await bring(church, 'First name,Phone\nDora,(512) 555-0102\n')
  const dora = (await church.staff.people.list({ search: 'dora' })).items[0]!
  expect((await now(church, dora.id)).points[0]!.suppressed).not.toBeNull()

  await church.staff.merges.undo({ id })
  expect(await now(church, ann.id)).toMatchObject({
    birthDate: '1980-01-01',
    doNotContact: false,
    deceased: false,
    griefHoldUntil: null,
  })
  expect([await words('newsletter'), await words('events')]).toEqual(['granted', 'granted'])
  expect([await stopped('+15125550101'), await stopped('+15125550102')]).toEqual([[], ['dnc', 'stop']])
})

test('of two at once one merges; into someone who goes is refused, and nothing is half done', async () => {
  const church = await aChurch()
  const [a, b, c] = [
    await make(church, { firstName: 'Ann', points: [mail('a@example.org')] }),
    await make(church, { firstName: 'Bea', points: [mail('b@example.org')] }),
    await make(church, { firstName: 'Cleo', points: [mail('c@example.org')] }),
  ]
  const pair = (keep: typeof a, gone: typeof a) => ({
    keepId: keep.id,
    goneId: gone.id,
    keepVersion: keep.version,
    goneVersion: gone.version,
  })
  // A into B while B goes into C.
  const outcome = await Promise.allSettled([
    church.staff.merges.create(pair(b, a)),
    church.owner.merges.create(pair(c, b)),
  ])
  expect(outcome.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = outcome.find(one => one.status === 'rejected')!
  expect((refused as PromiseRejectedResult).reason).toMatchObject({ code: 'CONFLICT' })
  expect(await rowsOf(church, 'select from person_merges')).toHaveLength(1)
  expect(await rowsOf(church, 'select from person_aliases')).toHaveLength(1)
  const [merged] = await rowsOf(church, 'select id, kept_id, gone_id from person_merges')
  await church.staff.merges.undo({ id: merged!.id })

  const [ann, bea] = [await now(church, a.id), await now(church, b.id)]
  const same = await Promise.all([
    church.staff.merges.create(pair(ann, bea)),
    church.owner.merges.create(pair(ann, bea)),
    church.staff.merges.create(pair(ann, bea)),
  ])
  expect(new Set(same.map(one => one.id)).size).toBe(1)
  await expect(church.staff.merges.create(pair(bea, ann))).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Bea has just been merged into Ann. Nothing was changed.',
  })
  await expect(church.staff.merges.create({ ...pair(ann, c), goneId: ann.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  // Another church, a viewer and a volunteer have no part in it.
  const hope = await aChurch('Hope Chapel')
  await expect(hope.staff.merges.create(pair(ann, c))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(hope.staff.merges.undo({ id: same[0]!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.viewer.merges.create(pair(ann, c))).rejects.toMatchObject({ code: 'FORBIDDEN' })

  // Merged onwards: both old ids lead to the last one, and the way back is the way it came.
  const onward = await merge(church, c.id, a.id)
  expect((await now(church, b.id)).id).toBe(c.id)
  await expect(church.staff.merges.undo({ id: same[0]!.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Ann was merged into Cleo afterwards. Please undo that first.',
  })
  await church.staff.merges.undo({ id: onward.id })
  expect((await now(church, b.id)).id).toBe(a.id)
})

test('an audience that names someone who was merged means the one who stayed, to be written to and to be left out', async () => {
  const church = await aChurch()
  const [ann, bea] = [
    await make(church, { firstName: 'Ann', points: [mail('ann@example.org')] }),
    await make(church, { firstName: 'Annie', points: [mail('annie@example.org')] }),
  ]
  await merge(church, ann.id, bea.id)
  const none = { segments: [], tags: [], groups: [], people: [] }
  const reached = async (people: string[], left: string[]) => {
    const audience = { ...none, everybody: false, people, guardians: false, exclude: { ...none, people: left } }
    return (await church.staff.audience.breakdown({ audience, channel: 'email', topic: '' })).total
  }
  expect(await reached([bea.id], [])).toBe(1)
  expect(await reached([ann.id], [bea.id])).toBe(0)
})
