import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { atNoon } from '#testing/flock.ts'
import { bring } from '#testing/imports.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const done = async (church: Church) =>
  (await church.staff.gettingStarted.read({})).steps.filter(step => step.done).map(step => step.key)

test('people, connect card and colleague are done by what happened, and by nothing else', async () => {
  const church = await aChurch()
  // A test church has a member in each role.
  expect(await done(church)).toEqual(['colleague'])
  for (let i = 0; i < 9; i++) await church.staff.people.create({ firstName: `Guest ${i}` })
  expect(await done(church)).toEqual(['colleague'])
  await church.staff.people.create({ firstName: 'Guest 10' })
  expect(await done(church)).toEqual(['people', 'colleague'])
  const { id, version } = await church.staff.forms.create({ template: 'connect' })
  expect(await done(church)).toEqual(['people', 'colleague'])
  await church.staff.forms.publish({ id, version })
  expect(await done(church)).toEqual(['people', 'connectCard', 'colleague'])
})

test('the checklist is put away for everyone by those who change settings, twice without harm', async () => {
  const church = await aChurch()
  const other = await aChurch('Hope Chapel')
  await expect(church.staff.gettingStarted.dismiss({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await Promise.all([church.owner.gettingStarted.dismiss({}), church.admin.gettingStarted.dismiss({})])
  expect((await church.staff.gettingStarted.read({})).dismissed).toBe(true)
  expect((await other.staff.gettingStarted.read({})).dismissed).toBe(false)
})

test('consent, a number and a first message are done once they are recorded, bought and delivered', async () => {
  const church = await aChurch()
  await atNoon(church)
  const phone = '+15125550148'
  const { id: personId } = await church.staff.people.create({
    firstName: 'Ann',
    points: [{ kind: 'phone', value: phone }],
  })
  expect(await done(church)).toEqual(['colleague'])
  await church.staff.consents.add({
    personId,
    value: phone,
    channel: 'sms',
    topic: 'newsletter',
    how: 'Said so on Sunday',
  })
  expect(await done(church)).toEqual(['consent', 'colleague'])
  const { items } = await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '512', voice: true, sms: true })
  await church.owner.phoneNumbers.buy({ ...items[0]!, name: 'Office' })
  expect(await done(church)).toEqual(['consent', 'number', 'colleague'])
  const { id } = await church.staff.conversations.start({ personId })
  await church.staff.conversations.send({ id, channel: 'sms', text: 'Welcome', key: randomUUID() })
  expect(await done(church)).toEqual(['consent', 'number', 'colleague'])
  await runWaitingJobs()
  expect(await done(church)).toEqual(['consent', 'number', 'colleague', 'message'])
})

test('an import counts once it is completed, however few people it brings, and no longer when it is undone', async () => {
  const church = await aChurch()
  const { id, state } = await bring(church, 'First name,Email\nAnn,ann@example.org\n')
  expect(state).toBe('completed')
  expect(await done(church)).toEqual(['people', 'colleague'])
  await church.staff.imports.undo({ id })
  await church.settle()
  expect(await done(church)).toEqual(['colleague'])
})
