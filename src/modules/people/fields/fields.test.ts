import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { withFields } from '#testing/fields.ts'
import type { Condition } from '../segments/rules/condition.ts'
import { customKey } from './rules/types.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const iso = (offset: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago', dateStyle: 'short' }).format(
    new Date(clock.ms() + days(offset)),
  )

const issues = (path: string, message: string | RegExp) => ({
  code: 'BAD_REQUEST',
  data: { issues: [{ path: [path], message: typeof message === 'string' ? message : expect.stringMatching(message) }] },
})

test('a field keeps its key; a label that means something else already gets another one', async () => {
  expect(customKey('T-shirt size', [])).toBe('t_shirt_size')
  expect(customKey('Größe', [])).toBe('gro_e')
  expect(customKey('First name', [])).toBe('field_first_name')
  expect(customKey('2026', [])).toBe('field')
  expect(customKey('Camp', ['camp', 'camp_2'])).toBe('camp_3')
  const { church, made } = await withFields()
  const { staff } = church
  expect(made.shirt).toMatchObject({
    key: 't_shirt_size',
    options: [{ id: 'small' }, { id: 'medium' }, { id: 'large' }],
  })
  const { id, version, options } = made.shirt
  const renamed = await staff.personFields.update({ id, version, label: 'Shirt', options })
  expect(renamed).toMatchObject({ key: 't_shirt_size', label: 'Shirt', type: 'choice' })
  await expect(staff.personFields.update({ id, version, label: 'Late', options })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(staff.personFields.create({ label: 'STORY', type: 'text' })).rejects.toMatchObject(
    issues('label', 'Another field has this name'),
  )
  await expect(staff.personFields.create({ label: 'Camp', type: 'choice' })).rejects.toMatchObject(
    issues('options', 'Please add some answers'),
  )
  await expect(
    staff.personFields.create({ label: 'Camp', type: 'choice', options: [{ label: 'A' }, { label: 'a' }] }),
  ).rejects.toMatchObject(issues('options', 'Two answers are the same'))
  await expect(
    Promise.all(['Twice', 'Twice'].map(label => staff.personFields.create({ label, type: 'text' }))),
  ).rejects.toMatchObject(issues('label', 'Another field has this name'))
  await expect(church.viewer.personFields.create({ label: 'Camp', type: 'text' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('facts are read by their type, refused at their field, and nothing is half-written', async () => {
  const { church, id } = await withFields()
  const { staff } = church
  const ann = await staff.people.create({
    firstName: 'Ann',
    custom: { [id.pledge]: ' 17-B ', [id.years]: '12,5', [id.serving]: ['choir', 'welcome', 'choir'], [id.story]: '' },
  })
  expect(ann.custom).toEqual({ [id.pledge]: '17-B', [id.years]: 12.5, [id.serving]: ['welcome', 'choir'] })
  const bad: [keyof typeof id, unknown, string][] = [
    ['pledge', 'x'.repeat(501), 'Please keep this under 500 characters'],
    ['years', 'many', 'Please enter a number'],
    ['baptism', '2026-02-30', 'Please enter a date like 2026-05-31'],
    ['photo', 'perhaps', 'Please choose yes or no'],
    ['shirt', 'huge', 'Please choose one of the answers'],
    ['serving', ['welcome', 'roof'], 'Please choose from the answers'],
  ]
  for (const [name, said, message] of bad)
    await expect(
      staff.people.update({
        id: ann.id,
        version: ann.version,
        firstName: 'Anna',
        custom: { [id[name]]: said as string },
      }),
      name,
    ).rejects.toMatchObject(issues(`custom.${id[name]}`, message))
  expect(await staff.people.get({ id: ann.id })).toMatchObject({ firstName: 'Ann', custom: ann.custom })
  const hope = await aChurch('Hope Chapel')
  const theirs = await hope.staff.personFields.create({ label: 'Theirs', type: 'text' })
  await expect(
    staff.people.update({ id: ann.id, version: ann.version, custom: { [theirs.id]: 'x' } }),
  ).rejects.toMatchObject(issues(`custom.${theirs.id}`, 'This field no longer exists'))
  const later = await staff.people.update({
    id: ann.id,
    version: ann.version,
    custom: { [id.pledge]: null, [id.photo]: 'no', [id.shirt]: 'large', [id.baptism]: '2001-04-15' },
  })
  expect(later.custom).toEqual({
    [id.years]: 12.5,
    [id.serving]: ['welcome', 'choir'],
    [id.photo]: false,
    [id.shirt]: 'large',
    [id.baptism]: '2001-04-15',
  })
})

test('what is private is there for pastors alone: page, list of fields, export, bulk, segment', async () => {
  const { church, id } = await withFields()
  const { staff, pastor, owner, admin } = church
  const ann = await pastor.people.create({ firstName: 'Ann', custom: { [id.allergies]: 'Peanuts' } })
  expect(ann.custom).toEqual({ [id.allergies]: 'Peanuts' })
  expect((await staff.people.get({ id: ann.id })).custom).toEqual({})
  expect((await staff.personFields.list({})).items.map(field => field.id)).not.toContain(id.allergies)
  expect((await staff.personFields.sizes({})).items).toEqual([])
  const change = { id: ann.id, version: ann.version, custom: { [id.allergies]: 'None' } }
  await expect(staff.people.update(change)).rejects.toMatchObject(issues(`custom.${id.allergies}`, /no longer exists/))
  const selection = { ids: [ann.id] }
  await expect(staff.people.setField({ selection, fieldId: id.allergies, answer: null })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(staff.personFields.create({ label: 'Secret', type: 'text', isPrivate: true })).rejects.toMatchObject(
    issues('isPrivate', /pastoral notes/),
  )
  expect((await owner.people.export({})).csv).toContain('Peanuts')
  expect((await admin.people.export({})).csv).not.toMatch(/Peanuts|Allergies/)
  const conditions = {
    match: 'all' as const,
    of: [{ kind: 'custom' as const, fieldId: id.allergies, type: 'text' as const, op: 'is' as const, text: 'peanuts' }],
  }
  const segment = await pastor.segments.create({ name: 'Peanuts', conditions })
  expect(await pastor.segments.size({ id: segment.id })).toEqual({ count: 1 })
  const refused = { code: 'FORBIDDEN', message: expect.stringContaining('private field') }
  await expect(staff.segments.count({ conditions })).rejects.toMatchObject(refused)
  await expect(staff.segments.size({ id: segment.id })).rejects.toMatchObject(refused)
  await expect(staff.people.list({ segment: segment.id })).rejects.toMatchObject(refused)
  await expect(staff.segments.remove({ id: segment.id })).rejects.toMatchObject(refused)
  expect(JSON.stringify((await staff.segments.list({})).items[0]!.conditions)).not.toMatch(/peanuts/i)
  await pastor.segments.create({
    name: 'Zacchaeus',
    conditions: { match: 'all', of: [{ kind: 'text', field: 'city', op: 'is', value: 'Jericho' }] },
  })
  const lines = async (caller: typeof owner) =>
    (await caller.segments.export({})).csv.split('\r\n').map(line => line.split(',').slice(0, 3).join())
  expect(await lines(owner)).toContain('Peanuts,,1')
  for (const line of ['Peanuts,,', 'Zacchaeus,,0']) expect(await lines(admin)).toContain(line)
  await pastor.personFields.remove({ id: id.allergies })
  expect(await lines(owner)).toContain('Peanuts,,')
  await expect(staff.segments.get({ id: segment.id })).rejects.toMatchObject(refused)
  await pastor.personFields.restore({ id: id.allergies })
  expect((await owner.audit.list({})).items.length).toBeGreaterThan(0)
  await pastor.people.setField({ selection, fieldId: id.allergies, answer: 'Cashews' })
  expect(JSON.stringify(await owner.audit.list({}))).not.toMatch(/Peanuts|Cashews/)
})

test('an answer keeps those who gave it when it is renamed, and is not taken from them by the list', async () => {
  const { church, made, id } = await withFields()
  const { staff } = church
  const { id: ann } = await staff.people.create({ firstName: 'Ann', custom: { [id.shirt]: 'medium' } })
  const { version, label } = made.shirt
  const without = [{ id: 'small', label: 'S' }]
  await expect(staff.personFields.update({ id: id.shirt, version, label, options: without })).rejects.toMatchObject(
    issues('options', 'One person has the answer “Medium”. Rename it, or give them another one first.'),
  )
  const options = [{ id: 'medium', label: 'M' }, { label: 'Medium' }]
  const after = await staff.personFields.update({ id: id.shirt, version, label, options })
  expect(after.options).toEqual([
    { id: 'medium', label: 'M' },
    { id: 'medium_2', label: 'Medium' },
  ])
  expect((await staff.people.get({ id: ann })).custom).toEqual({ [id.shirt]: 'medium' })
})

test('order, trash and back: it says of how many people something is known, and brings it back', async () => {
  const { church, id } = await withFields()
  const { staff, owner } = church
  const { id: ann } = await staff.people.create({ firstName: 'Ann', custom: { [id.pledge]: '1', [id.photo]: true } })
  const before = (await staff.personFields.list({})).items.map(field => field.id)
  await staff.personFields.order({ ids: before.toReversed() })
  expect((await staff.personFields.list({})).items.map(field => field.id)).toEqual(before.toReversed())
  // The private one, which staff don't see, has kept its place behind them.
  expect((await owner.personFields.list({})).items.at(-1)!.id).toBe(id.allergies)
  expect((await staff.personFields.sizes({})).items).toContainEqual({ fieldId: id.pledge, people: 1 })
  expect(await staff.personFields.remove({ id: id.pledge })).toEqual({ people: 1 })
  await expect(staff.personFields.remove({ id: id.pledge })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await staff.people.get({ id: ann })).custom).toEqual({ [id.photo]: true })
  expect((await staff.personFields.list({ deleted: true })).items).toMatchObject([{ id: id.pledge }])
  const twin = await staff.personFields.create({ label: 'Pledge card no.', type: 'text' })
  expect(twin.key).toBe('pledge_card_no_2')
  await expect(staff.personFields.restore({ id: id.pledge })).rejects.toMatchObject({ code: 'CONFLICT' })
  await staff.personFields.remove({ id: twin.id })
  await staff.personFields.restore({ id: id.pledge })
  expect((await staff.people.get({ id: ann })).custom).toEqual({ [id.pledge]: '1', [id.photo]: true })
})

test('a hundred fields, and no more', async () => {
  const { staff } = await aChurch()
  for (let n = 0; n < 100; n++) await staff.personFields.create({ label: `Fact ${n}`, type: 'text' })
  await expect(staff.personFields.create({ label: 'One more', type: 'text' })).rejects.toMatchObject(
    issues('label', 'You already have 100 fields. Delete one you don’t need.'),
  )
})

test('a fact is set for all chosen people at once, and taken from them', async () => {
  const { church, id } = await withFields()
  const { staff } = church
  const ids = []
  for (const firstName of ['Ann', 'Ben', 'Cleo'])
    ids.push((await staff.people.create({ firstName, custom: firstName === 'Ann' ? { [id.years]: 1 } : {} })).id)
  const set = (answer: number | string | null) =>
    staff.people.setField({ selection: { filter: {} }, fieldId: id.years, answer })
  await expect(set('x')).rejects.toMatchObject(issues('answer', 'Please enter a number'))
  expect(await set(3)).toEqual({ changed: 3 })
  expect(await set(3)).toEqual({ changed: 0 })
  expect((await staff.people.get({ id: ids[0]! })).custom).toEqual({ [id.years]: 3 })
  const some = { selection: { ids: [ids[0]!] }, fieldId: id.shirt, answer: 'large' }
  expect(await staff.people.setField(some)).toEqual({ changed: 1 })
  expect(await set(null)).toEqual({ changed: 3 })
  expect((await staff.people.get({ id: ids[0]! })).custom).toEqual({ [id.shirt]: 'large' })
})

/** Who of Ann, Ben and Cleo meets a condition. */
const among = async ({ staff }: Church, one: Condition) => {
  const { id } = await staff.segments.create({ name: 'Some', conditions: { match: 'all', of: [one] } })
  const { items } = await staff.people.list({ segment: id })
  expect(await staff.segments.size({ id })).toEqual({ count: items.length })
  return items.map(({ firstName }) => firstName).sort()
}

test('segments ask for facts by their type; what is not known is none of the answers', async () => {
  const { church, id } = await withFields()
  const { staff } = church
  await staff.people.create({
    firstName: 'Ann',
    custom: {
      [id.pledge]: 'Card 17',
      [id.years]: 10,
      [id.baptism]: iso(-5),
      [id.photo]: true,
      [id.shirt]: 'small',
      [id.serving]: ['welcome', 'choir'],
    },
  })
  await staff.people.create({
    firstName: 'Ben',
    custom: { [id.pledge]: '100%', [id.years]: 2, [id.baptism]: iso(-400), [id.photo]: false, [id.serving]: ['choir'] },
  })
  await staff.people.create({ firstName: 'Cleo' })
  const types = {
    pledge: 'text',
    years: 'number',
    baptism: 'date',
    photo: 'yesno',
    shirt: 'choice',
    serving: 'choices',
  } as const
  type Rest = Omit<Extract<Condition, { kind: 'custom' }>, 'kind' | 'fieldId' | 'type'>
  const cases: [keyof typeof types, Rest, string[]][] = [
    ['pledge', { op: 'is', text: 'card 17' }, ['Ann']],
    ['pledge', { op: 'isNot', text: 'card 17' }, ['Ben', 'Cleo']],
    ['pledge', { op: 'contains', text: '0%' }, ['Ben']],
    ['pledge', { op: 'startsWith', text: 'CARD' }, ['Ann']],
    ['pledge', { op: 'filled' }, ['Ann', 'Ben']],
    ['pledge', { op: 'empty' }, ['Cleo']],
    ['years', { op: 'is', number: 10 }, ['Ann']],
    ['years', { op: 'more', number: 2 }, ['Ann']],
    ['years', { op: 'less', number: 10 }, ['Ben']],
    ['baptism', { op: 'inLast', days: 30 }, ['Ann']],
    ['baptism', { op: 'notInLast', days: 30 }, ['Ben']],
    ['baptism', { op: 'before', date: iso(-5) }, ['Ben']],
    ['baptism', { op: 'after', date: iso(-6) }, ['Ann']],
    ['photo', { op: 'yes' }, ['Ann']],
    ['photo', { op: 'no' }, ['Ben']],
    ['shirt', { op: 'any', options: ['small', 'large'] }, ['Ann']],
    ['shirt', { op: 'none', options: ['small'] }, ['Ben', 'Cleo']],
    ['serving', { op: 'any', options: ['choir'] }, ['Ann', 'Ben']],
    ['serving', { op: 'all', options: ['choir', 'welcome'] }, ['Ann']],
  ]
  for (const [name, rest, who] of cases)
    expect(
      await among(church, { kind: 'custom', fieldId: id[name], type: types[name], ...rest }),
      JSON.stringify(rest),
    ).toEqual(who)
  const ask = (one: Rest, type: 'text' | 'number' = 'text') =>
    staff.segments.count({ conditions: { match: 'all', of: [{ kind: 'custom', fieldId: id.pledge, type, ...one }] } })
  await expect(ask({ op: 'is', text: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(ask({ op: 'more', number: 2 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(ask({ op: 'more', number: 2 }, 'number')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const { id: segment } = await staff.segments.create({
    name: 'Cards',
    conditions: { match: 'all', of: [{ kind: 'custom', fieldId: id.pledge, type: 'text', op: 'filled' }] },
  })
  await staff.personFields.remove({ id: id.pledge })
  await expect(staff.segments.size({ id: segment })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'A field in the conditions was deleted.',
  })
})

test('after thirty days a deleted field is gone for good', async () => {
  const { church, id } = await withFields()
  await church.staff.personFields.remove({ id: id.pledge })
  clock.advance(days(31))
  expect((await church.staff.personFields.list({ deleted: true })).items).toEqual([])
  await expect(church.staff.personFields.restore({ id: id.pledge })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
