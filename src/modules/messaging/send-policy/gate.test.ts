import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { subscribe, suppress, unsubscribe } from '#consent/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { claimMessage } from '../delivery/service/state.ts'
import { type MessageOutcome, type NewMessage, send } from '../service.ts'
import { CAP, decideSend, type RecipientFacts, type SendRequest } from './rules/decide.ts'
import { AWAKE } from './rules/quiet-hours.ts'
import { asleepUntil, zonesOf } from './rules/zones.ts'
import { phonePlaces } from './service.ts'

const topic = 'newsletter'
const asked = (extra: Partial<SendRequest> = {}): SendRequest => ({
  channel: 'email',
  recipient: 'pat@example.org',
  purpose: 'marketing',
  topic,
  ...extra,
})
const facts = (extra: Partial<RecipientFacts> = {}): RecipientFacts => ({
  access: 'full',
  suppressed: [],
  consent: 'granted',
  recent: 0,
  held: null,
  answers: 0,
  urgentYes: false,
  zones: ['America/Chicago'],
  now: new Date('2026-03-03T18:00:00Z'),
  ...extra,
})

test.each([
  ['an account that is suspended', 'account_suspended', {}, { access: 'suspended', suppressed: ['stop'] }],
  ['marketing of one that is read-only', 'account_read_only', {}, { access: 'read_only', suppressed: ['stop'] }],
  ['a recorded call to a number that is none', 'bad_address', { channel: 'voice', recipient: 'x' }, {}],
  [
    'a recorded call to someone who has said any no to calls',
    'unsubscribed',
    { channel: 'voice', recipient: '+15125550143', purpose: 'transactional' },
    { suppressed: ['unsubscribed'] },
  ],
  ['an address that is none', 'bad_address', { recipient: 'pat@' }, { suppressed: ['unsubscribed'] }],
  ['a number that is none', 'bad_address', { channel: 'sms', recipient: '555' }, {}],
  ['who unsubscribed', 'unsubscribed', {}, { suppressed: ['unsubscribed'], consent: null }],
  ['who never opted in', 'no_consent', {}, { consent: null, recent: 99 }],
  ['who withdrew consent', 'no_consent', {}, { consent: 'revoked' }],
  ['someone under age', 'minor', {}, { held: 'minor', recent: CAP.count }],
  ['a household whose promotions are paused', 'grief', {}, { held: 'grief' }],
  ['a mail program that answers by itself', 'loop', { purpose: 'transactional', automatic: true }, { answers: 5 }],
  ['who was written to often', 'frequency_cap', { missing: ['firstName'] }, { recent: CAP.count }],
  ['whose name is missing', 'merge_tags', { missing: ['firstName'] }, {}],
] as const)('%s is skipped, and the first no in the order of the rule is the reason', (_, reason, one, known) => {
  expect(decideSend(asked(one as Partial<SendRequest>), facts(known as Partial<RecipientFacts>))).toEqual({
    go: 'skip',
    reason,
  })
})

test('an address with letters outside ASCII is one that can be written to', () => {
  for (const recipient of ['josé@example.org', '用户@xn--fsqu00a.com', "o'neil+news@example.org"])
    expect(decideSend(asked({ recipient }), facts()), recipient).toEqual({ go: 'send' })
  for (const recipient of ['pat@', 'pat@x', '.pat@example.org', 'a..b@example.org', 'a b@example.org', '@example.org'])
    expect(decideSend(asked({ recipient }), facts()), recipient).toEqual({ go: 'skip', reason: 'bad_address' })
})

