import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscribe, suppress, unsubscribe } from '#consent/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { checkRecipients } from '#messaging/send-policy/service.ts'
import { aChurch } from '#testing/church.ts'
import { onPromotionHold } from '../service/promotion-holds.ts'
import { Audience } from './contract.ts'
import { freezeAudience } from './service.ts'

const topic = 'news'
const day = (offset: number) => new Date(clock.ms() + days(offset)).toISOString().slice(0, 10)
type Church = Awaited<ReturnType<typeof aChurch>>

const add = async (church: Church, firstName: string, number: string | null, rest: object = {}) =>
  (
    await church.staff.people.create({
      firstName,
      lastName: 'Test',
      points: number ? [{ kind: 'phone', label: 'mobile', value: `512555${number}` }] : [],
      ...rest,
    })
  ).id
const yes = (church: Church, ...numbers: string[]) =>
  church.inside(ctx =>
    ctx.db.execute(sql`insert into consents (value, channel, topic, state, source)
      select '+1512555' || n, 'sms', ${topic}, 'granted', 'test' from unnest(${sql.param(numbers)}::text[]) n`),
  )
const ask = (audience: object, channel: 'sms' | 'email' = 'sms') => ({
  audience: Audience.parse(audience),
  channel,
  topic,
})
/** The frozen rows: `number person shared reason`. */
const frozen = (church: Church, audience: object) =>
  church.inside(async ctx => {
    const rows = await freezeAudience(ctx, ask(audience), all => sql`select * from ${all} order by value`)
    return rows.map((row: any) => [row.value.slice(-4), row.first_name, row.people, row.reason].join(' '))
  })

/** One of every reason, with the household of Ann, Ben and their child Cleo on one number. */
async function everyReason() {
  const church = await aChurch()
  const ann = await add(church, 'Ann', '0001', { birthDate: '1980-01-01' })
  const ben = await add(church, 'Ben', '0001', { birthDate: '1979-01-01' })
  const cleo = await add(church, 'Cleo', '0001', { birthDate: day(-3000) })
  const dan = await add(church, 'Dan', '0004', { deceased: true })
  const eve = await add(church, 'Eve', null)
  const fay = await add(church, 'Fay', '0006')
  const gus = await add(church, 'Gus', '0007')
  const hal = await add(church, 'Hal', '0008', { doNotContact: true })
  const ida = await add(church, 'Ida', '0009', { griefHoldUntil: day(9) })
  const joy = await add(church, 'Joy', '0010')
  const kim = await add(church, 'Kim', '0011', { birthDate: day(-2000) })
  const lou = await add(church, 'Lou', '0012')
  const max = await add(church, 'Max', '0013')
  const household = (name: string, adults: string[], children: string[]) =>
    church.owner.households.create({
      name,
      members: [
        ...adults.map(personId => ({ personId, role: 'adult' as const })),
        ...children.map(personId => ({ personId, role: 'child' as const })),
      ],
    })
  await household('Tests', [ann, ben], [cleo])
  await household('Idas', [ida, joy], [])
  await household('Lous', [lou], [kim])
  await yes(church, '0001', '0004', '0007', '0008', '0009', '0010', '0011', '0012', '0013')
  await church.inside(async ctx => {
    await suppress(ctx, [{ value: '+15125550007', channel: 'sms', reason: 'stop', source: 'test' }])
    await ctx.db.execute(sql`update contact_points set valid = false where person_id = ${max}`)
  })
  return { church, ann, ben, cleo, dan, eve, fay, gus, hal, ida, joy, kim, lou, max }
}

test('everyone is counted once: who is reached, and why the others are not', async () => {
  const { church, ben, lou, ida, ann } = await everyReason()
  const all = await church.staff.audience.breakdown(ask({ everybody: true }))
  expect(all).toMatchObject({ total: 13, guardians: 0, reached: 2 })
  expect(Object.fromEntries(all.leftOut.map(({ reason, people }) => [reason, people]))).toEqual({
    deceased: 1,
    grief: 2,
    minor: 2,
    no_address: 1,
    bad_address: 1,
    stop: 1,
    dnc: 1,
    no_consent: 1,
    duplicate: 1,
  })
  expect(all.samples.map(({ id }) => id).sort()).toEqual([ben, lou].sort())
  const behind = await church.staff.audience.people({ ...ask({ everybody: true }), reason: 'grief' })
  expect(behind.items.map(one => one.name)).toEqual(['Ida Test', 'Joy Test'])
  const first = await church.staff.audience.people({ ...ask({ everybody: true }), reason: 'chosen', limit: 10 })
  const rest = await church.staff.audience.people({
    ...ask({ everybody: true }),
    reason: 'chosen',
    cursor: first.nextCursor!,
  })
  expect([...first.items, ...rest.items]).toHaveLength(13)
  // The hold is over, and the number is reached again.
  clock.advance(days(11))
  expect((await church.staff.audience.breakdown(ask({ people: [ida] }))).reached).toBe(1)
  expect((await church.staff.audience.breakdown(ask({}))).total).toBe(0)
  expect((await church.staff.audience.breakdown(ask({ people: [ann] }, 'email'))).leftOut).toEqual([
    { reason: 'no_address', people: 1 },
  ])
})

