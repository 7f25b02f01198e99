import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { fileMessage } from './items/service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const NUMBER = '+15125550143'
afterEach(() => clock.reset())

/** Someone writes to the church. */
async function writes(
  church: Church,
  text: string,
  { from = NUMBER, channel = 'sms' as 'sms' | 'email', providerId = randomUUID() } = {},
) {
  await church.inside(ctx =>
    receiveMessage(ctx, { channel, from, to: 'Lampstand', text, provider: 'test', providerId }),
  )
  await runWaitingJobs()
}
const ann = (church: Church, lastName = 'Miller', phone = NUMBER) =>
  church.staff.people.create({ firstName: 'Ann', lastName, points: [{ kind: 'phone', value: phone }] })
const only = async (church: Church) => {
  const { items } = await church.staff.conversations.list({})
  expect(items).toHaveLength(1)
  return items[0]!
}
const textsTo = async (church: Church, to = NUMBER) => {
  const { rows } = await (await testHouse()).owner.query(
    `select body_text as text, state, skip_reason as reason from messages where client_id = $1 and recipient = $2 and direction = 'out' order by id`,
    [church.id, to],
  )
  return rows
}
const say = (church: Church, id: string, text: string) =>
  church.staff.conversations.send({ id, channel: 'sms', text, key: randomUUID() })

test('a text lands in the thread of the person who has that number, unread for each; the answer leaves and is in the thread', async () => {
  const church = await aChurch()
  const person = await ann(church)
  await writes(church, 'Is there childcare on Sunday?')
  const conversation = await only(church)
  expect(conversation).toMatchObject({
    personId: person.id,
    name: 'Ann Miller',
    unread: 1,
    channel: 'sms',
    direction: 'in',
    preview: 'Is there childcare on Sunday?',
  })
  expect(conversation.waitingSince).not.toBeNull()
  const sent = await say(church, conversation.id, 'Yes, from nine.')
  expect(sent).toMatchObject({ direction: 'out', state: 'queued', author: 'staff of Grace Community Church' })
  await runWaitingJobs()
  const { items } = await church.staff.conversations.items({ id: conversation.id })
  expect(items.map(({ direction, text, state }) => [direction, text, state])).toEqual([
    ['out', 'Yes, from nine.', 'delivered'],
    ['in', 'Is there childcare on Sunday?', 'delivered'],
  ])
  const { items: happened } = await church.staff.timeline.list({ personId: person.id })
  expect(happened.map(entry => entry.type).sort()).toEqual(['message.in', 'message.out', 'person.created'])
  expect(JSON.stringify(happened)).not.toContain('childcare')
  expect((await church.staff.conversations.get({ id: conversation.id })).waitingSince).toBeNull()
  await church.staff.conversations.read({ id: conversation.id, itemId: items[0]!.id })
  expect((await only(church)).unread).toBe(0)
  const { items: theirs } = await church.pastor.conversations.list({})
  expect(theirs[0]!.unread).toBe(1)
  await church.staff.conversations.markUnread({ id: conversation.id })
  expect((await only(church)).unread).toBe(1)
  expect(await church.staff.conversations.counts({})).toMatchObject({ open: 1, unread: 1 })
})

test('STOP comes before everything: one confirmation, and answers are refused with the reason; START opens again', async () => {
  const church = await aChurch()
  await ann(church)
  await writes(church, 'Stop.')
  const { id } = await only(church)
  expect((await church.staff.conversations.get({ id })).channels).toEqual([
    { channel: 'sms', value: NUMBER, stopped: 'stop' },
  ])
  expect(await say(church, id, 'Please stay')).toMatchObject({ state: 'skipped', skipReason: 'stop' })
  await runWaitingJobs()
  expect(await textsTo(church)).toEqual([
    { text: expect.stringContaining('You will get no more texts'), state: 'delivered', reason: null },
    { text: 'Please stay', state: 'skipped', reason: 'stop' },
  ])
  // Said again, nothing more leaves.
  await writes(church, 'STOP')
  expect(await textsTo(church)).toHaveLength(2)
  await writes(church, 'yes')
  expect(await say(church, id, 'Welcome back')).toMatchObject({ state: 'queued' })
})