test('a receipt or a password link is stopped by a dead mailbox alone, a reply also by a complaint', () => {
  const goes = (purpose: SendRequest['purpose'], reason: RecipientFacts['suppressed'][number]) =>
    decideSend(asked({ purpose, topic: '' }), facts({ suppressed: [reason], consent: null })).go
  for (const reason of ['unsubscribed', 'complaint', 'manual', 'dnc'] as const)
    expect(goes('transactional', reason), reason).toBe('send')
  for (const reason of ['hard_bounce', 'invalid', 'stop'] as const)
    expect(goes('transactional', reason), reason).toBe('skip')
  expect(goes('conversational', 'unsubscribed')).toBe('send')
  for (const reason of ['hard_bounce', 'complaint', 'manual', 'dnc'] as const)
    expect(goes('conversational', reason), reason).toBe('skip')
  expect(decideSend(asked({ purpose: 'transactional' }), facts({ access: 'read_only', consent: null })).go).toBe('send')
})

test('a phone gets nothing at night, on both sides of a clock change; mail needs no such hours', () => {
  const text = asked({ channel: 'sms', recipient: '+15125550100' })
  const at = (now: string) => decideSend(text, facts({ now: new Date(now) }))
  expect(at('2026-03-08T02:59:00Z')).toEqual({ go: 'send' }) // 20:59 on the 7th
  // At 2:00 clocks in Chicago go on to 3:00: eight o'clock is an hour earlier than the day before.
  expect(at('2026-03-08T03:00:00Z')).toEqual({ go: 'defer', until: new Date('2026-03-08T13:00:00Z') })
  expect(at('2026-11-01T05:30:00Z')).toEqual({ go: 'defer', until: new Date('2026-11-01T14:00:00Z') })
  expect(at('2026-11-01T14:00:00Z')).toEqual({ go: 'send' })
  expect(decideSend({ ...text, purpose: 'transactional' }, facts({ now: new Date('2026-03-08T09:00:00Z') })).go).toBe(
    'send',
  )
  expect(decideSend(asked(), facts({ now: new Date('2026-03-08T09:00:00Z') })).go).toBe('send')
  expect(AWAKE).toEqual({ from: 8, until: 21 })
})

const letter = (to: string, extra: Partial<NewMessage> = {}): NewMessage => ({
  channel: 'email',
  to,
  subject: 'News',
  text: 'News',
  html: '<p>News</p>',
  kind: 'newsletter',
  purpose: 'marketing',
  topic,
  unsubscribeUrl: 'https://example.org/u',
  dedupeKey: crypto.randomUUID(),
  ...extra,
})
const yes = { topic, source: 'form', wording: 'Yes, write to me', reference: 'test' }
const rowsOf = async (recipient: string) => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    'select state, skip_reason as reason, headers from messages where recipient = $1 order by id',
    [recipient],
  )
  return rows
}

test('marketing goes to who opted in; what is skipped is in the outbox with its reason', async () => {
  const church = await aChurch()
  const [keen, silent, gone] = [newEmail(), newEmail(), newEmail()]
  const written = await church.inside(async ctx => {
    await subscribe(ctx, keen, yes)
    await subscribe(ctx, gone, yes)
    await unsubscribe(ctx, gone, { topic, channel: 'email', source: 'link' })
    return send(
      ctx,
      [keen, silent, gone].map(to => letter(to)),
    )
  })
  expect(written).toMatchObject([
    { state: 'queued' },
    { state: 'skipped', reason: 'no_consent' },
    { state: 'skipped', reason: 'unsubscribed' },
  ])
  await church.settle()
  expect(await rowsOf(keen)).toMatchObject([{ state: 'delivered', reason: null }])
  expect(await rowsOf(silent)).toMatchObject([{ state: 'skipped', reason: 'no_consent' }])
  const { items } = await church.staff.outbox.list({ recipient: gone })
  expect(items).toMatchObject([{ state: 'skipped', skipReason: 'unsubscribed', purpose: 'marketing' }])
})

