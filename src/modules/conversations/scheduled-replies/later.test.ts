import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const NUMBER = '+15125550143'
afterEach(() => clock.reset())

async function thread(church: Church) {
  const { id } = await church.staff.people.create({ firstName: 'Ann', points: [{ kind: 'phone', value: NUMBER }] })
  return church.staff.conversations.start({ personId: id })
}
const inHours = (count: number) => new Date(clock.ms() + hours(count))
const later = (church: Church, conversationId: string, more: object = {}) =>
  church.staff.scheduledReplies.create({
    conversationId,
    channel: 'sms',
    text: 'See you on Sunday',
    sendAt: inHours(2),
    key: randomUUID(),
    ...more,
  })
const texts = async (church: Church, id: string) =>
  (await church.staff.conversations.items({ id })).items.map(({ text, state, skipReason, author }) => ({
    text,
    state,
    skipReason,
    author,
  }))
const waiting = async (church: Church, conversationId: string) =>
  (await church.staff.scheduledReplies.list({ conversationId })).items

test('an answer waits for its time, leaves once, and is its writer’s; pressed twice it is one', async () => {
  const church = await aChurch()
  const { id } = await thread(church)
  const key = randomUUID()
  await Promise.all([later(church, id, { key }), later(church, id, { key })])
  await expect(later(church, id, { sendAt: inHours(-1) })).rejects.toMatchObject({
    data: { issues: [{ path: ['sendAt'] }] },
  })
  await runWaitingJobs()
  expect(await texts(church, id)).toEqual([])
  const [one, ...more] = await waiting(church, id)
  expect([one!.text, more]).toEqual(['See you on Sunday', []])
  // Put off by an hour: the first time passes without it.
  const changed = await church.staff.scheduledReplies.update({
    id: key,
    version: one!.version,
    text: 'See you at ten',
    sendAt: inHours(3),
  })
  await expect(
    church.staff.scheduledReplies.update({ id: key, version: one!.version, text: 'x' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  clock.advance(hours(2))
  await runWaitingJobs()
  expect(await texts(church, id)).toEqual([])
  clock.advance(hours(1.1))
  await runWaitingJobs()
  await runWaitingJobs()
  const author = 'staff of Grace Community Church'
  expect(await texts(church, id)).toEqual([{ text: changed.text, state: 'delivered', skipReason: null, author }])
  expect(await waiting(church, id)).toEqual([])
})

test('sent now by two presses it leaves once; undone it never does', async () => {
  const church = await aChurch()
  const { id } = await thread(church)
  const [first, second] = [await later(church, id), await later(church, id, { text: 'Not this one' })]
  const now = () => church.staff.scheduledReplies.sendNow({ id: first.id })
  await Promise.all([now(), now()])
  await church.staff.scheduledReplies.cancel({ id: second.id })
  clock.advance(hours(5))
  await runWaitingJobs()
  expect((await texts(church, id)).map(({ text }) => text)).toEqual(['See you on Sunday'])
})

test('a STOP in between is obeyed; a conversation that was closed sends nothing, and says so', async () => {
  const church = await aChurch()
  const { id } = await thread(church)
  await later(church, id)
  await church.inside(ctx =>
    receiveMessage(ctx, { channel: 'sms', from: NUMBER, to: 'x', text: 'STOP', provider: 'test', providerId: 'stop' }),
  )
  clock.advance(hours(3))
  await runWaitingJobs()
  expect(await texts(church, id)).toContainEqual(
    expect.objectContaining({ text: 'See you on Sunday', state: 'skipped', skipReason: 'stop' }),
  )
  await later(church, id, { text: 'Too late' })
  const { version } = await church.staff.conversations.get({ id })
  await church.staff.conversations.update({ id, version, status: 'closed' })
  clock.advance(hours(3))
  await runWaitingJobs()
  expect((await texts(church, id)).map(({ text }) => text)).not.toContain('Too late')
  expect(await waiting(church, id)).toMatchObject([{ state: 'stopped', problem: 'The conversation was closed first.' }])
})
