import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { aCalendar, aType, at, bookOnline, type Church, newGuest, pathOf, post } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'
import { agrees, newPhone, query, says, textsTo } from '#testing/flock.ts'
import { pageOf } from '#testing/forms.ts'

afterEach(() => clock.reset())

const mailsTo = (church: Church, email: string) =>
  query(
    'select subject, body_text as text, calendar, kind from messages where client_id = $1 and recipient = $2 order by id',
    church.id,
    email,
  )
const only = async (church: Church) => (await church.staff.appointments.list({})).items[0]!
const relative = (link: string) => new URL(link, 'http://x').pathname

test('a guest books without JavaScript, becomes a person, gets an invitation, moves it and cancels it by a link', async () => {
  const church = await aChurch()
  const type = await aType(church, {
    bufferAfter: 15,
    questions: [{ key: 'topic', label: 'What about?', type: 'text', required: true, options: [] }],
  })
  const page = await pageOf(`${pathOf(type)}?day=${at(1, '10:00').toISOString().slice(0, 10)}`)
  expect(page).toContain(`value="${at(1, '10:00').toISOString()}"`)
  const guest = newGuest()
  const refused = await bookOnline(type, at(1, '10:00'), guest)
  expect(refused.response.status).toBe(400)
  const again = await refused.response.text()
  expect(again).toContain('Please fill this in')
  expect(again).toContain(guest.email)
  // The time stays theirs, for it is held.
  expect((await bookOnline(type, at(1, '10:00'))).response.status).toBe(409)
  const response = await post(pathOf(type), { ...refused.fields, q_topic: 'Baptism' })
  expect(response.status).toBe(303)
  const link = relative(response.headers.get('location')!)
  await church.settle()
  const booked = await only(church)
  expect(booked).toMatchObject({
    status: 'confirmed',
    origin: 'booking',
    title: type.name,
    answers: { topic: 'Baptism' },
    attendees: [{ name: 'Maria Lopez', email: guest.email }],
  })
  expect((await church.staff.people.get({ id: booked.attendees[0]!.personId! })).email).toBe(guest.email)
  const [mail] = await mailsTo(church, guest.email)
  expect(mail).toMatchObject({ kind: 'appointment-booked', calendar: { method: 'REQUEST' } })
  expect(mail.calendar.content).toContain('SEQUENCE:0')
  expect(await pageOf(link)).toContain('You are booked')
  // Moved by the link.
  const moved = await post(`${link}/move`, { at: at(1, '10:30').toISOString() })
  expect(moved.status).toBe(303)
  expect((await only(church)).startsAt).toEqual(at(1, '10:30'))
  await church.settle()
  // Canceled, and the same link once more changes nothing.
  expect((await post(`${link}/cancel`, { reason: 'Ill' })).status).toBe(303)
  expect((await post(`${link}/cancel`, {})).status).toBe(303)
  await church.settle()
  const cancelled = await only(church)
  expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: 'Canceled by the guest: Ill' })
  const mails = await mailsTo(church, guest.email)
  expect(mails.map(one => [one.kind, one.calendar.method, /SEQUENCE:(\d)/.exec(one.calendar.content)![1]])).toEqual([
    ['appointment-booked', 'REQUEST', '0'],
    ['appointment-moved', 'REQUEST', '1'],
    ['appointment-cancelled', 'CANCEL', '2'],
  ])
  const uids = new Set(mails.map(one => /UID:(\S+)/.exec(one.calendar.content)![1]))
  expect(uids.size).toBe(1)
  expect(await pageOf(link)).toContain('was canceled')
})

test('what is sent faster than people type is kept as a request, keeps no time, and is flagged', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const { fields } = await bookOnline(type, at(1, '10:00'))
  const { openedNow } = await import('#public-page/guard/service.ts')
  const fast = { ...fields, ...newGuest(), key: crypto.randomUUID(), hold: '', at: at(1, '11:00').toISOString() }
  expect((await post(pathOf(type), { ...fast, _opened: openedNow(`book ${type.id}`) })).status).toBe(303)
  const [request] = (await church.staff.appointments.list({ status: ['pending'] })).items
  expect(request).toMatchObject({ startsAt: at(1, '11:00'), flag: expect.stringContaining('faster') })
  expect((await bookOnline(type, at(1, '11:00'))).response.status).toBe(303)
})