test('a number sleeps in every zone that it could be in, and in the church’s', () => {
  expect(zonesOf('+18505550100').toSorted()).toEqual(['America/Chicago', 'America/New_York'])
  expect(zonesOf('+12125550100')).toEqual(['America/New_York'])
  expect(zonesOf('+18005550100')).toEqual([])
  expect(zonesOf('+442079460000')).toContain('Europe/London')
  const text = (recipient: string, now: string) =>
    decideSend(
      asked({ channel: 'sms', recipient }),
      facts({ now: new Date(now), zones: ['America/Chicago', ...zonesOf(recipient)] }),
    )
  // Half past eight in New York is half past seven in Chicago, and nine in the evening comes there first.
  expect(text('+18505550100', '2026-01-20T13:30:00Z')).toEqual({ go: 'defer', until: new Date('2026-01-20T14:00:00Z') })
  expect(text('+18505550100', '2026-01-21T02:30:00Z')).toEqual({ go: 'defer', until: new Date('2026-01-21T14:00:00Z') })
  expect(text('+18505550100', '2026-01-20T21:30:00Z')).toEqual({ go: 'send' })
  // Honolulu and New York: from one in the afternoon till nine, New York's time.
  const far = ['Pacific/Honolulu', 'America/New_York']
  expect(asleepUntil(new Date('2026-01-20T14:00:00Z'), far)).toEqual(new Date('2026-01-20T18:00:00Z'))
  expect(asleepUntil(new Date('2026-01-20T18:00:00Z'), far)).toBeUndefined()
  // No hour suits these three: the church's own zone decides.
  const never = ['Europe/London', 'Asia/Shanghai', 'America/Los_Angeles']
  expect(asleepUntil(new Date('2026-01-20T22:00:00Z'), never)).toEqual(new Date('2026-01-21T08:00:00Z'))
})

test('the address of the person who has a number narrows its quiet hours; one owner without an address widens them again', async () => {
  const church = await aChurch()
  const places = (number: string) => church.inside(async ctx => (await phonePlaces(ctx, [number])).get(number))
  const own = (await church.inside(async ctx => ctx.client.timeZone)) as string
  const number = '+12065550123'
  expect(await places(number)).toEqual({
    zones: [...new Set([own, 'America/Los_Angeles'])],
    states: ['WA'],
    isKnown: false,
  })
  const person = { firstName: 'Pat', lastName: 'Miller', points: [{ kind: 'phone' as const, value: number }] }
  await church.owner.people.create({ ...person, addresses: [{ region: 'New York', country: 'US' }] })
  expect(await places(number)).toEqual({ zones: ['America/New_York'], states: ['NY'], isKnown: true })
  await church.owner.people.create({ ...person, firstName: 'Kim' })
  expect((await places(number))!.zones).toEqual(
    expect.arrayContaining([own, 'America/Los_Angeles', 'America/New_York']),
  )
  expect((await places(number))!.states).toContain('WA')
})

test('a text that waits for the end of quiet hours says until when', async () => {
  const church = await aChurch()
  const zone = await church.inside(async ctx => ctx.client.timeZone)
  const night = DateTime.now().setZone(zone).plus({ days: 1 }).set({ hour: 23, minute: 0 })
  clock.advance(night.toMillis() - clock.ms())
  const number = '+12125550123'
  const [written] = await church.inside(async ctx => {
    await subscribe(ctx, number, { ...yes, channel: 'sms' })
    return send(ctx, [letter(number, { channel: 'sms' })])
  })
  const { owner } = await testHouse()
  const { rows } = await owner.query('select state, held_until as until from messages where id = $1', [written!.id])
  expect(rows).toMatchObject([{ state: 'queued', until: expect.any(Date) }])
  expect(rows[0].until.getTime()).toBeGreaterThan(clock.ms())
  clock.reset()
})

