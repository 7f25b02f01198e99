import { expect, test } from 'vitest'
import { subscribe, suppress, unsubscribe } from '#consent/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import type { Condition, Conditions } from './rules/condition.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

const iso = (offset: number, years = 0) => {
  const day = new Date(clock.ms() + days(offset))
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' }).format(day)
}

/** Ann, Ben and their child Cleo, and Dan, who is known for nothing. */
async function aFamily() {
  const church = await aChurch()
  const { owner, staff } = church
  const tag = (await owner.tags.create({ name: 'Volunteer' })).id
  const other = (await owner.tags.create({ name: 'Parent' })).id
  const choir = (await owner.groups.create({ name: 'Choir' })).id
  const ann = await staff.people.create({
    firstName: 'Ann',
    lastName: 'Miller',
    nickName: 'Annie',
    points: [
      { kind: 'email', label: 'home', value: 'ann@example.org' },
      { kind: 'phone', label: 'mobile', value: '(512) 555-0142' },
    ],
    addresses: [
      { label: 'home', street: '', street2: '', city: 'Waco', region: 'TX', postalCode: '76701', country: 'US' },
    ],
    gender: 'female',
    maritalStatus: 'married',
    membershipStatus: 'Member',
    campus: 'North',
    source: 'Website',
    birthDate: iso(3, 40),
    anniversary: iso(-5, 10),
    tagIds: [tag, other],
    groupIds: [choir],
    assignedTo: church.people.pastor.id,
  })
  const ben = await staff.people.create({
    firstName: 'Ben',
    lastName: 'Miller',
    points: [{ kind: 'email', label: 'home', value: 'ben@example.org' }],
    birthDate: `--${iso(100).slice(5)}`,
    tagIds: [tag],
    doNotContact: true,
  })
  const cleo = await staff.people.create({ firstName: 'Cleo', lastName: 'Miller', birthDate: iso(-30, 9) })
  const dan = await staff.people.create({ firstName: 'Dan', lastName: 'O’Hara 100%', griefHoldUntil: iso(5) })
  await owner.households.create({
    name: 'Millers',
    members: [
      { personId: ann.id, role: 'adult' },
      { personId: ben.id, role: 'adult' },
      { personId: cleo.id, role: 'child' },
    ],
  })
  const lead = await owner.leads.create({ personId: ann.id, source: 'Webinar', value: 5_000 })
  await owner.leads.move({ id: lead.id, status: 'contacted', after: null })
  await church.settle()
  await church.inside(async ctx => {
    await subscribe(ctx, 'ann@example.org', { topic: 'youth', source: 'form', wording: 'Yes', reference: 'x' })
    await unsubscribe(ctx, 'ben@example.org', { topic: '', channel: 'email', source: 'link' })
    await suppress(ctx, [{ value: '+15125550142', channel: 'sms', reason: 'stop', source: 'test' }])
  })
  return { church, tag, other, choir, people: { ann, ben, cleo, dan } }
}

/** The first names of the people who meet it. */
async function who(church: Church, conditions: Conditions | Condition): Promise<string> {
  const asked = 'of' in conditions ? conditions : { match: 'all' as const, of: [conditions] }
  const { id } = await church.staff.segments.create({ name: 'Test', conditions: asked })
  const { items } = await church.staff.people.list({ segment: id })
  const { count } = await church.staff.segments.count({ conditions: asked })
  expect((await church.staff.segments.size({ id })).count).toBe(count)
  expect((await church.staff.people.count({ segment: id })).count).toBe(count)
  expect(items.length).toBe(count)
  return items
    .map(person => person.firstName)
    .sort()
    .join(' ')
}