test('the same page sent twice, also at once, books once', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const { fields, link } = await bookOnline(type, at(1, '10:00'))
  const again = await Promise.all([1, 2, 3].map(() => post(pathOf(type), fields)))
  expect(again.map(one => [one.status, one.headers.get('location')])).toEqual(Array(3).fill([303, link]))
  expect((await church.staff.appointments.list({})).items).toHaveLength(1)
})

test('a stale page gets the three nearest free times, with everything that was typed', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const guest = newGuest()
  const first = await bookOnline(type, at(1, '10:00'), guest)
  const late = await post(pathOf(type), {
    ...first.fields,
    ...newGuest(),
    name: 'Sam Late',
    key: crypto.randomUUID(),
    hold: '',
  })
  expect(late.status).toBe(409)
  const html = await late.text()
  expect(html).toContain('That time has just been taken')
  expect(html).toContain('Sam Late')
  const offered = [...html.matchAll(/type="radio" name="at" value="([^"]+)"/g)].map(one => one[1])
  expect(offered).toHaveLength(3)
  expect(offered).toContain(at(1, '10:30').toISOString())
})

test('a hold lapses after five minutes, and a time that the rules don’t offer is not taken from the page', async () => {
  const church = await aChurch()
  const type = await aType(church, { horizonDays: 10 })
  const path = pathOf(type)
  expect((await post(`${path}/hold`, { at: at(1, '10:00').toISOString() })).status).toBe(303)
  expect((await post(`${path}/hold`, { at: at(1, '10:00').toISOString() }, 'another')).status).toBe(409)
  clock.advance(minutes(6))
  expect((await post(`${path}/hold`, { at: at(1, '10:00').toISOString() }, 'another')).status).toBe(303)
  for (const start of [at(1, '06:00'), at(1, '10:07'), at(30, '10:00'), new Date(clock.ms() - hours(24))]) {
    const { response } = await bookOnline(type, start)
    expect(response.status, start.toISOString()).toBe(409)
  }
})

test('hosts take turns by load and weight; together means all of them', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const [pastor, staff] = [hostOf('pastor').id, hostOf('staff').id]
  const hosts = [
    { resourceId: pastor, weight: 2, priority: 0 },
    { resourceId: staff, weight: 1, priority: 0 },
  ]
  const turns = await aType(church, { name: 'Turns', assignment: 'round_robin', hosts })
  for (const time of ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00']) await bookOnline(turns, at(1, time))
  const taken = (await church.staff.appointments.list({ typeId: turns.id })).items.flatMap(one => one.resourceIds)
  expect([taken.filter(id => id === pastor).length, taken.filter(id => id === staff).length]).toEqual([4, 2])
  const together = await aType(church, { name: 'Together', assignment: 'collective', hosts })
  expect((await bookOnline(together, at(1, '09:00'))).response.status).toBe(409)
  await bookOnline(together, at(2, '09:00'))
  expect((await church.staff.appointments.list({ typeId: together.id })).items[0]!.resourceIds.sort()).toEqual(
    [pastor, staff].sort(),
  )
})

test('person, room and equipment in one booking; counseling needs a second adult or a room that can be looked into', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const make = (kind: 'room' | 'equipment', name: string, more = {}) =>
    church.staff.calendarResources.create({ kind, name, ...more })
  const [dark, glass, keys] = [
    await make('room', 'Dark'),
    await make('room', 'Glass', { isVisible: true }),
    await make('equipment', 'Keys'),
  ]
  const type = await aType(church, { safeguard: 'either', roomIds: [dark.id, glass.id], equipmentIds: [keys.id] })
  await bookOnline(type, at(1, '10:00'))
  expect((await only(church)).resourceIds.sort()).toEqual([hostOf('pastor').id, glass.id, keys.id].sort())
  // The visible room is taken and there is no second adult.
  await church.staff.appointments.create({
    title: 'Youth',
    startsAt: at(1, '11:00'),
    minutes: 60,
    resourceIds: [glass.id],
  })
  expect((await bookOnline(type, at(1, '11:00'))).response.status).toBe(409)
})