test('children and households in grief get no promotion, and every answer; an address they share with others does', async () => {
  const church = await aChurch()
  const add = async (email: string, birthDate: string | null, griefHoldUntil: string | null = null) =>
    church.owner.people.create({
      firstName: 'Pat',
      lastName: 'Miller',
      birthDate,
      griefHoldUntil,
      points: [{ kind: 'email', value: email }],
    })
  const [child, family, grieving] = [newEmail(), newEmail(), newEmail()]
  const born = (ago: number) => new Date(clock.ms() - days(ago * 366)).toISOString().slice(0, 10)
  await add(child, born(9))
  await add(family, born(9))
  await add(family, born(40))
  await add(grieving, born(60), new Date(clock.ms() + days(3)).toISOString().slice(0, 10))
  const all = [child, family, grieving]
  const written = await church.inside(async ctx => {
    for (const email of all) await subscribe(ctx, email, yes)
    return [
      await send(
        ctx,
        all.map(to => letter(to)),
      ),
      await send(
        ctx,
        all.map(to => letter(to, { purpose: 'conversational', topic: '' })),
      ),
    ]
  })
  expect(written).toMatchObject([
    [{ reason: 'minor' }, { state: 'queued' }, { reason: 'grief' }],
    [{ state: 'queued' }, { state: 'queued' }, { state: 'queued' }],
  ])
})

test('five automatic answers an hour to one address, and no more', async () => {
  const church = await aChurch()
  const email = newEmail()
  const answer = () =>
    church.inside(ctx => send(ctx, [letter(email, { purpose: 'transactional', topic: '', kind: 'auto-reply' })]))
  for (let i = 0; i < 5; i++) expect(await answer()).toMatchObject([{ state: 'queued' }])
  expect(await answer()).toMatchObject([{ state: 'skipped', reason: 'loop' }])
  clock.advance(days(1))
  expect(await answer()).toMatchObject([{ state: 'queued' }])
  clock.reset()
})

test('who unsubscribes between writing and sending is not written to', async () => {
  const church = await aChurch()
  const email = newEmail()
  await church.inside(async ctx => {
    await subscribe(ctx, email, yes)
    await send(ctx, [letter(email)])
  })
  expect(await rowsOf(email)).toMatchObject([{ state: 'queued' }])
  await church.inside(ctx => unsubscribe(ctx, email, { topic, channel: 'email', source: 'header' }))
  await church.settle()
  expect(await rowsOf(email)).toMatchObject([{ state: 'skipped', reason: 'unsubscribed' }])
})

test('who dies or is deleted between writing and sending gets no promotion; a living one with the same address does', async () => {
  const church = await aChurch()
  const [gone, dead, shared] = [newEmail(), newEmail(), newEmail()]
  const named = (firstName: string, value: string) =>
    church.owner.people.create({ firstName, lastName: 'Hill', points: [{ kind: 'email', value }] })
  const all = [await named('Ann', gone), await named('Bob', dead), await named('Cy', shared), await named('Di', shared)]
  await church.inside(async ctx => {
    for (const email of [gone, dead, shared]) {
      await subscribe(ctx, email, yes)
      await send(ctx, [letter(email), letter(email, { purpose: 'transactional', topic: '' })])
    }
  })
  const [ann, bob, cy] = all
  await church.owner.people.trash({ selection: { ids: [ann!.id] } })
  for (const { id, version } of [bob!, cy!]) await church.owner.people.update({ id, version, deceased: true })
  await church.settle()
  const states = async (email: string) => (await rowsOf(email)).map(row => row.reason ?? row.state)
  expect(await Promise.all([gone, dead, shared].map(states))).toEqual([
    ['gone', 'delivered'],
    ['gone', 'delivered'],
    ['delivered', 'delivered'],
  ])
})

test('the same key is written once, by two at once as well', async () => {
  const church = await aChurch()
  const email = newEmail()
  await church.inside(ctx => subscribe(ctx, email, yes))
  const dedupeKey = crypto.randomUUID()
  const both = await Promise.all([1, 2].map(() => church.inside(ctx => send(ctx, [letter(email, { dedupeKey })]))))
  expect(both.map(([one]) => one!.state).sort()).toEqual(['queued', 'repeated'])
  expect(await rowsOf(email)).toHaveLength(1)
})

