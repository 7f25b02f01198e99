import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'

afterEach(() => clock.reset())
const ANN = '+15125550143'

test('a text leaves from the number that they wrote to, or from one that someone chooses, now and later', async () => {
  const church = await aChurch()
  const { items } = await church.owner.phoneNumbers.offers({
    country: 'US',
    areaCode: '512',
    voice: true,
    sms: true,
    mms: true,
  })
  await church.owner.phoneNumbers.buy({ ...items[0]!, name: 'Office' })
  await church.owner.phoneNumbers.buy({ ...items[1]!, name: 'Youth' })
  const [office, youth] = [items[0]!.number, items[1]!.number]
  const person = await church.staff.people.create({ firstName: 'Ann', points: [{ kind: 'phone', value: ANN }] })
  const { id, senders } = await church.staff.conversations.start({ personId: person.id })
  expect(senders.map(one => one.name)).toEqual(['Office', 'Youth'])
  const inbound = { channel: 'sms' as const, from: ANN, to: youth, text: 'Hi', provider: 'test', providerId: 'one' }
  await church.inside(ctx => receiveMessage(ctx, inbound))
  await runWaitingJobs()
  const thread = await church.staff.conversations.get({ id })
  expect(thread.senders.map(one => one.name)).toEqual(['Youth', 'Office'])

  const answer = (more: object) => ({ channel: 'sms' as const, text: 'See you', key: randomUUID(), ...more })
  const ours = async () => (await church.staff.conversations.items({ id })).items.map(item => item.ours)
  await church.staff.conversations.send({ id, ...answer({}) })
  await church.staff.conversations.send({ id, ...answer({ from: office }) })
  await runWaitingJobs()
  expect(await ours()).toEqual([office, youth, youth])
  for (const from of ['+15125559999', 'nobody'])
    await expect(church.staff.conversations.send({ id, ...answer({ from }) })).rejects.toMatchObject({
      data: { issues: [{ path: ['from'], message: 'Please choose one of your active numbers' }] },
    })
  const sendAt = new Date(clock.ms() + hours(1))
  await church.staff.scheduledReplies.create({ conversationId: id, sendAt, ...answer({ from: office }) })
  clock.advance(hours(1.1))
  await runWaitingJobs()
  expect((await ours())[0]).toBe(office)
})

test('what is known of someone can be put into the words', async () => {
  const church = await aChurch()
  const person = await church.staff.people.create({ firstName: 'Ann', points: [{ kind: 'phone', value: ANN }] })
  const { id: conversationId } = await church.staff.conversations.start({ personId: person.id })
  const known = async (tag: 'firstName' | 'email' | 'businessName') =>
    (await church.staff.snippets.known({ tag, conversationId })).text
  expect([await known('firstName'), await known('email'), await known('businessName')]).toEqual([
    'Ann',
    '',
    'Grace Community Church',
  ])
})