test('an opt-out in other words is applied at once and shown for review; undone, texts leave again', async () => {
  const church = await aChurch()
  await ann(church)
  await writes(church, 'You have the wrong number')
  const { id, review } = await only(church)
  expect(review).toBe('fuzzy_stop')
  expect((await textsTo(church)).at(-1)!.text).toContain('If that is wrong, reply START')
  expect(await say(church, id, 'Hello?')).toMatchObject({ state: 'skipped', skipReason: 'stop' })
  expect(await church.staff.conversations.settleReview({ id, stop: false })).toMatchObject({
    review: null,
    channels: [{ stopped: null }],
  })
  expect(await say(church, id, 'Sorry, we misread you')).toMatchObject({ state: 'queued' })
  await writes(church, 'cancel my appointment')
  expect((await only(church)).review).toBe('review')
  expect(await say(church, id, 'Done')).toMatchObject({ state: 'queued' })
  // Read by someone, it was one after all.
  expect(await church.staff.conversations.settleReview({ id, stop: true })).toMatchObject({
    review: null,
    channels: [{ stopped: 'stop' }],
  })
})

test('a STOP in so many words is not undone by staff, whatever else is looked at; START promises only what holds', async () => {
  const church = await aChurch()
  const { id: personId } = await ann(church)
  const settle = async () =>
    (await church.staff.conversations.settleReview({ id: (await only(church)).id, stop: false })).channels
  await writes(church, 'wrong number')
  await writes(church, 'STOP')
  expect(await settle()).toMatchObject([{ stopped: 'stop' }])
  await writes(church, 'cancel my appointment')
  expect(await settle()).toMatchObject([{ stopped: 'stop' }])
  await church.staff.suppressions.add({ personId, value: NUMBER, channel: 'sms', how: 'By phone' })
  await writes(church, 'START')
  expect((await textsTo(church)).at(-1)).toMatchObject({ text: expect.stringContaining('get back to you') })
  expect((await only(church)).waitingSince).not.toBeNull()
})

test('a number that nobody or a family has asks whose it is, and their thread takes it in', async () => {
  const church = await aChurch()
  const [mother, daughter] = [await ann(church), await ann(church, 'Miller-Ruiz')]
  await writes(church, 'We will be four on Sunday')
  const unknown = await only(church)
  expect(unknown).toMatchObject({ personId: null, name: NUMBER })
  const { candidates } = await church.staff.conversations.get({ id: unknown.id })
  expect(candidates.map(({ id }) => id).sort()).toEqual([mother.id, daughter.id].sort())
  const thread = await church.staff.conversations.identify({ id: unknown.id, personId: mother.id })
  expect(thread).toMatchObject({ personId: mother.id, name: 'Ann Miller', unread: 1 })
  await expect(church.staff.conversations.get({ id: unknown.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await church.staff.conversations.items({ id: thread.id })).items).toHaveLength(1)
  // A job that is tried again finds the message where it is now.
  const { rows } = await (await testHouse()).owner.query(
    `select id from messages where client_id = $1 and direction = 'in'`,
    [church.id],
  )
  await church.inside(ctx => fileMessage(ctx, { messageId: rows[0].id, word: null }))
  expect((await only(church)).id).toBe(thread.id)
})

test('a message that is being filed while someone says whose the number is stays in the thread', async () => {
  const church = await aChurch()
  const [mother] = [await ann(church), await ann(church, 'Miller-Ruiz')]
  await writes(church, 'We will be four')
  const { id } = await only(church)
  const inbound = { channel: 'sms' as const, from: NUMBER, to: 'x', text: 'Or five', provider: 'test' }
  const messageId = await church.inside(ctx => receiveMessage(ctx, { ...inbound, providerId: randomUUID() }))
  let identified: ReturnType<typeof church.staff.conversations.identify> | undefined
  await church.inside(async ctx => {
    await fileMessage(ctx, { messageId: messageId!, word: null })
    identified = church.staff.conversations.identify({ id, personId: mother.id })
    const { owner } = await testHouse()
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await owner.query(waits)).rowCount).toBeGreaterThan(0)
  })
  const thread = (await identified)!
  expect(thread.waitingSince).not.toBeNull()
  expect((await church.staff.conversations.items({ id: thread.id })).items.map(({ text }) => text)).toEqual([
    'Or five',
    'We will be four',
  ])
})

test('the same message twice, and twenty at once, stand once each in one thread', async () => {
  const church = await aChurch()
  await ann(church)
  const providerId = randomUUID()
  await Promise.all(
    [1, 2, 3].map(() =>
      church.inside(ctx =>
        receiveMessage(ctx, { channel: 'sms', from: NUMBER, to: 'x', text: 'Hi', provider: 'test', providerId }),
      ),
    ),
  )
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      church.inside(ctx =>
        receiveMessage(ctx, {
          channel: 'sms',
          from: NUMBER,
          to: 'x',
          text: `No. ${i}`,
          provider: 'test',
          providerId: `n${i}`,
        }),
      ),
    ),
  )
  await runWaitingJobs()
  const { id, unread } = await only(church)
  expect(unread).toBe(21)
  expect((await church.staff.conversations.items({ id, limit: 200 })).items).toHaveLength(21)
})

