import { DateTime } from 'luxon'
import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { aCalendar, ZONE } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'
import { newPhone, says } from '#testing/flock.ts'
import { daysOfWeek } from './rules.ts'
import { accountsWithDueLetters, sendLetters } from './service/send.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const moveTo = (at: DateTime) => clock.advance(at.toMillis() - clock.ms())
/** The first Monday at 6:00 in Chicago from that day on. */
const mondayAt = (from: DateTime, hour = 6) => {
  const day = from.setZone(ZONE).startOf('day')
  return day.plus({ days: (8 - day.weekday) % 7 }).set({ hour })
}
const isDue = async (church: Church) =>
  church.inside(async ctx => {
    const { rows } = await ctx.db.execute<{ client_id: string }>(accountsWithDueLetters(clock.now()))
    return rows.length > 0
  })
const send = (church: Church) => church.inside(sendLetters)
async function lettersTo(church: Church, role: keyof Church['people']) {
  const { items } = await church.owner.outbox.list({ recipient: church.people[role].email })
  return items.filter(item => item.kind === 'weekly_letter')
}
const inChicago = async (church: Church) => {
  const { version } = await church.owner.church.read({})
  await church.owner.church.change({ timeZone: ZONE, version })
}

test('the letter names who is new, who waits, birthdays, one’s own appointments and care holds, each with a link', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const number = newPhone()
  const today = DateTime.fromMillis(clock.ms(), { zone: ZONE })
  const lead = await church.staff.leads.create({ firstName: 'Maria', lastName: 'Lopez', phone: number })
  const called = await church.staff.leads.create({ firstName: 'Called', lastName: 'Already' })
  await church.staff.leads.touch({ id: called.id, kind: 'call', outcome: 'reached' })
  await says(church, number, 'Is there childcare?')
  const ben = await church.staff.people.create({
    firstName: 'Ben',
    lastName: 'Hall',
    birthDate: `1980-${today.toFormat('MM-dd')}`,
  })
  await church.staff.careHolds.start({ personId: ben.id, until: null })
  const startsAt = today.plus({ hours: 2 })
  await church.pastor.appointments.create({
    title: 'Marriage counseling',
    startsAt: startsAt.toJSDate(),
    minutes: 60,
    isConfidential: true,
    resourceIds: [hostOf('staff').id, hostOf('pastor').id],
    notify: false,
  })
  const letterOf = async (role: 'staff' | 'pastor' | 'volunteer') =>
    Object.fromEntries((await church[role].weeklyLetter.read({})).sections.map(one => [one.part, one.names]))
  const staff = await letterOf('staff')
  expect(staff.new).toMatchObject([{ name: 'Maria Lopez', href: `/leads?lead=${lead.id}` }])
  expect(staff.waiting).toMatchObject([{ name: 'Maria Lopez' }])
  expect(staff.birthdays).toMatchObject([{ name: 'Ben Hall', note: today.toFormat('cccc'), href: `/people/${ben.id}` }])
  expect(staff.held).toMatchObject([{ name: 'Ben Hall', note: 'until lifted' }])
  expect(staff.appointments?.map(one => one.name)).toEqual(['Appointment'])
  expect((await letterOf('pastor')).appointments?.map(one => one.name)).toEqual(['Marriage counseling'])
  // Volunteers see their own leads and appointments alone.
  expect(await letterOf('volunteer')).toEqual({})
})

test('it is sent once on Monday at six to those who want it, also by two workers at the same moment', async () => {
  const church = await aChurch()
  await inChicago(church)
  const monday = mondayAt(DateTime.fromMillis(clock.ms()).plus({ days: 1 }))
  moveTo(monday.minus({ minutes: 1 }))
  expect(await isDue(church)).toBe(false)
  moveTo(monday)
  await church.admin.notifications.prefer({ type: 'weekly_letter', mail: false })
  await church.staff.notifications.prefer({ type: 'weekly_letter', mail: true })
  expect(await isDue(church)).toBe(true)
  await Promise.all([send(church), send(church)])
  expect(await isDue(church)).toBe(false)
  await send(church)
  const counts = await Promise.all(
    (['owner', 'pastor', 'staff', 'admin', 'viewer'] as const).map(role => lettersTo(church, role)),
  )
  expect(counts.map(letters => letters.length)).toEqual([1, 1, 1, 0, 0])
  expect(counts[0]![0]!.text).toContain('Nobody is waiting for you this week')
  moveTo(monday.plus({ weeks: 1 }))
  expect(await isDue(church)).toBe(true)
})

test('each reader’s letter holds what they may see, and the job sees no more afterwards', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const monday = mondayAt(DateTime.fromMillis(clock.ms()).plus({ days: 1 }))
  moveTo(monday)
  const startsAt = monday.plus({ days: 1, hours: 4 })
  await church.pastor.appointments.create({
    title: 'Marriage counseling',
    startsAt: startsAt.toJSDate(),
    minutes: 60,
    isConfidential: true,
    resourceIds: [hostOf('admin').id, hostOf('pastor').id],
    notify: false,
  })
  await send(church)
  const [[admins], [pastors]] = [await lettersTo(church, 'admin'), await lettersTo(church, 'pastor')]
  expect(pastors!.text).toContain('- Marriage counseling, Tuesday')
  expect(admins!.text).toContain('- Appointment, Tuesday')
  expect(admins!.text).not.toContain('counseling')
})

test.each(['2027-03-14', '2027-11-07'])(
  'after the clocks change on %s it is sent at six all the same',
  async sunday => {
    const church = await aChurch()
    await inChicago(church)
    const monday = mondayAt(DateTime.fromISO(sunday, { zone: ZONE }).plus({ days: 1 }))
    moveTo(monday.minus({ minutes: 1 }))
    expect(await isDue(church)).toBe(false)
    moveTo(monday)
    expect(await isDue(church)).toBe(true)
  },
)

test('a birthday on February 29 is named on the 28th where there is no 29th', () => {
  expect(daysOfWeek('2027-02-22')).toContain('02-29')
  expect(daysOfWeek('2028-02-28')).toEqual(['02-28', '02-29', '03-01', '03-02', '03-03', '03-04', '03-05'])
  expect(daysOfWeek('2026-12-28')).toContain('01-03')
})
