import { afterEach, expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aCalendar, aType, at, bookOnline } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'

afterEach(() => clock.reset())

const sundays = { title: 'Sunday service', rule: 'FREQ=WEEKLY;BYDAY=SU', startLocal: '2026-01-04T09:00', minutes: 75 }
const local = (date: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Chicago',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(date)

test('a service every Sunday stays at nine over a year, keeps its hall and blocks every host', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const hall = await church.staff.calendarResources.create({ kind: 'room', name: 'Hall' })
  const made = await church.staff.appointmentSeries.create({ ...sundays, resourceIds: [hall.id], blocksAll: true })
  expect(made.conflicts).toEqual([])
  const { items } = await church.staff.appointments.list({ seriesId: made.id, upcoming: true, limit: 200 })
  expect(items.length).toBeGreaterThan(55)
  expect(new Set(items.map(one => local(one.startsAt)))).toEqual(new Set(['Sun 09:00']))
  const next = items[0]!
  for (const resourceIds of [[hall.id], [hostOf('pastor').id]])
    await expect(
      church.staff.appointments.create({
        title: 'Coffee',
        startsAt: new Date(next.startsAt.getTime() + hours(1)),
        minutes: 30,
        resourceIds,
      }),
    ).rejects.toMatchObject({ code: 'TIME_TAKEN' })
})

test('one that is left out or moved by hand stays so when the series changes; one whose room is taken is flagged', async () => {
  const church = await aChurch()
  await aCalendar(church)
  const hall = await church.staff.calendarResources.create({ kind: 'room', name: 'Hall' })
  const series = await church.staff.appointmentSeries.create({ ...sundays, resourceIds: [hall.id] })
  const list = async () => (await church.staff.appointments.list({ seriesId: series.id, upcoming: true })).items
  const [first, second, third] = await list()
  const date = new Date(first!.startsAt.getTime() - 6 * 3_600_000).toISOString().slice(0, 10)
  await church.staff.appointmentSeries.skip({ id: series.id, date })
  await church.staff.appointments.move({
    id: second!.id,
    version: second!.version,
    startsAt: new Date(second!.startsAt.getTime() + hours(9)),
  })
  const now = await church.staff.appointmentSeries.get({ id: series.id })
  await church.staff.appointments.create({
    title: 'Concert',
    startsAt: new Date(third!.startsAt.getTime() + hours(2)),
    minutes: 60,
    resourceIds: [hall.id],
  })
  const changed = await church.staff.appointmentSeries.update({
    id: series.id,
    version: now.version,
    startLocal: '2026-01-04T11:00',
  })
  const after = await list()
  expect(after.slice(0, 3).map(one => local(one.startsAt))).toEqual(['Sun 18:00', 'Sun 11:00', 'Sun 11:00'])
  expect(changed.conflicts).toEqual([after[1]!.startsAt])
  await church.staff.appointmentSeries.remove({ id: series.id })
  expect(await list()).toEqual([])
})

test('the next year is made by a job, once', async () => {
  const church = await aChurch()
  await aCalendar(church)
  const { id } = await church.staff.appointmentSeries.create(sundays)
  const count = async () => (await church.staff.appointments.list({ seriesId: id, limit: 200 })).items.length
  const before = await count()
  clock.advance(days(60))
  await runWaitingJobs({ schedules: true })
  await runWaitingJobs({ schedules: true })
  const added = (await count()) - before
  expect([8, 9]).toContain(added)
})

test('guests can’t book during a service', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const start = at(1, '10:00')
  await church.staff.appointments.create({
    title: 'Holy day',
    type: 'block',
    startsAt: start,
    minutes: 120,
    blocksAll: true,
  })
  expect((await bookOnline(type, start)).response.status).toBe(409)
  expect((await bookOnline(type, at(1, '12:00'))).response.status).toBe(303)
})
