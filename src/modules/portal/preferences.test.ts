import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findSuppressed, subscribe, suppressEverything } from '#consent/service.ts'
import { asPerson } from '#kernel/run.ts'
import { aChurch, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aBrowser, personClient, somebody } from '#testing/portal.ts'
import { newEmail } from '#testing/sign-in.ts'

let numbers = 100
const newNumber = () => `+15125550${numbers++}`

async function signedIn() {
  const church = await aChurch()
  const [email, phone] = [newEmail(), newNumber()]
  const points = [
    { kind: 'email' as const, value: email },
    { kind: 'phone' as const, value: phone },
  ]
  const { id } = await church.owner.people.create({ firstName: 'Ann', lastName: 'Miller', points })
  await church.owner.topics.create({ name: 'Choir' })
  await church.owner.topics.create({ name: 'Camp', doubleOptIn: true })
  const browser = await aBrowser(church)
  await browser.signIn(email)
  const { portal } = personClient(browser.token())
  const input = { church: browser.slug }
  const isOn = async () =>
    (await portal.preferences(input)).addresses.flatMap(({ channel, choices }) =>
      choices.filter(({ on }) => on).map(({ name }) => `${channel} ${name}`),
    )
  return { church, email, phone, id, browser, portal, input, isOn }
}

const yes = (topic: string) => ({ topic, source: 'form', wording: 'Yes', reference: 'test' })