test('a message is taken by one worker', async () => {
  const church = await aChurch()
  const email = newEmail()
  const [written] = await church.inside(ctx => send(ctx, [letter(email, { purpose: 'transactional', topic: '' })]))
  const taken = await Promise.all([1, 2, 3].map(() => church.inside(ctx => claimMessage(ctx, written!.id!))))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('an address gets so many marketing mails in a week, and any number of receipts', async () => {
  const church = await aChurch()
  const email = newEmail()
  await church.inside(ctx => subscribe(ctx, email, yes))
  const one = (extra: Partial<NewMessage> = {}) => church.inside(ctx => send(ctx, [letter(email, extra)]))
  for (let i = 0; i < CAP.count; i++) expect(await one()).toMatchObject([{ state: 'queued' }])
  expect(await one()).toMatchObject([{ state: 'skipped', reason: 'frequency_cap' }])
  expect(await one({ purpose: 'transactional', topic: '' })).toMatchObject([{ state: 'queued' }])
  clock.advance(days(CAP.days) + 1000)
  expect(await one()).toMatchObject([{ state: 'queued' }])
  clock.reset()
})

test('two campaigns that write at the same moment share what is left of the week', async () => {
  const church = await aChurch()
  const email = newEmail()
  await church.inside(ctx => subscribe(ctx, email, yes))
  for (let i = 1; i < CAP.count; i++) await church.inside(ctx => send(ctx, [letter(email)]))
  let second: Promise<MessageOutcome[]> | undefined
  const first = await church.inside(async ctx => {
    const written = await send(ctx, [letter(email)])
    second = church.inside(other => send(other, [letter(email)]))
    // Long enough for the other to have counted, if nothing held it.
    await Promise.race([second, new Promise(resolve => setTimeout(resolve, 300))])
    return written
  })
  expect([first[0], (await second!)[0]]).toMatchObject([{ state: 'queued' }, { reason: 'frequency_cap' }])
})

test('an address that is stopped in one church is not in another', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const email = newEmail()
  await grace.inside(ctx => suppress(ctx, [{ value: email, channel: 'email', reason: 'hard_bounce', source: 'test' }]))
  const plain = { purpose: 'transactional' as const, topic: '' }
  expect(await grace.inside(ctx => send(ctx, [letter(email, plain)]))).toMatchObject([{ reason: 'hard_bounce' }])
  expect(await hope.inside(ctx => send(ctx, [letter(email, plain)]))).toMatchObject([{ state: 'queued' }])
})

test('a suspended account sends nothing', async () => {
  const church = await aChurch()
  const { owner } = await testHouse()
  await owner.query(`update clients set access = 'suspended' where id = $1`, [church.id])
  const written = await church.inside(ctx => send(ctx, [letter(newEmail(), { purpose: 'transactional', topic: '' })]))
  expect(written).toMatchObject([{ state: 'skipped', reason: 'account_suspended' }])
})

test('marketing mail says how to unsubscribe with one press, and can’t be written without; other mail says what it is', async () => {
  const church = await aChurch()
  const email = newEmail()
  await church.inside(async ctx => {
    await subscribe(ctx, email, yes)
    await send(ctx, [
      letter(email),
      letter(email, { purpose: 'transactional', topic: '', kind: 'auto-reply' }),
      letter(email, { purpose: 'conversational', topic: '' }),
    ])
  })
  expect((await rowsOf(email)).map(row => row.headers)).toEqual([
    {
      'List-Unsubscribe': '<https://example.org/u>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<newsletter.${church.id}.127.0.0.1>`,
      'Feedback-ID': `newsletter:newsletter:${church.id}:lampstand`,
    },
    { 'Auto-Submitted': 'auto-replied' },
    {},
  ])
  await expect(church.inside(ctx => send(ctx, [letter(email, { unsubscribeUrl: undefined })]))).rejects.toThrow(
    /without a way to unsubscribe/,
  )
})