test('a confidential type is booked by a stranger who never reads it back, and tells the host nothing in its title', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const hosts = [{ resourceId: hostOf('pastor').id, weight: 1, priority: 0 }]
  const type = await church.pastor.calendarTypes.create({
    name: 'Counseling',
    isConfidential: true,
    noticeMinutes: 0,
    hosts,
  })
  const { response, fields, link } = await bookOnline(type, at(1, '10:00'))
  expect(response.status).toBe(303)
  expect((await post(pathOf(type), fields)).headers.get('location')).toBe(link)
  expect(await pageOf(relative(link))).toContain('You are booked')
  await church.settle()
  expect(await only(church)).toMatchObject({ title: 'Appointment', attendees: [], isHidden: true })
  const { items } = await church.pastor.appointments.list({})
  expect(items[0]).toMatchObject({ title: 'Counseling', attendees: [{ name: 'Maria Lopez' }] })
  const mails = await query('select subject, body_text from messages where client_id = $1', church.id)
  expect(JSON.stringify(mails)).not.toContain('Counseling')
  expect(JSON.stringify((await church.staff.outbox.list({})).items)).not.toContain('Maria')
  expect(JSON.stringify((await church.owner.outbox.list({})).items)).not.toContain('/appointment/')
})

test('seats: the last one is given once, the next waits, and gets the seat that becomes free', async () => {
  const church = await aChurch()
  const type = await aType(church, {
    name: 'Membership class',
    assignment: 'seats',
    type: 'event',
    capacity: 2,
    hasWaitlist: true,
  })
  const session = await church.staff.appointments.create({
    title: 'Membership class',
    type: 'event',
    typeId: type.id,
    startsAt: at(3, '18:00'),
    minutes: 90,
    capacity: 2,
  })
  const guests = ['Ann', 'Ben', 'Cleo', 'Dan'].map(name => ({ ...newGuest(), name }))
  const path = pathOf(type)
  const responses = await Promise.all(
    guests.map(guest => post(path, { ...guest, session: session.id, key: crypto.randomUUID(), _opened: '' })),
  )
  expect(responses.map(one => one.status)).toEqual([303, 303, 303, 303])
  // Without the page's seal these are taken for programs: as people they open the page first.
  const { hiddenIn } = await import('#testing/forms.ts')
  for (const guest of guests) {
    const html = await pageOf(`${path}?session=${session.id}`)
    clock.advance(20_000)
    const fields = Object.fromEntries(['key', '_opened', 'session'].map(name => [name, hiddenIn(html, name)]))
    expect((await post(path, { ...fields, ...guest })).status).toBe(303)
  }
  await church.settle()
  const states = async () =>
    (await church.staff.appointments.get({ id: session.id })).attendees.map(one => [one.name, one.state])
  expect(await states()).toEqual([
    ['Ann', 'booked'],
    ['Ben', 'booked'],
    ['Cleo', 'waitlisted'],
    ['Dan', 'waitlisted'],
  ])
  const { attendees } = await church.staff.appointments.get({ id: session.id })
  await church.staff.appointments.removeAttendee({ id: session.id, attendeeId: attendees[0]!.id })
  await church.settle()
  expect((await states()).map(one => one[1])).toEqual(['cancelled', 'booked', 'booked', 'waitlisted'])
  const mails = await mailsTo(church, guests[2]!.email)
  expect(mails.map(one => one.kind)).toEqual(['appointment-waitlisted', 'appointment-booked'])
  await church.staff.appointments.checkIn({ id: session.id, attendeeId: attendees[1]!.id })
  expect((await states())[1]).toEqual(['Ben', 'checked_in'])
})