test('every condition finds whom it says, and nobody else', async () => {
  const { church, tag, other, choir } = await aFamily()
  const text = (field: any, op: any, value = '') => ({ kind: 'text', field, op, value }) as const
  const date = (field: any, op: any, rest: object) => ({ kind: 'date', field, op, ...rest }) as Condition
  const lead = (rest: object) =>
    ({ kind: 'lead', has: true, stages: [], outcomes: [], source: '', ...rest }) as Condition
  const cases: [Condition, string][] = [
    [text('firstName', 'is', 'ANN'), 'Ann'],
    [text('lastName', 'contains', 'ill'), 'Ann Ben Cleo'],
    [text('lastName', 'contains', '100%'), 'Dan'],
    [text('lastName', 'contains', '0_'), ''],
    [text('lastName', 'startsWith', 'o’h'), 'Dan'],
    [text('nickName', 'filled'), 'Ann'],
    [text('nickName', 'empty'), 'Ben Cleo Dan'],
    [text('email', 'contains', 'example'), 'Ann Ben'],
    [text('email', 'empty'), 'Cleo Dan'],
    [text('phone', 'startsWith', '(512)'), 'Ann'],
    [text('phone', 'is', '512 555 0142'), 'Ann'],
    [text('phone', 'contains', '555-01'), 'Ann'],
    [text('phone', 'filled'), 'Ann'],
    [text('gender', 'is', 'female'), 'Ann'],
    [text('maritalStatus', 'isNot', 'married'), 'Ben Cleo Dan'],
    [text('membershipStatus', 'is', 'member'), 'Ann'],
    [text('campus', 'is', 'north'), 'Ann'],
    [text('source', 'isNot', 'Website'), 'Ben Cleo Dan'],
    [text('city', 'is', 'waco'), 'Ann'],
    [text('city', 'isNot', 'Waco'), 'Ben Cleo Dan'],
    [text('region', 'is', 'TX'), 'Ann'],
    [text('postalCode', 'startsWith', '767'), 'Ann'],
    [date('createdAt', 'inLast', { days: 1 }), 'Ann Ben Cleo Dan'],
    [date('createdAt', 'notInLast', { days: 1 }), ''],
    [date('updatedAt', 'before', { date: iso(1) }), 'Ann Ben Cleo Dan'],
    [date('createdAt', 'before', { date: iso(0) }), ''],
    [date('createdAt', 'after', { date: iso(-1) }), 'Ann Ben Cleo Dan'],
    [date('createdAt', 'after', { date: iso(0) }), ''],
    [date('birthDate', 'before', { date: '2000-01-01' }), 'Ann'],
    [date('birthDate', 'after', { date: '2000-01-01' }), 'Cleo'],
    [date('anniversary', 'notInLast', { days: 30 }), 'Ann'],
    [{ kind: 'yearly', field: 'birthDate', days: 7 }, 'Ann'],
    [{ kind: 'yearly', field: 'birthDate', days: 2 }, ''],
    [{ kind: 'yearly', field: 'birthDate', days: 120 }, 'Ann Ben'],
    [{ kind: 'age', op: 'atLeast', years: 39 }, 'Ann'],
    [{ kind: 'age', op: 'atLeast', years: 40 }, ''],
    [{ kind: 'age', op: 'under', years: 18 }, 'Cleo'],
    [{ kind: 'age', op: 'unknown', years: 0 }, 'Ben Dan'],
    [{ kind: 'tags', op: 'any', ids: [tag, other] }, 'Ann Ben'],
    [{ kind: 'tags', op: 'all', ids: [tag, other] }, 'Ann'],
    [{ kind: 'tags', op: 'none', ids: [other] }, 'Ben Cleo Dan'],
    [{ kind: 'groups', op: 'any', ids: [choir] }, 'Ann'],
    [{ kind: 'groups', op: 'none', ids: [choir] }, 'Ben Cleo Dan'],
    [{ kind: 'household', fact: 'withChildren' }, 'Ann Ben'],
    [{ kind: 'household', fact: 'withOthers' }, 'Ann Ben Cleo'],
    [{ kind: 'household', fact: 'none' }, 'Dan'],
    [{ kind: 'household', fact: 'isAdult' }, 'Ann Ben'],
    [{ kind: 'household', fact: 'isChild' }, 'Cleo'],
    [lead({}), 'Ann'],
    [lead({ has: false }), 'Ben Cleo Dan'],
    [lead({ stages: ['contacted'], source: 'webinar', valueFrom: 5_000, valueTo: 5_000 }), 'Ann'],
    [lead({ stages: ['new'] }), ''],
    [lead({ outcomes: ['won'] }), ''],
    [lead({ valueFrom: 5_001 }), ''],
    [lead({ assignedTo: church.people.viewer.id }), ''],
    [{ kind: 'event', did: true, type: 'lead.moved', days: 1 }, 'Ann'],
    [{ kind: 'event', did: false, type: 'lead.moved', days: 1 }, 'Ben Cleo Dan'],
    [{ kind: 'event', did: true, type: 'person.created' }, 'Ann Ben Cleo Dan'],
    [{ kind: 'owner', userId: church.people.pastor.id }, 'Ann'],
    [{ kind: 'owner', userId: 'nobody' }, 'Ben Cleo Dan'],
    [{ kind: 'consent', channel: 'email', topic: 'youth', state: 'granted' }, 'Ann'],
    [{ kind: 'consent', channel: 'email', topic: 'other', state: 'granted' }, ''],
    [{ kind: 'consent', channel: 'email', topic: 'youth', state: 'revoked' }, 'Ben'],
    [{ kind: 'consent', channel: 'email', topic: 'youth', state: 'none' }, 'Cleo Dan'],
    [{ kind: 'reach', channel: 'email', can: true }, 'Ann'],
    [{ kind: 'reach', channel: 'email', can: false }, 'Ben Cleo Dan'],
    [{ kind: 'reach', channel: 'sms', can: true }, ''],
    [{ kind: 'flag', field: 'doNotContact', is: true }, 'Ben'],
    [{ kind: 'flag', field: 'deceased', is: false }, 'Ann Ben Cleo Dan'],
    [{ kind: 'flag', field: 'griefHold', is: true }, 'Dan'],
  ]
  for (const [condition, names] of cases)
    expect.soft(await who(church, condition), JSON.stringify(condition)).toBe(names)
  const [volunteer, child] = [
    { kind: 'tags' as const, op: 'any' as const, ids: [tag] },
    { kind: 'household' as const, fact: 'isChild' as const },
  ]
  expect(await who(church, { match: 'all', of: [volunteer, child] })).toBe('')
  expect(await who(church, { match: 'any', of: [volunteer, child] })).toBe('Ann Ben Cleo')
  const group = { kind: 'group' as const, match: 'any' as const, of: [text('firstName', 'is', 'ben'), child] }
  expect(await who(church, { match: 'all', of: [volunteer, group] })).toBe('Ben')
})

