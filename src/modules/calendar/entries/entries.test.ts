import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { calendarEntryKinds } from '#app/calendar-entries.ts'
import { type Church, ZONE } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'
import { aCourse } from '#testing/courses.ts'
import { atNoon } from '#testing/flock.ts'
import { aServer } from '#testing/web.ts'
import { daysOfRange } from './rules.ts'
import { plugInCalendarEntries } from './service.ts'

/** Midnight in Chicago, in winter. */
const dayStart = (day: string) => new Date(`${day}T06:00:00Z`)
const december = { from: dayStart('2026-12-06'), to: dayStart('2026-12-13') }

async function aSermon(church: Church, title: string, preachedOn: string) {
  const id = randomUUID()
  await church.staff.sermons.generate({ id, title, bibleVerse: 'Isaiah 40:1-11', theme: 'Comfort' })
  await church.settle()
  const { version } = await church.staff.sermons.get({ id })
  return church.staff.sermons.update({ id, version, preachedOn })
}

async function aBusyChurch() {
  const church = await aChurch()
  await atNoon(church)
  const sermon = await aSermon(church, 'Comfort, comfort', '2026-12-06')
  const course = await aCourse(church)
  const cohort = await church.owner.learners.addCohort({
    courseId: course.id,
    name: 'Winter',
    startsOn: '2026-12-12',
  })
  return { church, sermon, course, cohort }
}

test('a sermon and the start of a cohort are on their days, by the church’s clocks, and in no range beside them', async () => {
  const { church, sermon, course, cohort } = await aBusyChurch()
  const { items } = await church.staff.calendarEntries.list(december)
  const allDay = { endsAt: null, isAllDay: true }
  expect(items).toEqual([
    {
      kind: 'sermon',
      id: sermon.id,
      targetId: sermon.id,
      title: 'Comfort, comfort',
      startsAt: dayStart('2026-12-06'),
      ...allDay,
    },
    {
      kind: 'cohort',
      id: cohort.id,
      targetId: course.id,
      title: 'Membership class: Winter',
      startsAt: dayStart('2026-12-12'),
      ...allDay,
    },
  ])
  const between = { from: dayStart('2026-12-07'), to: dayStart('2026-12-12') }
  expect((await church.staff.calendarEntries.list(between)).items).toEqual([])
  const ofKind = await church.staff.calendarEntries.list({ ...december, kind: ['cohort'] })
  expect(ofKind.items.map(({ id }) => id)).toEqual([cohort.id])

  await church.staff.sermons.remove({ id: sermon.id })
  await church.owner.courses.remove({ id: course.id })
  expect((await church.staff.calendarEntries.list(december)).items).toEqual([])
})

test('another church sees none of it, and nobody without the permission of the kind', async () => {
  const { church } = await aBusyChurch()
  const other = await aChurch('Hope Chapel')
  expect((await other.owner.calendarEntries.list(december)).items).toEqual([])
  await expect(church.visitor.calendarEntries.list(december)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  const list = calendarEntryKinds.sermon!.list
  plugInCalendarEntries({ sermon: { permission: 'giving.read', list }, own: { permission: 'calendar.read', list } })
  onTestFinished(() => plugInCalendarEntries(calendarEntryKinds))
  const kindsFor = async (role: 'finance' | 'staff' | 'volunteer') =>
    (await church[role].calendarEntries.list(december)).items.map(({ kind }) => kind).sort()
  expect(await kindsFor('finance')).toEqual(['own', 'sermon'])
  expect(await kindsFor('staff')).toEqual(['own'])
  // Volunteers reach their own appointments alone, so nothing that asks for everyone's.
  expect(await kindsFor('volunteer')).toEqual([])
})

test('a program sees the kinds that the scopes of its key open', async () => {
  const { church } = await aBusyChurch()
  const server = await aServer()
  const kindsWith = async (scopes: ('calendar.read' | 'content.read')[]) => {
    const { key } = await church.owner.apiKeys.create({ name: 'Website', scopes })
    const query = new URLSearchParams({ from: december.from.toISOString(), to: december.to.toISOString() })
    const answer = await server.send(`/rest/v1/calendar-entries?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return ((await answer.json()) as { items: { kind: string }[] }).items.map(({ kind }) => kind)
  }
  expect(await kindsWith(['calendar.read', 'content.read'])).toEqual(['sermon', 'cohort'])
  expect(await kindsWith(['calendar.read'])).toEqual([])
})

test('at most 200 of a kind, and ranges of at most 100 days that end after their start', async () => {
  const church = await aChurch()
  const many = Array.from({ length: 201 }, (_, at) => ({
    id: randomUUID(),
    title: `Entry ${at}`,
    startsAt: december.from,
    endsAt: null,
    isAllDay: true,
  }))
  plugInCalendarEntries({ sermon: { permission: 'content.read', list: async () => many } })
  onTestFinished(() => plugInCalendarEntries(calendarEntryKinds))
  expect((await church.staff.calendarEntries.list(december)).items).toHaveLength(200)
  for (const to of [december.from, dayStart('2027-03-17')])
    await expect(church.staff.calendarEntries.list({ from: december.from, to })).rejects.toMatchObject({
      data: { issues: [{ path: ['to'] }] },
    })
})

test('the days of a range are those of the church, and its end is not part of it', () => {
  const winter = { from: new Date('2026-12-06T05:59:00Z'), to: dayStart('2026-12-08') }
  expect(daysOfRange(winter, ZONE)).toEqual({ first: '2026-12-05', last: '2026-12-07' })
})
