import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob } from '#kernel/run.ts'
import { aChurch } from '#testing/church.ts'
import { merge, rowsOf } from '#testing/merging.ts'
import { announceMissed } from './service/missed.ts'
import { attendedBetween } from './service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

afterEach(() => clock.reset())

/** A service that begins now. */
const aService = (church: Church, more: object = {}) =>
  church.staff.appointments.create({
    title: 'Sunday service',
    type: 'event',
    startsAt: new Date(clock.ms() + minutes(5)),
    minutes: 75,
    ...more,
  })
const aPerson = (church: Church, firstName: string, lastName = 'Baker') =>
  church.staff.people.create({ firstName, lastName })
/** Noon of a Sunday in Chicago and everywhere near it. */
function onSunday() {
  const at = new Date(clock.ms())
  const ahead = (7 - at.getUTCDay()) % 7 || 7
  clock.advance(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + ahead, 18) - clock.ms())
}

test('someone is checked in once however often they are tapped, and the check-in is undone with its timeline entry', async () => {
  const church = await aChurch()
  const [service, ann] = [await aService(church), await aPerson(church, 'Ann')]
  const tap = () => church.staff.attendance.checkIn({ id: service.id, personIds: [ann.id] })
  await Promise.all([tap(), tap(), tap()])
  expect(await tap()).toMatchObject({ checkedIn: 1, firstVisits: 1, title: 'Sunday service' })
  await runWaitingJobs()
  const kinds = async () =>
    (await church.staff.timeline.list({ personId: ann.id })).items
      .map(one => one.type)
      .filter(type => /^att/.test(type))
  expect(await kinds()).toEqual(['attendance.first_visit'])
  expect(await church.staff.attendance.undo({ id: service.id, personIds: [ann.id] })).toMatchObject({ checkedIn: 0 })
  expect(await kinds()).toEqual([])
})

test('a whole household is checked in at once; the list finds people by name and says who is here', async () => {
  const church = await aChurch()
  const service = await aService(church)
  const [ann, ben, cleo] = await Promise.all(['Ann', 'Ben', 'Cleo'].map(name => aPerson(church, name)))
  await aPerson(church, 'Zed', 'Young')
  const home = await church.staff.households.create({
    name: 'Baker family',
    members: [ann!, ben!, cleo!].map(({ id }) => ({ personId: id })),
  })
  await church.staff.attendance.checkIn({ id: service.id, personIds: [ann!.id] })
  expect(await church.staff.attendance.checkIn({ id: service.id, householdId: home.id })).toMatchObject({
    checkedIn: 3,
  })
  const { items } = await church.staff.attendance.people({ id: service.id, search: 'bak an' })
  expect(items).toMatchObject([
    { id: ann!.id, household: { id: home.id, name: 'Baker family', size: 3 }, source: 'staff' },
  ])
  const here = await church.staff.attendance.people({ id: service.id, present: true })
  expect(here.items.map(one => one.name)).toEqual(['Ann Baker', 'Ben Baker', 'Cleo Baker'])
  expect((await church.admin.attendance.export({ eventId: service.id })).csv.split('\n').filter(Boolean)).toHaveLength(
    4,
  )
})

