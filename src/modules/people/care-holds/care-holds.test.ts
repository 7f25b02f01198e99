import { expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { type NewMessage, send } from '#messaging/service.ts'
import { aChurch } from '#testing/church.ts'
import { newEmail } from '#testing/sign-in.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const topic = 'newsletter'

async function aFamily(church: Church) {
  const add = async (firstName: string) => {
    const email = newEmail()
    const person = await church.staff.people.create({
      firstName,
      lastName: 'Hill',
      points: [{ kind: 'email', value: email }],
    })
    await church.inside(ctx => subscribe(ctx, email, { topic, source: 'form', wording: 'Yes', reference: 'test' }))
    return { id: person.id, email }
  }
  const [maria, sam, neighbor] = [await add('Maria'), await add('Sam'), await add('Nell')]
  await church.staff.households.create({
    name: 'Hill family',
    members: [{ personId: maria.id, isPrimary: true }, { personId: sam.id }],
  })
  return { maria, sam, neighbor }
}
const message = (to: string, extra: Partial<NewMessage> = {}): NewMessage => ({
  channel: 'email',
  to,
  subject: 'Picnic',
  text: 'Come!',
  html: '<p>Come!</p>',
  kind: 'newsletter',
  topic,
  purpose: 'marketing',
  unsubscribeUrl: 'https://example.org/u',
  dedupeKey: crypto.randomUUID(),
  ...extra,
})
const outcome = async (church: Church, one: NewMessage) => (await church.inside(ctx => send(ctx, [one])))[0]!
const day = (ahead: number) => new Date(clock.ms() + days(ahead)).toISOString().slice(0, 10)

test('a care hold stops what nobody waits for, for the household, until it is lifted, and lists it', async () => {
  const church = await aChurch()
  const { maria, sam, neighbor } = await aFamily(church)
  const started = await church.staff.careHolds.start({ personId: maria.id, until: null })
  expect(started.holds).toMatchObject([
    { personId: maria.id, until: null, isHousehold: true, startedByName: expect.stringContaining('staff') },
  ])
  for (const { email } of [maria, sam]) expect(await outcome(church, message(email))).toMatchObject({ reason: 'grief' })
  expect(await outcome(church, message(neighbor.email))).toMatchObject({ state: 'queued' })
  const step = { purpose: 'conversational', topic: '', kind: 'workflow-email', subject: 'Welcome' } as const
  expect(
    await outcome(church, message(maria.email, { ...step, dedupeKey: `run:${crypto.randomUUID()}:a` })),
  ).toMatchObject({ reason: 'grief' })
  const reminder = { purpose: 'transactional', topic: '', kind: 'appointment-reminder', subject: 'Tomorrow' } as const
  expect(await outcome(church, message(maria.email, reminder))).toMatchObject({ reason: 'grief' })
  const receipt = { purpose: 'transactional', topic: '', kind: 'receipt' } as const
  expect(await outcome(church, message(maria.email, receipt))).toMatchObject({ state: 'queued' })
  const { held } = await church.staff.careHolds.of({ personId: maria.id })
  expect(held.map(one => [one.source, one.what])).toEqual([
    ['reminder', 'Tomorrow'],
    ['workflow', 'Welcome'],
    ['campaign', 'Picnic'],
  ])
  // Sam's page says whose hold it is, and what it held from him.
  const sams = await church.staff.careHolds.of({ personId: sam.id })
  expect([sams.holds[0]!.personName, sams.held.map(one => one.what)]).toEqual(['Maria Hill', ['Picnic']])

  expect((await church.staff.careHolds.lift({ personId: maria.id })).holds).toEqual([])
  expect(await outcome(church, message(maria.email))).toMatchObject({ state: 'queued' })
  const timeline = await church.staff.timeline.list({ personId: maria.id })
  expect(timeline.items.map(item => item.type)).toEqual(
    expect.arrayContaining(['care_hold.started', 'care_hold.lifted']),
  )
})

test('a message that was in the outbox already is stopped too, and isn’t sent when the hold is lifted', async () => {
  const church = await aChurch()
  const { maria } = await aFamily(church)
  const written = await outcome(church, message(maria.email))
  expect(written.state).toBe('queued')
  await church.staff.careHolds.start({ personId: maria.id, until: day(5) })
  await church.settle()
  await church.staff.careHolds.lift({ personId: maria.id })
  await church.settle()
  const { items } = await church.owner.outbox.list({ recipient: maria.email })
  expect(items).toMatchObject([{ state: 'skipped', skipReason: 'grief' }])
})

test('a hold can be for one person, ends after its last day, and keeps its reason for pastors', async () => {
  const church = await aChurch()
  const { maria, sam } = await aFamily(church)
  const asked = { personId: maria.id, until: day(3), isHousehold: false }
  await expect(church.staff.careHolds.start({ ...asked, reason: 'Her father died' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await church.pastor.careHolds.start({ ...asked, reason: 'Her father died' })
  expect(await outcome(church, message(sam.email))).toMatchObject({ state: 'queued' })
  const reason = async (role: 'pastor' | 'staff') =>
    (await church[role].careHolds.of({ personId: maria.id })).holds.map(hold => hold.reason)
  expect([await reason('pastor'), await reason('staff')]).toEqual([['Her father died'], [null]])
  await church.staff.careHolds.start({ ...asked, until: day(1) })
  expect(await reason('pastor')).toEqual(['Her father died'])
  clock.advance(days(3))
  expect(await outcome(church, message(maria.email))).toMatchObject({ state: 'queued' })
  expect((await church.staff.careHolds.of({ personId: maria.id })).holds).toEqual([])
  clock.reset()
  await expect(church.staff.careHolds.start({ ...asked, until: day(-2) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(church.viewer.careHolds.lift({ personId: maria.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a merge keeps the longer hold, and the household’s before one person’s', async () => {
  const church = await aChurch()
  const { maria, neighbor } = await aFamily(church)
  await church.staff.careHolds.start({ personId: maria.id, until: day(3), isHousehold: false })
  await church.staff.careHolds.start({ personId: neighbor.id, until: null })
  const [keep, gone] = [
    await church.staff.people.get({ id: maria.id }),
    await church.staff.people.get({ id: neighbor.id }),
  ]
  await church.staff.merges.create({
    keepId: keep.id,
    goneId: gone.id,
    keepVersion: keep.version,
    goneVersion: gone.version,
    picks: {},
  })
  const { holds } = await church.staff.careHolds.of({ personId: maria.id })
  expect(holds).toMatchObject([{ until: null, isHousehold: true }])
})

test('a campaign that leaves someone out for a care hold is on their list', async () => {
  const church = await aChurch()
  const { maria } = await aFamily(church)
  await church.staff.careHolds.start({ personId: maria.id, until: null })
  const { freezeAudience: freeze } = await import('../audience/service.ts')
  const { sql } = await import('drizzle-orm')
  const audience = {
    everybody: false,
    guardians: false,
    perHousehold: false,
    segments: [],
    tags: [],
    groups: [],
    people: [maria.id],
    exclude: { segments: [], tags: [], groups: [], people: [] },
  }
  const campaign = { id: crypto.randomUUID(), name: 'Easter invitation' }
  const ask = () =>
    church.inside(ctx =>
      freeze(ctx, { audience, channel: 'email', topic, campaign }, rows => sql`select * from ${rows}`),
    )
  expect(await ask()).toEqual([])
  await ask()
  const { held } = await church.staff.careHolds.of({ personId: maria.id })
  expect(held).toMatchObject([{ source: 'campaign', what: 'Easter invitation', channel: 'email' }])
})
