import { expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { aChurch } from '#testing/church.ts'
import { agrees, atNoon, newPhone } from '#testing/flock.ts'
import { UNDO_MS } from '../../rules/states.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const id = () => crypto.randomUUID()
const audience = { ...emptyAudience, everybody: true }
const words = { topic: 'newsletter', audience, body: 'Hi {firstName|friend}, picnic on Sunday!' }

async function aPerson(church: Church, name: { firstName?: string; lastName: string }, yes = true) {
  const value = newPhone()
  await church.owner.people.create({ ...name, points: [{ kind: 'phone', value }] })
  if (yes) await agrees(church, value)
}
async function pass(church: Church, ms: number) {
  clock.advance(ms)
  await church.settle()
}

test('the dialog, the report, the list and the rows count the same recipients, while it waits and once it is sent', async () => {
  const church = await aChurch('Grace')
  await atNoon(church)
  for (const firstName of ['Ann', 'Bob']) await aPerson(church, { firstName, lastName: 'Miller' })
  await aPerson(church, { firstName: 'Cat', lastName: 'Miller' }, false)
  await aPerson(church, { lastName: 'Hill' })
  const [key, named] = [id(), { ...words, body: 'Hi {firstName}, picnic on Sunday!' }]
  const { reached } = await church.staff.smsCampaigns.estimate(named)
  expect(reached).toBe(2)
  const counted = async () => {
    const { staff } = church
    const { progress } = await staff.smsCampaigns.get({ id: key })
    const listed = (await staff.smsCampaigns.list({})).items[0]!.progress!.recipients
    const rows = await staff.smsCampaigns.recipients({ id: key, outcome: 'reached' })
    return [progress!.recipients, listed, rows.total, rows.items.length]
  }
  await church.staff.smsCampaigns.send({ id: key, ...named })
  await pass(church, UNDO_MS + 1)
  expect(await counted()).toEqual([reached, reached, reached, reached])
  expect((await church.staff.smsCampaigns.get({ id: key })).progress).toMatchObject({
    total: 4,
    sent: 2,
    waiting: 0,
    skipped: 2,
    skippedBy: { no_consent: 1, merge_tags: 1 },
  })
  const waiting = id()
  await church.staff.smsCampaigns.send({ id: waiting, ...words })
  expect((await church.staff.smsCampaigns.get({ id: waiting })).progress).toMatchObject({
    total: 4,
    recipients: 3,
    waiting: 3,
    skipped: 1,
    skippedBy: { no_consent: 1 },
  })
  await church.staff.smsCampaigns.cancel({ id: waiting })
  expect((await church.staff.smsCampaigns.get({ id: waiting })).progress).toMatchObject({
    recipients: 3,
    waiting: 0,
    skipped: 4,
    skippedBy: { no_consent: 1, cancelled: 3 },
  })
  clock.reset()
})