test('a segment is a list: searched, sorted, changed by one at a time, in the trash and back, exported, meant by bulk actions', async () => {
  const { church, tag } = await aFamily()
  const { staff, owner } = church
  const conditions: Conditions = { match: 'all', of: [{ kind: 'tags', op: 'any', ids: [tag] }] }
  const made = await staff.segments.create({ name: 'Volunteers', description: 'Who helps', conditions })
  await staff.segments.create({ name: 'Aunts', conditions })
  const names = async (input: object) => (await staff.segments.list(input)).items.map(one => one.name)
  expect(await names({})).toEqual(['Aunts', 'Volunteers'])
  expect(await names({ sort: '-name' })).toEqual(['Volunteers', 'Aunts'])
  expect(await names({ search: 'VOL' })).toEqual(['Volunteers'])
  const first = await staff.segments.list({ limit: 1 })
  expect((await staff.segments.list({ limit: 1, cursor: first.nextCursor! })).items[0]!.name).toBe('Volunteers')
  const { version: _, ...words } = made
  await staff.segments.update({ ...words, version: 1, name: 'Helpers' })
  await expect(staff.segments.update({ ...words, version: 1, name: 'Late' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect((await owner.segments.export({})).csv).toMatch(/Helpers,Who helps,2,/)
  expect((await owner.people.export({ segment: made.id })).csv.trim().split('\n')).toHaveLength(3)
  const group = (await staff.groups.create({ name: 'Thanks' })).id
  expect(await staff.people.group({ selection: { filter: { segment: made.id } }, groupId: group })).toEqual({
    changed: 2,
  })
  await staff.segments.remove({ id: made.id })
  await expect(staff.people.list({ segment: made.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    staff.people.group({ selection: { filter: { segment: made.id } }, groupId: group }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await staff.segments.restore({ id: made.id })
  expect((await staff.segments.size({ id: made.id })).count).toBe(2)
  await expect(church.viewer.segments.create({ name: 'No', conditions })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(church.volunteer.segments.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test("another church's tags, groups, members and segments are not found, and nothing is written", async () => {
  const { church, tag, choir } = await aFamily()
  const hope = await aChurch('Hope Chapel')
  const conditions = (one: Condition): Conditions => ({
    match: 'all',
    of: [{ kind: 'group', match: 'any', of: [one] }],
  })
  const { id } = await church.staff.segments.create({
    name: 'Ours',
    conditions: conditions({ kind: 'tags', op: 'any', ids: [tag] }),
  })
  const foreign: Condition[] = [
    { kind: 'tags', op: 'none', ids: [tag] },
    { kind: 'groups', op: 'any', ids: [choir] },
    { kind: 'owner', userId: church.people.pastor.id },
    { kind: 'lead', has: true, stages: [], outcomes: [], source: '', assignedTo: church.people.pastor.id },
  ]
  for (const one of foreign) {
    for (const ask of [
      () => hope.owner.segments.create({ name: 'Theirs', conditions: conditions(one) }),
      () => hope.owner.segments.count({ conditions: conditions(one) }),
    ])
      await expect(ask(), one.kind).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  for (const ask of [
    () => hope.owner.segments.get({ id }),
    () => hope.owner.segments.size({ id }),
    () => hope.owner.people.list({ segment: id }),
    () => hope.owner.segments.remove({ id }),
    () => hope.owner.segments.restore({ id }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await hope.owner.segments.list({})).items).toEqual([])
})

test('a condition that says nothing is refused beside its field', async () => {
  const church = await aChurch()
  const refused = (of: any[]) =>
    church.staff.segments.create({ name: 'X', conditions: { match: 'all', of } }).then(
      () => 'saved',
      (error: any) => error.data.issues.map((issue: any) => issue.message).join(),
    )
  expect(await refused([])).toBe('Please add a condition')
  expect(await refused([{ kind: 'text', field: 'city', op: 'is', value: ' ' }])).toBe('Please enter what to look for')
  expect(await refused([{ kind: 'date', field: 'createdAt', op: 'before' }])).toBe('Please choose a day')
  expect(await refused([{ kind: 'date', field: 'createdAt', op: 'inLast' }])).toBe('Please enter a number of days')
  expect(await refused([{ kind: 'tags', op: 'any', ids: [] }])).toBe('Please choose at least one')
  expect(await church.staff.segments.list({})).toMatchObject({ items: [] })
})
