import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { watchForCrisis } from './service.ts'

afterEach(() => clock.reset())
const everyDay = [0, 1, 2, 3, 4, 5, 6]
type Church = Awaited<ReturnType<typeof aChurch>>

const writes = (church: Church, text: string, sourceId = randomUUID()) =>
  church.inside(ctx => watchForCrisis(ctx, { text, source: 'prayer', sourceId }))
const texts = (church: Church) =>
  query(`select recipient, body_text as text, state from messages where client_id = $1 and kind = 'crisis-page'`, [
    church.id,
  ])
const shift = (church: Church, role: 'pastor' | 'volunteer' | 'staff', phone = '+12125550181') =>
  church.owner.crisis.addShift({ id: randomUUID(), userId: church.people[role].id, weekdays: everyDay, phone })

test('a sign of danger pages who is on call by text, bell and email within its transaction, once for the same words', async () => {
  const church = await aChurch()
  await shift(church, 'pastor')
  const sourceId = randomUUID()
  const found = await writes(church, 'I can’t go on. I want to kill myself tonight', sourceId)
  expect(found).toMatchObject({ kind: 'self_harm', language: 'en' })
  expect(found!.answer).toContain('988')
  expect(found!.answer).toContain('Grace Community Church')
  await writes(church, 'I can’t go on. I want to kill myself tonight', sourceId)
  const [alert, ...more] = (await church.pastor.crisis.list({})).items
  expect([alert, more.length]).toEqual([expect.objectContaining({ state: 'open', rounds: 1, source: 'prayer' }), 0])
  expect(await texts(church)).toMatchObject([{ recipient: '+12125550181', text: expect.stringContaining(alert!.id) }])
  const bell = await church.pastor.notifications.list({})
  expect(bell.items).toMatchObject([{ type: 'crisis', href: `/crisis/${alert!.id}` }])
  expect((await church.owner.outbox.list({ recipient: church.people.pastor.email })).items).toHaveLength(1)
  // No word of what was written leaves with the page.
  expect(JSON.stringify([await texts(church), bell])).not.toContain('tonight')
})

test('until someone takes it, the next ones are paged: the rota, then pastors and owners', async () => {
  const church = await aChurch()
  await shift(church, 'staff')
  await church.owner.crisis.saveSettings({ escalateMinutes: 5 })
  await writes(church, 'he said he will shoot us if I leave')
  const id = (await church.staff.crisis.list({})).items[0]!.id
  const told = async (role: 'owner' | 'pastor' | 'staff') =>
    (await church[role].notifications.list({})).items.filter(({ type }) => type === 'crisis').length
  await church.settle()
  expect([await told('staff'), await told('pastor'), await told('owner')]).toEqual([1, 0, 0])
  clock.advance(minutes(5))
  await church.settle()
  expect([await told('staff'), await told('pastor'), await told('owner')]).toEqual([2, 0, 0])
  clock.advance(minutes(5))
  await church.settle()
  expect([await told('staff'), await told('pastor'), await told('owner')]).toEqual([3, 1, 1])
  await church.pastor.crisis.take({ id })
  clock.advance(minutes(30))
  await church.settle()
  expect(await told('staff')).toBe(3)
})

test('of two who take it at once one has it; a church without anyone on call pages its owner', async () => {
  const church = await aChurch()
  expect(await church.staff.crisis.rota({})).toMatchObject({ isEmpty: true, now: ['Olive Owner'] })
  await writes(church, 'my uncle touches me at night and I am scared')
  const id = (await church.owner.crisis.list({ state: 'open' })).items[0]!.id
  const [one, two] = await Promise.all([church.owner.crisis.take({ id }), church.volunteer.crisis.take({ id })])
  expect(one.takenBy).toBe(two.takenBy)
  const other = one.takenBy === church.people.owner.id ? church.volunteer : church.owner
  await expect(other.crisis.words({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(church.staff.crisis.close({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await church.pastor.crisis.close({ id, falseAlarm: true })
  expect(await church.owner.crisis.get({ id })).toMatchObject({ state: 'closed', falseAlarm: true })
  await expect(church.viewer.crisis.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the test button pages like an alert, and says that it is one', async () => {
  const church = await aChurch()
  await shift(church, 'volunteer')
  const { id } = await church.staff.crisis.test({})
  expect((await texts(church))[0].text).toMatch(/^Test of the on-call page/)
  await church.volunteer.crisis.take({ id })
  expect(await church.volunteer.crisis.words({ id })).toMatchObject({ text: 'This was a test. Nobody is in danger.' })
})

test('a shift needs a member, a day and a number that exists', async () => {
  const church = await aChurch()
  const id = randomUUID()
  const one = { id, userId: church.people.pastor.id, weekdays: everyDay }
  const issue = (path: string) => ({ data: { issues: [expect.objectContaining({ path: [path] })] } })
  await expect(church.owner.crisis.addShift({ ...one, userId: randomUUID() })).rejects.toMatchObject(issue('userId'))
  await expect(church.owner.crisis.addShift({ ...one, phone: '12' })).rejects.toMatchObject(issue('phone'))
  await expect(church.pastor.crisis.addShift(one)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await church.owner.crisis.addShift(one)
  await church.owner.crisis.addShift(one)
  expect((await church.owner.crisis.rota({})).shifts).toHaveLength(1)
  await church.owner.crisis.removeShift({ id })
  expect((await church.owner.crisis.rota({})).isEmpty).toBe(true)
})
