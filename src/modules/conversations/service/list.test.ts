import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import type { ConversationFilter } from '../contract.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
afterEach(() => clock.reset())

async function writes(church: Church, from: string, text: string, channel: 'sms' | 'email' = 'sms') {
  await church.inside(ctx =>
    receiveMessage(ctx, { channel, from, to: 'us', text, provider: 'test', providerId: randomUUID() }),
  )
  await runWaitingJobs()
}

test('each filter shows what it says, alone and together; those who wait longest come first', async () => {
  const church = await aChurch()
  const { id: tagId } = await church.staff.tags.create({ name: 'Visited' })
  const person = async (firstName: string, value: string) => {
    const kind = value.includes('@') ? ('email' as const) : ('phone' as const)
    return church.staff.people.create({ firstName, points: [{ kind, value }] })
  }
  const ann = await person('Ann', '+15125550101')
  await person('Ben', '+15125550102')
  await person('Cleo', 'cleo@example.org')
  await church.staff.people.tag({ selection: { ids: [ann.id] }, tagId })
  await writes(church, '+15125550101', 'First of all')
  clock.advance(hours(30))
  await writes(church, '+15125550102', 'STOP')
  await writes(church, 'cleo@example.org', 'By mail', 'email')
  const names = async (filter: Partial<ConversationFilter>) =>
    (await church.staff.conversations.list(filter)).items.map(({ name }) => name)
  expect(await names({})).toEqual(['Cleo', 'Ben', 'Ann'])
  expect(await names({ sort: 'waiting' })).toEqual(['Ann', 'Ben', 'Cleo'])
  expect(await names({ waiting: true })).toEqual(['Ann'])
  expect(await names({ channel: 'email' })).toEqual(['Cleo'])
  expect(await names({ optedOut: true })).toEqual(['Ben'])
  expect(await names({ tagId })).toEqual(['Ann'])
  expect(await names({ tagId, optedOut: true })).toEqual([])
  const { items } = await church.staff.conversations.list({ search: 'ann' })
  await church.staff.conversations.update({ ...items[0]!, assignedTo: church.people.pastor.id })
  expect(await names({ assignedTo: church.people.pastor.id })).toEqual(['Ann'])
  expect(await names({ assignedTo: 'nobody' })).toEqual(['Cleo', 'Ben'])
  const { items: thread } = await church.staff.conversations.items({ id: items[0]!.id })
  await church.staff.conversations.read({ id: items[0]!.id, itemId: thread[0]!.id })
  expect(await names({ unread: true })).toEqual(['Cleo', 'Ben'])
  expect(await church.staff.conversations.counts({})).toEqual({ open: 3, unread: 2, waiting: 3 })
  expect(await church.pastor.conversations.counts({})).toMatchObject({ open: 3, unread: 3 })
  const first = await church.staff.conversations.list({ sort: 'waiting', limit: 2 })
  const rest = await church.staff.conversations.list({ sort: 'waiting', limit: 2, cursor: first.nextCursor! })
  expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(['Ann', 'Ben', 'Cleo'])
})

test('a view is its maker’s alone, and takes the place of one of the same name', async () => {
  const church = await aChurch()
  const views = church.staff.conversationViews
  await views.create({ name: 'Late', filter: { waiting: '1' } })
  const { id } = await views.create({ name: 'Late', filter: { waiting: '1', sort: 'waiting' } })
  expect((await views.list({})).items).toEqual([{ id, name: 'Late', filter: { waiting: '1', sort: 'waiting' } }])
  expect((await church.pastor.conversationViews.list({})).items).toEqual([])
  await expect(church.pastor.conversationViews.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await views.remove({ id })
  expect((await views.list({})).items).toEqual([])
})

test('several at once are assigned, closed, snoozed and unread again; another church’s are left alone', async () => {
  const [church, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  for (const at of [church, hope]) for (const i of [1, 2]) await writes(at, `+1512555010${i}`, 'Hello')
  const all = async (at: Church) => (await at.staff.conversations.list({ status: 'all' })).items
  const [mine, theirs] = [await all(church), await all(hope)]
  const ids = [...mine, theirs[0]!].map(({ id }) => id)
  const bulk = (changes: object) => church.staff.conversations.bulk({ ids, ...changes })
  expect(await bulk({ assignedTo: church.people.pastor.id, status: 'closed' })).toEqual({ changed: 2 })
  expect((await all(church)).map(({ status, assignedTo }) => [status, assignedTo])).toEqual(
    mine.map(() => ['closed', church.people.pastor.id]),
  )
  expect(await all(hope)).toEqual(theirs)
  for (const wrong of [{ status: 'snoozed' }, { assignedTo: hope.people.staff.id }])
    await expect(bulk(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const { id } of mine) {
    const { items } = await church.staff.conversations.items({ id })
    await church.staff.conversations.read({ id, itemId: items[0]!.id })
  }
  await bulk({ unread: true })
  expect((await all(church)).map(({ unread }) => unread)).toEqual([1, 1])
})