test('a headcount keeps the groups that another one counted meanwhile, and 0 removes a group', async () => {
  const church = await aChurch()
  const { id } = await aService(church)
  await Promise.all([
    church.staff.attendance.setHeadcount({ id, groups: [{ group: 'Adults', count: 112 }] }),
    church.pastor.attendance.setHeadcount({ id, groups: [{ group: 'Children', count: 31 }] }),
  ])
  expect(await church.viewer.attendance.get({ id })).toMatchObject({ headcount: 143 })
  expect(await church.staff.attendance.setHeadcount({ id, groups: [{ group: 'Children', count: 0 }] })).toMatchObject({
    headcount: 112,
    groups: [{ group: 'Adults', count: 112 }],
  })
  const { csv } = await church.admin.attendance.exportCounts({})
  expect(csv).toContain('Event,Starts,Place,Checked in,First visits,Headcount,Adults')
  expect(csv).toMatch(/Sunday service,\S+ \S+,,0,0,112,112/)
  await expect(
    church.viewer.attendance.setHeadcount({ id, groups: [{ group: 'Adults', count: 1 }] }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('what is confidential, canceled, a meeting or of another church is no event of attendance', async () => {
  const [church, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const service = await aService(church)
  const secret = await church.pastor.appointments.create({
    title: 'Grief group',
    type: 'event',
    startsAt: new Date(clock.ms() + hours(1)),
    minutes: 60,
    isConfidential: true,
  })
  const meeting = await aService(church, { type: 'meeting', title: 'Coffee' })
  const gone = await aService(church, { title: 'Picnic' })
  await church.staff.appointments.cancel({ id: gone.id })
  for (const reader of [church.owner, church.pastor, church.admin]) {
    expect((await reader.attendance.list({})).items.map(one => one.id)).toEqual([service.id])
    for (const { id } of [secret, meeting, gone])
      await expect(reader.attendance.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const ann = await aPerson(church, 'Ann')
  for (const { id } of [secret, meeting, gone])
    await expect(church.pastor.attendance.checkIn({ id, personIds: [ann.id] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  await expect(hope.staff.attendance.get({ id: service.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const stranger = await aPerson(hope, 'Sam')
  await expect(church.staff.attendance.checkIn({ id: service.id, personIds: [stranger.id] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('check-in opens the day before, and people who died are left out of their household', async () => {
  const church = await aChurch()
  const [ann, ben] = [await aPerson(church, 'Ann'), await aPerson(church, 'Ben')]
  const home = await church.staff.households.create({
    name: 'Baker family',
    members: [ann, ben].map(({ id }) => ({ personId: id })),
  })
  await church.staff.people.update({ id: ben.id, version: ben.version, deceased: true })
  const later = await aService(church, { startsAt: new Date(clock.ms() + days(3)) })
  await expect(church.staff.attendance.checkIn({ id: later.id, personIds: [ann.id] })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const today = await aService(church)
  expect(await church.staff.attendance.checkIn({ id: today.id, householdId: home.id })).toMatchObject({ checkedIn: 1 })
})

/** Each list of names is a Sunday; who came is checked in. */
async function sundays(church: Church, people: Record<string, { id: string }>, came: string[][]) {
  for (const names of came) {
    onSunday()
    const { id } = await aService(church)
    const personIds = names.map(name => people[name]!.id)
    if (personIds.length > 0) await church.staff.attendance.checkIn({ id, personIds })
  }
  clock.advance(hours(2))
}

test('regulars who missed three Sundays are listed, announced once, and off the list after a follow-up', async () => {
  const church = await aChurch()
  const people = {
    ann: await aPerson(church, 'Ann'),
    ben: await aPerson(church, 'Ben'),
    cleo: await aPerson(church, 'Cleo'),
    dan: await aPerson(church, 'Dan'),
  }
  await sundays(church, people, [
    ...Array.from({ length: 5 }, (_, i) => (i < 2 ? ['ann', 'ben', 'cleo', 'dan'] : ['ann', 'ben', 'cleo'])),
    ['ann', 'cleo'],
    // Nobody took attendance: this Sunday was missed by nobody.
    [],
    ['ann', 'cleo'],
  ])
  const missed = async (missed = 3) => (await church.staff.attendance.missed({ missed })).items
  expect(await missed()).toEqual([])
  expect((await missed(2)).map(one => one.name)).toEqual(['Ben Baker'])
  await sundays(church, people, [['ann']])
  // Dan came twice: he was no regular.
  expect(await missed()).toMatchObject([{ id: people.ben.id, missed: 3, attended: 5, handledAt: null }])
  expect(await church.staff.attendance.stats({})).toEqual({ missed: 1 })
  const announce = () => asJob(church.id, 'test', 'test', announceMissed)
  const announced = () => rowsOf(church, 'select person_id, announced_at from attendance_absences')
  await announce()
  const once = await announced()
  expect(once).toMatchObject([{ person_id: people.ben.id }])
  clock.advance(hours(24))
  await announce()
  expect(await announced()).toEqual(once)
  await church.staff.attendance.followUp({ personId: people.ben.id })
  expect(await missed()).toEqual([])
  expect((await church.staff.attendance.missed({ handled: true })).items).toMatchObject([{ id: people.ben.id }])
  await church.staff.attendance.followUp({ personId: people.ben.id, done: false })
  expect(await missed()).toHaveLength(1)
  await expect(church.volunteer.attendance.missed({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await church.staff.attendance.ofPerson({ personId: people.ann.id })).toMatchObject({
    weeks: 8,
    attended: 8,
    recent: expect.arrayContaining([expect.objectContaining({ title: 'Sunday service', isFirst: false })]),
  })
})

test('a first visit is the first check-in of someone new; a member of some months is none', async () => {
  const church = await aChurch()
  const [member, guest] = [await aPerson(church, 'Ann'), await aPerson(church, 'Sam', 'New')]
  const check = async (personId: string) =>
    church.staff.attendance.checkIn({ id: (await aService(church)).id, personIds: [personId] })
  expect(await check(guest.id)).toMatchObject({ checkedIn: 1, firstVisits: 1 })
  expect(await check(guest.id)).toMatchObject({ checkedIn: 1, firstVisits: 0 })
  clock.advance(days(90))
  expect(await check(member.id)).toMatchObject({ checkedIn: 1, firstVisits: 0 })
})

test('who attended between two days, and how often', async () => {
  const church = await aChurch()
  const ann = await aPerson(church, 'Ann')
  const [one, two] = [await aService(church), await aService(church)]
  for (const { id } of [one, two]) await church.staff.attendance.checkIn({ id, personIds: [ann.id] })
  const between = (from: number, to: number) =>
    asJob(church.id, 'test', 'test', ctx =>
      attendedBetween(ctx, { from: new Date(clock.ms() + from), to: new Date(clock.ms() + to) }),
    )
  expect(await between(-hours(1), hours(1))).toMatchObject([{ personId: ann.id, times: 2 }])
  expect(await between(-hours(5), -hours(1))).toEqual([])
})

test('two people who are merged were at each service once', async () => {
  const church = await aChurch()
  const [ann, anne] = [await aPerson(church, 'Ann'), await aPerson(church, 'Anne')]
  const [one, two] = [await aService(church), await aService(church)]
  await church.staff.attendance.checkIn({ id: one.id, personIds: [ann.id, anne.id] })
  await church.staff.attendance.checkIn({ id: two.id, personIds: [anne.id] })
  await merge(church, ann.id, anne.id)
  expect(await church.staff.attendance.get({ id: one.id })).toMatchObject({ checkedIn: 1 })
  expect((await church.staff.attendance.people({ id: two.id, present: true })).items.map(({ id }) => id)).toEqual([
    ann.id,
  ])
})