test('an answer pressed twice leaves once; a note never leaves', async () => {
  const church = await aChurch()
  await ann(church)
  await writes(church, 'Hello')
  const { id } = await only(church)
  const key = randomUUID()
  const pressed = () => church.staff.conversations.send({ id, channel: 'sms', text: 'Hello to you', key })
  const [first, second] = await Promise.all([pressed(), pressed()])
  expect(second.id).toBe(first.id)
  expect((await pressed()).id).toBe(first.id)
  const noteKey = randomUUID()
  const written = () => church.staff.conversations.note({ id, text: 'Sounds tired', key: noteKey })
  await Promise.all([written(), written()])
  await runWaitingJobs()
  expect(await textsTo(church)).toHaveLength(1)
  const { items } = await church.staff.conversations.items({ id })
  expect(items.map(({ kind }) => kind)).toEqual(['note', 'message', 'message'])
})

test('assign, snooze, close; a message opens it again, and time does', async () => {
  const church = await aChurch()
  await ann(church)
  await writes(church, 'Hello')
  let thread = await church.staff.conversations.get({ id: (await only(church)).id })
  const { id } = thread
  thread = await church.staff.conversations.update({ id, version: thread.version, assignedTo: church.people.pastor.id })
  expect(thread.assigneeName).toBe('pastor of Grace Community Church')
  await expect(church.staff.conversations.update({ id, version: 1, status: 'closed' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(
    church.staff.conversations.update({ id, version: thread.version, status: 'snoozed' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const until = new Date(clock.ms() + hours(2))
  thread = await church.staff.conversations.update({
    id,
    version: thread.version,
    status: 'snoozed',
    snoozedUntil: until,
  })
  expect((await church.staff.conversations.list({})).items).toEqual([])
  clock.advance(hours(3))
  await runWaitingJobs({ schedules: true })
  thread = await church.staff.conversations.get({ id })
  expect(thread.status).toBe('open')
  await church.staff.conversations.update({ id, version: thread.version, status: 'closed' })
  await writes(church, 'One more thing')
  expect((await only(church)).status).toBe('open')
})

test('names, numbers and words are found; filters and pages hold', async () => {
  const church = await aChurch()
  await ann(church)
  await writes(church, 'Is there a nursery?')
  for (let i = 0; i < 5; i++) await writes(church, `Hello ${i}`, { from: `+1512555020${i}` })
  const found = async (search: string) =>
    (await church.staff.conversations.list({ search })).items.map(({ name }) => name)
  expect(await found('miller')).toEqual(['Ann Miller'])
  expect(await found('nursery')).toEqual([])
  const { items } = await church.staff.conversations.list({ search: 'NURSERY', inMessages: true })
  expect(items).toMatchObject([{ name: 'Ann Miller', match: 'Is there a nursery?' }])
  expect(await found('5550203')).toEqual(['+15125550203'])
  expect(await found('100%')).toEqual([])
  const first = await church.staff.conversations.list({ limit: 4 })
  const rest = await church.staff.conversations.list({ limit: 4, cursor: first.nextCursor! })
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(6)
  expect((await church.staff.conversations.list({ mine: true })).items).toEqual([])
  expect((await church.staff.conversations.list({ unread: true })).items).toHaveLength(6)
})

test('an email lands in the same thread, and is answered by mail', async () => {
  const church = await aChurch()
  const person = await church.staff.people.create({
    firstName: 'Ann',
    points: [
      { kind: 'phone', value: NUMBER },
      { kind: 'email', value: 'ann@example.org' },
    ],
  })
  await writes(church, 'By text')
  await writes(church, '<script>alert(1)</script> by mail', { from: 'ann@example.org', channel: 'email' })
  const { id, personId } = await only(church)
  expect(personId).toBe(person.id)
  await church.staff.conversations.send({
    id,
    channel: 'email',
    subject: 'Sunday',
    text: 'Yes & <gladly>',
    key: randomUUID(),
  })
  const { rows } = await (await testHouse()).owner.query(
    `select subject, body_html from messages where recipient = 'ann@example.org' and client_id = $1`,
    [church.id],
  )
  expect(rows).toEqual([{ subject: 'Sunday', body_html: expect.stringContaining('Yes &amp; &lt;gladly&gt;') }])
})
