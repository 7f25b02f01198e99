import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const NUMBER = '+15125550143'
afterEach(() => clock.reset())

async function thread(church: Church, firstName = 'Ann') {
  const points = [{ kind: 'phone' as const, value: NUMBER }]
  const { id } = await church.staff.people.create({ firstName, lastName: 'Miller', points })
  return church.staff.conversations.start({ personId: id })
}
const fieldOf = async (work: Promise<unknown>) =>
  (
    await work.then(
      () => null,
      error => error,
    )
  )?.data?.issues?.[0]?.path?.[0]

test('saved answers: tags of ours alone, names and shortcuts once, filled in for the person of the conversation', async () => {
  const [church, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { id: conversationId } = await thread(church)
  const { snippets } = church.staff
  const saved = await snippets.create({
    name: 'Welcome',
    shortcut: 'HI',
    text: 'Hi {firstName}, {businessName} here. {email|No mail?}',
  })
  expect(saved.shortcut).toBe('hi')
  expect(await fieldOf(snippets.create({ name: 'welcome', text: 'x' }))).toBe('name')
  expect(await fieldOf(snippets.create({ name: 'Other', shortcut: 'hi', text: 'x' }))).toBe('shortcut')
  for (const text of ['Hi {firstname}', 'At {time}', ''])
    expect(await fieldOf(snippets.create({ name: 'Wrong', text }))).toBe('text')
  expect(await snippets.filled({ id: saved.id, conversationId })).toEqual({
    text: 'Hi Ann, Grace Community Church here. No mail?',
    missing: [],
  })
  const bare = await snippets.update({ ...saved, text: 'To {email}' })
  expect(await snippets.filled({ id: bare.id, conversationId })).toEqual({ text: 'To {email}', missing: ['email'] })
  await expect(snippets.update(saved)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await hope.staff.snippets.list({})).items).toEqual([])
  await expect(hope.staff.snippets.remove({ id: saved.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

async function aMacro(church: Church, text = 'Hi {firstName}') {
  const { id: snippetId } = await church.staff.snippets.create({ name: text, text })
  const { id: tagId } = await church.staff.tags.create({ name: 'Visited' })
  return church.staff.macros.create({
    name: 'Welcome and close',
    acts: [{ act: 'send', snippetId }, { act: 'assign', userId: null }, { act: 'tag', tagId }, { act: 'close' }],
  })
}
const tagsOf = async (church: Church, id: string) =>
  (await church.staff.people.get({ id })).tags.map(({ name }) => name)

test('a macro does all of it once, and undoes it while its message has not left', async () => {
  const church = await aChurch()
  const { id: conversationId, personId } = await thread(church)
  const macro = await aMacro(church)
  const key = randomUUID()
  const press = () => church.staff.macros.run({ id: macro.id, conversationId, key })
  await Promise.all([press(), press()])
  const shown = () => church.staff.conversations.get({ id: conversationId })
  expect(await shown()).toMatchObject({ status: 'closed', assignedTo: church.people.staff.id })
  expect(await tagsOf(church, personId!)).toEqual(['Visited'])
  expect(await church.staff.macros.undo({ runId: key })).toEqual({ recalled: true })
  expect(await shown()).toMatchObject({ status: 'open', assignedTo: null })
  expect(await tagsOf(church, personId!)).toEqual([])
  clock.advance(seconds(30))
  await runWaitingJobs()
  const { items } = await church.staff.conversations.items({ id: conversationId })
  expect(items).toMatchObject([{ text: 'Hi Ann', state: 'skipped', skipReason: 'cancelled' }])
  await expect(church.staff.macros.undo({ runId: key })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const again = randomUUID()
  await church.staff.macros.run({ id: macro.id, conversationId, key: again })
  clock.advance(seconds(30))
  await runWaitingJobs()
  expect(await church.staff.macros.undo({ runId: again })).toEqual({ recalled: false })
})

test('a macro of which one act can’t be done does nothing at all', async () => {
  const church = await aChurch()
  const { id: conversationId, personId } = await thread(church)
  const macro = await aMacro(church, 'Mail to {email}')
  const press = () => church.staff.macros.run({ id: macro.id, conversationId, key: randomUUID() })
  await expect(press()).rejects.toMatchObject({ message: expect.stringContaining('{email}') })
  await church.inside(ctx =>
    receiveMessage(ctx, { channel: 'sms', from: NUMBER, to: 'x', text: 'STOP', provider: 'test', providerId: 'stop' }),
  )
  await church.staff.macros.update({ ...macro, acts: [...macro.acts.slice(2), ...macro.acts.slice(0, 1)] })
  await expect(press()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await church.staff.conversations.get({ id: conversationId })).toMatchObject({
    status: 'open',
    assignedTo: null,
  })
  expect(await tagsOf(church, personId!)).toEqual([])
  expect(await fieldOf(church.staff.macros.create({ name: 'x', acts: [{ act: 'close' }, { act: 'close' }] }))).toBe(
    'acts',
  )
  expect(await fieldOf(church.staff.macros.create({ name: 'x', acts: [{ act: 'tag', tagId: randomUUID() }] }))).toBe(
    'acts',
  )
})