test('reminders go once, a text only to who agreed; Y confirms, N cancels, CANCEL stops texts and flags', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const [yes, no, stop, silent] = [newPhone(), newPhone(), newPhone(), newPhone()]
  for (const phone of [yes, no, stop]) await agrees(church, phone, '')
  const phones = [yes, no, stop, silent]
  for (const [i, phone] of phones.entries())
    await bookOnline(type, at(3, `1${i}:00`), { ...newGuest(), name: `Guest ${i}`, phone })
  await church.settle()
  const start = at(3, '10:00').getTime()
  clock.advance(start - hours(1) - clock.ms())
  const { runWaitingJobs } = await import('#kernel/jobs.ts')
  await runWaitingJobs({ schedules: true })
  await runWaitingJobs({ schedules: true })
  const reminders = async (phone: string) =>
    (await textsTo(church, phone)).filter(one => one.kind === 'appointment-reminder').length
  expect(await Promise.all(phones.map(reminders))).toEqual([1, 1, 0, 0])
  clock.advance(hours(1))
  clock.advance(-minutes(30))
  await says(church, yes, 'Y')
  await says(church, no, 'no')
  const states = async () =>
    (await church.staff.appointments.list({})).items.map(one => [
      one.status,
      one.attendees[0]!.state,
      one.flag !== null,
    ])
  expect((await states()).slice(0, 2)).toEqual([
    ['confirmed', 'confirmed', false],
    ['cancelled', 'cancelled', false],
  ])
  clock.advance(hours(1))
  await runWaitingJobs({ schedules: true })
  expect(await reminders(stop)).toBe(1)
  await says(church, stop, 'CANCEL')
  expect((await states())[2]).toEqual(['confirmed', 'booked', true])
  const suppressed = await query(
    `select reason from suppressions where client_id = $1 and value = $2 and lifted_at is null`,
    church.id,
    stop,
  )
  expect(suppressed).toEqual([{ reason: 'stop' }])
})

test('a request that nobody confirms gives its time back after two days', async () => {
  const church = await aChurch()
  const type = await aType(church, { confirmation: 'manual' })
  const guest = newGuest()
  await bookOnline(type, at(4, '10:00'), guest)
  expect((await bookOnline(type, at(4, '10:00'))).response.status).toBe(409)
  clock.advance(days(2) + hours(1))
  const { runWaitingJobs } = await import('#kernel/jobs.ts')
  await runWaitingJobs({ schedules: true })
  expect(await only(church)).toMatchObject({ status: 'cancelled', cancelReason: 'Not confirmed in time' })
  expect((await bookOnline(type, at(1, '10:00'))).response.status).toBe(303)
})

test('a closed, deleted, foreign or members-only type has no page; a forged link opens nothing', async () => {
  const [church, other] = [await aChurch(), await aChurch('Hope Chapel')]
  const type = await aType(church)
  const { send } = await (await import('#testing/web.ts')).aServer()
  const status = async (path: string) => (await send(path)).status
  const path = pathOf(type)
  expect(await status(path)).toBe(200)
  const foreign = pathOf(await aType(other, { name: 'Other' })).replace(/[^/]+$/, type.slug)
  expect(await status(foreign)).toBe(404)
  const closed = await church.staff.calendarTypes.update({ id: type.id, version: type.version, isActive: false })
  expect(await status(path)).toBe(410)
  await church.staff.calendarTypes.update({
    id: type.id,
    version: closed.version,
    isActive: true,
    visibility: 'members',
  })
  expect(await status(path)).toBe(404)
  expect(await status(`${path.replace(/[^/]+$/, '')}appointment/${crypto.randomUUID()}.0123456789abcdef`)).toBe(404)
})

test('the number of a card is refused at its field, and what was typed stays', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const { response } = await bookOnline(type, at(1, '10:00'), { ...newGuest(), name: 'Ann 4242  4242  4242  4242' })
  expect(response.status).toBe(400)
  const html = await response.text()
  expect(html).toContain('Please don’t enter card numbers here.')
  expect(html).toContain('Ann 4242  4242  4242  4242')
  expect((await church.staff.appointments.list({})).items).toEqual([])
})