test('one row for each number: the eldest adult stands for it, and the gate says the same of each', async () => {
  const { church, kim } = await everyReason()
  const rows = await frozen(church, { everybody: true })
  expect(rows).toEqual([
    '0001 Ben 2 ',
    '0006 Fay 1 no_consent',
    '0007 Gus 1 stop',
    '0008 Hal 1 dnc',
    '0012 Lou 1 ',
    '0013 Max 1 bad_address',
  ])
  const verdicts = await church.inside(ctx =>
    checkRecipients(
      ctx,
      ['0001', '0006', '0007', '0008', '0012'].map(n => ({
        channel: 'sms',
        recipient: `+1512555${n}`,
        purpose: 'marketing',
        topic,
      })),
    ),
  )
  expect(verdicts.map(verdict => (verdict.go === 'skip' ? verdict.reason : ''))).toEqual([
    '',
    'no_consent',
    'stop',
    'dnc',
    '',
  ])
  // A child alone: nobody, or the adult they live with.
  expect(await frozen(church, { people: [kim] })).toEqual([])
  expect(await frozen(church, { people: [kim], guardians: true })).toEqual(['0012 Lou 1 '])
  expect(await church.staff.audience.breakdown(ask({ people: [kim], guardians: true }))).toMatchObject({
    total: 1,
    guardians: 1,
    reached: 1,
    leftOut: [{ reason: 'minor', people: 1 }],
  })
})