test('one page has every channel and topic; each change is in the ledger with its evidence, and a repeat adds nothing', async () => {
  const { church, email, phone, id, browser, isOn } = await signedIn()
  await church.inside(ctx => subscribe(ctx, email, yes('newsletter')))
  const page = await (await browser.get('/preferences')).text()
  expect(page).toContain(`Email: ${email}`)
  expect(page).toContain('Message and data rates may apply')
  const boxes = [...page.matchAll(/name="shown" value="([^"]+)"/g)].map(([, key]) => key!)
  expect(boxes).toHaveLength(6)
  const form = (on: string[]): [string, string][] => [
    ...boxes.map((key): [string, string] => ['shown', key]),
    ...on.map((key): [string, string] => ['on', key]),
    ['choice', 'save'],
  ]
  const chosen = boxes.filter(key => key.endsWith(' choir'))
  for (let i = 0; i < 2; i++) expect((await browser.post('/preferences', form(chosen))).status).toBe(303)
  expect(await isOn()).toEqual(['email Choir', 'sms Choir'])
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select channel, topic, state, source, person_id, evidence from consents where client_id = $1 and source = 'portal' order by id`,
    [church.id],
  )
  expect(rows.map(row => `${row.channel} ${row.topic} ${row.state}`)).toEqual([
    'email choir granted',
    'email newsletter revoked',
    'sms choir granted',
  ])
  expect(rows[2]).toMatchObject({ person_id: id, evidence: { userAgent: 'Firefox', reference: 'portal' } })
  expect(rows[2].evidence.wording).toMatch(/^Choir: .*Reply STOP to stop/)
  expect(rows[2].evidence).toHaveProperty('ip')
  const said = await church.owner.audit.list({ table: 'consents' })
  expect(said.items[0]).toMatchObject({ who: 'Ann Miller (portal)' })
  expect(phone).toMatch(/^\+1/)
})

test('everything stops with one button, and what is turned on again brings nothing else back', async () => {
  const { church, email, phone, browser, portal, input, isOn } = await signedIn()
  await church.inside(async ctx => {
    for (const topic of ['newsletter', 'choir']) await subscribe(ctx, email, yes(topic))
    await subscribe(ctx, phone, { ...yes('choir'), channel: 'sms' })
  })
  expect(await isOn()).toHaveLength(3)
  await browser.post('/preferences', { choice: 'stop' })
  expect(await isOn()).toEqual([])
  expect(await (await browser.get('/preferences?saved=1')).text()).toContain('You won’t get any more messages')
  const change = (topic: string, on: boolean) =>
    portal.setPreferences({ ...input, changes: [{ channel: 'email', value: email, topic, on }] })
  await change('choir', true)
  expect(await isOn()).toEqual(['email Choir'])
  await portal.stopAll(input)
  await change('newsletter', true)
  expect(await isOn()).toEqual(['email News and events'])
})

test('a STOP by text is undone by START alone, and an unproven address can’t confirm itself', async () => {
  const { church, email, phone, portal, input, isOn, id } = await signedIn()
  await church.inside(ctx => suppressEverything(ctx, { value: phone, channel: 'sms', source: 'keyword' }))
  const { version } = await church.owner.people.get({ id })
  const other = newEmail()
  const points = [email, other].map(value => ({ kind: 'email' as const, value }))
  await church.owner.people.update({ id, version, points: [...points, { kind: 'phone', value: phone }] })
  const changes = [
    { channel: 'sms' as const, value: phone, topic: 'choir', on: true },
    { channel: 'email' as const, value: email, topic: 'camp', on: true },
    { channel: 'email' as const, value: other, topic: 'camp', on: true },
    { channel: 'email' as const, value: other, topic: 'choir', on: true },
    { channel: 'email' as const, value: 'somebody@else.example', topic: 'choir', on: true },
  ]
  const { addresses } = await portal.setPreferences({ ...input, changes })
  expect(addresses.find(({ channel }) => channel === 'sms')!.note).toContain('START')
  expect(await isOn()).toEqual(['email Camp', 'email Choir'])
  expect(addresses.find(({ value }) => value === other)!.choices.map(({ on }) => on)).toEqual([false, false, true])
  const left = await church.inside(ctx => findSuppressed(ctx, [phone]))
  expect(left).toMatchObject([{ reason: 'stop' }])
  expect(await church.inside(ctx => findSuppressed(ctx, ['somebody@else.example']))).toEqual([])
})

test('a forgotten condition shows a person their own rows, nothing of other tables, and changes nobody else’s', async () => {
  const { church, browser, id } = await signedIn()
  const kid = await somebody(church, 'Kim', newEmail())
  const ben = await somebody(church, 'Ben', newEmail())
  const member = (personId: string, role: 'adult' | 'child') => ({ personId, role, isPrimary: false })
  await church.owner.households.create({ name: 'Miller', members: [member(id, 'adult'), member(kid.id, 'child')] })
  await church.owner.notes.create({ personId: id, body: 'About Ann' })
  await church.owner.leads.create({ personId: id })
  await church.inside(ctx => subscribe(ctx, ben.points[0]!.value, yes('newsletter')))
  const caller = { ...nobody(), portal: browser.token() }
  const run = (query: string) =>
    asPerson(caller, church.id, async ctx => (await ctx.db.execute<Record<string, unknown>>(sql.raw(query))).rows)
  const ids = async (table: string, column: string) =>
    (await run(`select ${column} as id from ${table}`)).map(row => row.id).sort()
  expect(await ids('people', 'id')).toEqual([id, kid.id].sort())
  expect(new Set(await ids('contact_points', 'person_id'))).toEqual(new Set([id, kid.id]))
  expect(await ids('consents', 'value')).toEqual([])
  expect(await ids('portal_sessions', 'person_id')).toEqual([id])
  for (const table of [
    'notes',
    'leads',
    'messages',
    'timeline',
    'audit_log',
    'households',
    'members',
    'users',
    'portal_links',
    'page_attempts',
  ])
    expect(await run(`select 1 from ${table}`), table).toEqual([])
  const changed = async (query: string) => (await run(`${query} returning 1`)).length
  expect(await changed(`update people set name = 'x'`)).toBe(0)
  expect(await changed('delete from people')).toBe(0)
  expect(await changed(`update clients set name = 'x'`)).toBe(0)
  expect(await changed(`update topics set name = 'x'`)).toBe(0)
  for (const insert of [
    `insert into contact_points (person_id, kind, value, value_norm) values ('${id}', 'email', 'x', '${ben.points[0]!.value}')`,
    `insert into consents (value, channel, state, source) values ('${ben.points[0]!.value}', 'email', 'granted', 'x')`,
    `insert into notes (person_id, body) values ('${id}', 'x')`,
    `insert into portal_sessions (hash, person_id, address, seen_at) values ('x', '${ben.id}', 'x', now())`,
  ])
    await expect(run(insert), insert).rejects.toThrow()
})

test('without JavaScript and without a session every page leads to the sign-in', async () => {
  const { browser } = await signedIn()
  const page = await (await browser.get()).text()
  expect(page).not.toContain('<script')
  expect(page).toContain(`href="/my/${browser.slug}/preferences"`)
  const stranger = await aBrowser({ id: (await aChurch()).id })
  for (const path of ['/preferences', '/preferences?saved=1'])
    expect((await stranger.get(path)).headers.get('location')).toBe(`/my/${stranger.slug}`)
  for (const path of ['/preferences', '/person', '/sign-out'])
    expect((await stranger.post(path, {})).headers.get('location')).toBe(`/my/${stranger.slug}`)
})