test('segments, tags, groups and people add up, and what is excluded is out, guardians too', async () => {
  const { church, ann, ben, kim, lou } = await everyReason()
  const { staff } = church
  const tag = (await staff.tags.create({ name: 'Tag' })).id
  const group = (await staff.groups.create({ name: 'Group' })).id
  await staff.people.tag({ selection: { ids: [ann] }, tagId: tag })
  await staff.people.group({ selection: { ids: [lou] }, groupId: group })
  const segment = await staff.segments.create({
    name: 'Ben',
    conditions: { match: 'all', of: [{ kind: 'text', field: 'firstName', op: 'is', value: 'Ben' }] },
  })
  const total = async (audience: object) => (await staff.audience.breakdown(ask(audience))).total
  expect(await total({ tags: [tag] })).toBe(1)
  expect(await total({ tags: [tag], groups: [group], segments: [segment.id], people: [ben, kim] })).toBe(4)
  expect(await frozen(church, { tags: [tag], segments: [segment.id] })).toEqual(['0001 Ben 2 '])
  expect(await frozen(church, { tags: [tag], segments: [segment.id], exclude: { segments: [segment.id] } })).toEqual([
    '0001 Ann 1 ',
  ])
  expect(await total({ everybody: true, exclude: { tags: [tag], groups: [group], people: [kim] } })).toBe(10)
  expect(await frozen(church, { people: [kim], guardians: true, exclude: { groups: [group] } })).toEqual([])
  // Without the tag, those whom it kept out would be written to: nothing is frozen.
  await staff.tags.remove({ id: tag })
  await expect(frozen(church, { everybody: true, exclude: { tags: [tag] } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const hope = await aChurch('Hope Chapel')
  for (const audience of [{ segments: [segment.id] }, { tags: [tag] }, { groups: [group] }, { people: [ann] }])
    for (const one of [audience, { everybody: true, exclude: audience }])
      await expect(hope.staff.audience.breakdown(ask(one))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await hope.staff.audience.breakdown(ask({ everybody: true }))).total).toBe(0)
  await expect(church.volunteer.audience.breakdown(ask({ everybody: true }))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('an address is held back where all who have it are minors, or promotions to one household are paused', async () => {
  const { church } = await everyReason()
  const numbers = ['0001', '0006', '0009', '0010', '0011', '9999'].map(n => `+1512555${n}`)
  const held = await church.inside(ctx => onPromotionHold(ctx, numbers, 'phone'))
  expect([...held].map(([value, why]) => `${value.slice(-4)} ${why}`).sort()).toEqual([
    '0009 grief',
    '0010 grief',
    '0011 minor',
  ])
  expect((await church.inside(ctx => onPromotionHold(ctx, numbers, 'email'))).size).toBe(0)
  // Someone's child may be forty; one of whom no year is known is taken for a minor.
  const [nat, oli] = [await add(church, 'Nat', '0014', { birthDate: '1986-01-01' }), await add(church, 'Oli', '0015')]
  const members = [nat, oli].map(personId => ({ personId, role: 'child' as const }))
  await church.owner.households.create({ name: 'Nats', members })
  const grown = await church.inside(ctx => onPromotionHold(ctx, ['+15125550014', '+15125550015'], 'phone'))
  expect([...grown]).toEqual([['+15125550015', 'minor']])
  const hope = await aChurch('Hope Chapel')
  expect((await hope.inside(ctx => onPromotionHold(ctx, numbers, 'phone'))).size).toBe(0)
})

test('mail goes to the primary address, or to another that works; a no to the topic or to everything counts', async () => {
  const church = await aChurch()
  const [a, b] = ['a@example.org', 'b@example.org']
  const { id } = await church.staff.people.create({
    firstName: 'Ann',
    points: [a, b].map(value => ({ kind: 'email', label: 'home', value })),
  })
  const said = { source: 'form', wording: 'Yes', reference: 'x' }
  await church.inside(async ctx => {
    for (const value of [a, b]) await subscribe(ctx, value, { topic, ...said })
  })
  const value = () =>
    church.inside(async ctx => {
      const rows = await freezeAudience(ctx, ask({ people: [id] }, 'email'), all => sql`select * from ${all}`)
      return rows.map((row: any) => `${row.value} ${row.reason ?? ''}`).join()
    })
  expect(await value()).toBe('a@example.org ')
  await church.inside(ctx => ctx.db.execute(sql`update contact_points set valid = false where value_norm = ${a}`))
  expect(await value()).toBe('b@example.org ')
  await church.inside(ctx => unsubscribe(ctx, b, { topic: '', channel: 'email', source: 'link' }))
  expect(await value()).toBe('b@example.org unsubscribed')
})

test('one for each household: its primary adult, else the eldest of those who can be reached; the others by name', async () => {
  const church = await aChurch()
  const born = (year: number) => ({ birthDate: `${year}-01-01` })
  const eva = await add(church, 'Eva', '0021', born(1990))
  const abe = await add(church, 'Abe', '0022', born(1950))
  const liv = await add(church, 'Liv', '0023', born(1995))
  const ron = await add(church, 'Ron', '0024', born(1960))
  const ula = await add(church, 'Ula', '0025', born(1970))
  await add(church, 'Zoe', '0026', born(1980))
  const home = (name: string, ids: string[], primary?: string) =>
    church.owner.households.create({
      name,
      members: ids.map(personId => ({ personId, role: 'adult' as const, isPrimary: personId === primary })),
    })
  await home('Evas', [abe, eva, liv], eva)
  await home('Rons', [ron, ula])
  await yes(church, '0021', '0022', '0023', '0025', '0026')
  const asked = ask({ everybody: true, perHousehold: true })
  // Ron has not opted in, so Ula gets theirs.
  expect(await frozen(church, asked.audience)).toEqual([
    '0021 Eva 1 ',
    '0024 Ron 1 no_consent',
    '0025 Ula 1 ',
    '0026 Zoe 1 ',
  ])
  expect(await church.staff.audience.breakdown(asked)).toMatchObject({
    reached: 3,
    leftOut: [
      { reason: 'same_household', people: 2 },
      { reason: 'no_consent', people: 1 },
    ],
  })
  const behind = await church.staff.audience.people({ ...asked, reason: 'same_household' })
  expect(behind.items.map(one => one.name)).toEqual(['Abe Test', 'Liv Test'])
  expect((await church.staff.audience.breakdown(ask({ everybody: true }))).reached).toBe(5)
})

test('a hold is set and taken away on the page of a person', async () => {
  const church = await aChurch()
  const id = await add(church, 'Ann', '0001')
  const { version } = await church.staff.people.get({ id })
  const held = await church.staff.people.update({ id, version, griefHoldUntil: day(5) })
  expect(held.griefHoldUntil).toBe(day(5))
  const free = await church.staff.people.update({ id, version: held.version, griefHoldUntil: '' })
  expect(free.griefHoldUntil).toBeNull()
  await expect(church.staff.people.update({ id, version: free.version, griefHoldUntil: 'soon' })).rejects.toMatchObject(
    { code: 'BAD_REQUEST' },
  )
})
