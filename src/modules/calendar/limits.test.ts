import { globSync, statSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { send } from '#messaging/service.ts'
import { aCalendar, aType, at, bookOnline, newGuest, pathOf, post } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'
import { agrees, newPhone, query, says, textsTo } from '#testing/flock.ts'
import { hiddenIn, pageOf } from '#testing/forms.ts'

afterEach(() => clock.reset())

const rel = (link: string) => new URL(link, 'http://x').pathname

test('a visitor who gives up the only seat does not cancel the session', async () => {
  const church = await aChurch()
  const type = await aType(church, { assignment: 'seats', capacity: 10, type: 'event' })
  const session = await church.staff.appointments.create({
    title: 'Class',
    type: 'event',
    typeId: type.id,
    startsAt: at(3, '10:00'),
    minutes: 60,
  })
  const html = await pageOf(`${pathOf(type)}?session=${session.id}`)
  clock.advance(20_000)
  const response = await post(pathOf(type), {
    name: 'Eve',
    email: 'eve@example.org',
    phone: '',
    key: hiddenIn(html, 'key'),
    _opened: hiddenIn(html, '_opened'),
    session: session.id,
    duration: '30',
  })
  const link = rel(response.headers.get('location')!)
  await post(`${link}/cancel`, {})
  expect((await church.staff.appointments.get({ id: session.id })).status).toBe('confirmed')
})

test('a volunteer leaves repeating events alone', async () => {
  const church = await aChurch()
  const series = await church.staff.appointmentSeries.create({
    title: 'Sunday service',
    rule: 'FREQ=WEEKLY',
    startLocal: '2030-01-06T10:00',
    minutes: 60,
  })
  await expect(church.volunteer.appointmentSeries.remove({ id: series.id })).rejects.toThrow()
})
test('a volunteer leaves calendar types alone', async () => {
  const church = await aChurch()
  const type = await aType(church)
  await expect(
    church.volunteer.calendarTypes.update({
      id: type.id,
      version: type.version,
      redirect: 'https://evil.example',
      isActive: false,
    }),
  ).rejects.toThrow()
})
test('a volunteer leaves hours and hosts alone', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const host = hostOf('pastor')
  await expect(
    church.volunteer.calendarResources.update({ id: host.id, version: host.version, isActive: false }),
  ).rejects.toThrow()
})
test('a volunteer blocks the time of nobody else', async () => {
  const church = await aChurch()
  await expect(
    church.volunteer.appointments.create({
      title: 'x',
      type: 'block',
      startsAt: at(1, '00:00'),
      minutes: 14_400,
      blocksAll: true,
    }),
  ).rejects.toThrow()
})
test('a volunteer gets no address of a person by adding them', async () => {
  const church = await aChurch()
  const points = [
    { kind: 'phone' as const, label: 'mobile' as const, value: '(512) 555-0143' },
    { kind: 'email' as const, label: 'home' as const, value: 'ann@example.org' },
  ]
  const ann = await church.staff.people.create({ firstName: 'Ann', lastName: 'Baker', points })
  const seen = await church.volunteer.appointments.create({
    title: 'x',
    startsAt: at(1, '10:00'),
    minutes: 30,
    attendees: [{ personId: ann.id }],
  })
  expect(JSON.stringify(seen)).not.toMatch(/555|ann@/)
})
test('a volunteer is told no title of an appointment of others in a conflict', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const host = hostOf('pastor').id
  await church.staff.appointments.create({
    title: 'Secret staff review',
    startsAt: at(1, '10:00'),
    minutes: 30,
    resourceIds: [host],
  })
  const error: any = await church.volunteer.appointments
    .create({ title: 'x', startsAt: at(1, '10:00'), minutes: 30, resourceIds: [host] })
    .catch(e => e)
  expect(JSON.stringify(error.data)).not.toContain('Secret')
})
test('who may not read a confidential appointment sees no reason, lead or place', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Maria' })
  const one = await church.pastor.appointments.create({
    title: 'Divorce',
    startsAt: at(1, '10:00'),
    minutes: 30,
    isConfidential: true,
    leadId: lead.id,
    location: 'Rehab clinic',
  })
  await church.pastor.appointments.cancel({ id: one.id, reason: 'Her husband hit her', notify: false })
  const seen = await church.viewer.appointments.get({ id: one.id })
  expect(seen).toMatchObject({ isHidden: true, cancelReason: null, leadId: null, location: '' })
  expect((await church.viewer.appointments.list({ leadId: lead.id })).items).toEqual([])
})
test('a guest who is entered twice moves no address to the next', async () => {
  const church = await aChurch()
  const points = [{ kind: 'email' as const, label: 'home' as const, value: 'ann@example.org' }]
  const ann = await church.staff.people.create({ firstName: 'Ann', lastName: 'Baker', points })
  const one = await church.staff.appointments.create({
    title: 'Class',
    startsAt: at(1, '10:00'),
    minutes: 30,
    attendees: [
      { personId: ann.id },
      { name: 'Ann Baker', email: 'ann@example.org' },
      { name: 'Ben Cole', email: 'ben@example.org' },
    ],
  })
  expect(one.attendees.map(({ name, email }) => [name, email]).sort()).toEqual([
    ['Ann Baker', 'ann@example.org'],
    ['Ben Cole', 'ben@example.org'],
  ])
})
test('moving it to one host keeps the safeguard', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const kid = await church.staff.people.create({ firstName: 'Ben', birthDate: '2018-03-04' })
  const make = { title: 'x', startsAt: at(1, '10:00'), minutes: 30, attendees: [{ personId: kid.id }] }
  await expect(church.staff.appointments.create({ ...make, resourceIds: [hostOf('pastor').id] })).rejects.toThrow()
  const one = await church.staff.appointments.create({
    ...make,
    resourceIds: [hostOf('pastor').id, hostOf('staff').id],
  })
  await expect(
    church.staff.appointments.move({
      id: one.id,
      version: one.version,
      startsAt: one.startsAt,
      resourceIds: [hostOf('pastor').id],
    }),
  ).rejects.toThrow()
})
test('adding a minor later keeps the safeguard', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const kid = await church.staff.people.create({ firstName: 'Ben', birthDate: '2018-03-04' })
  const one = await church.staff.appointments.create({
    title: 'x',
    startsAt: at(1, '10:00'),
    minutes: 30,
    resourceIds: [hostOf('pastor').id],
  })
  await expect(
    church.staff.appointments.update({ id: one.id, version: one.version, attendees: [{ personId: kid.id }] }),
  ).rejects.toThrow()
})
test('a log that is confirmed takes its resources, or is refused', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const make = { title: 'x', startsAt: at(1, '10:00'), minutes: 30, resourceIds: [hostOf('pastor').id] }
  await church.staff.appointments.create(make)
  const log = await church.staff.appointments.create({ ...make, asLog: true })
  await expect(church.staff.appointments.confirm({ id: log.id })).rejects.toThrow()
})
test('the embed script tells no name of a type for members', async () => {
  const church = await aChurch()
  const type = await aType(church, { visibility: 'members', name: 'Elders only' })
  const js = await pageOf(`/embed/booking${pathOf(type).replace('/book', '')}.js`)
  expect(js).not.toContain('Elders only')
})
test('a session that is no id is not found', async () => {
  const church = await aChurch()
  const type = await aType(church, { assignment: 'seats', capacity: 10, type: 'event' })
  const { response } = {
    response: await post(pathOf(type), {
      name: 'Eve',
      email: 'eve@example.org',
      session: '-'.repeat(36),
      duration: '30',
    }),
  }
  expect(response.status).toBeLessThan(500)
})
const heldAt = async (church: { id: string }) =>
  (
    await query(
      `select lower(during) as at from booking_claims where client_id = $1 and status = 'hold' order by 1`,
      church.id,
    )
  ).map(row => row.at as Date)
const reserveTime = (type: { page: string }, start: Date, agent?: string) =>
  post(`${pathOf(type)}/hold`, { at: start.toISOString() }, agent)

test('a second choice of the same device gives the first time back, also in its own way; others keep theirs', async () => {
  const church = await aChurch()
  const type = await aType(church)
  await reserveTime(type, at(2, '09:00'), 'another phone')
  expect((await reserveTime(type, at(1, '10:00'))).status).toBe(303)
  expect((await reserveTime(type, at(1, '10:00'))).status).toBe(303)
  expect((await reserveTime(type, at(1, '10:30'))).status).toBe(303)
  expect(await heldAt(church)).toEqual([at(1, '10:30'), at(2, '09:00')])
})

test('a device reserves ten times an hour; then a time can be chosen and booked, but isn’t reserved', async () => {
  const church = await aChurch()
  const [type, other] = [await aType(church), await aType(church, { name: 'Prayer' })]
  for (let i = 0; i < 10; i++) await reserveTime(i % 2 ? type : other, at(1, i % 3 ? '10:00' : '10:30'))
  expect(await heldAt(church)).toHaveLength(1)
  const eleventh = await reserveTime(type, at(1, '13:00'))
  expect(eleventh.status).toBe(303)
  expect(eleventh.headers.get('location')).not.toContain('hold=')
  expect(await heldAt(church)).toEqual([])
  expect((await bookOnline(type, at(1, '13:00'), newGuest(), { agent: 'test' })).response.status).toBe(303)
  // What is taken is still said at once.
  expect((await reserveTime(type, at(1, '13:00'))).status).toBe(409)
  clock.advance(hours(1))
  expect((await reserveTime(type, at(2, '10:00'))).headers.get('location')).toContain('hold=')
})

test('a network reserves twenty times at once, not all', async () => {
  const church = await aChurch()
  const type = await aType(church)
  for (const day of [1, 2, 3])
    for (const time of ['10:00', '10:30', '11:00', '11:30', '13:00', '14:00', '15:00'])
      await reserveTime(type, at(day, time), `${day} ${time}`)
  expect(await heldAt(church)).toHaveLength(20)
})

test('four guests at once on a day with one booking left: one gets it', async () => {
  const church = await aChurch()
  const type = await aType(church, { dailyLimit: 1 })
  const both = await Promise.all(['09:00', '11:00', '13:00', '15:00'].map(time => bookOnline(type, at(2, time))))
  expect(both.map(({ response }) => response.status).sort()).toEqual([303, 409, 409, 409])
  const { items } = await church.staff.appointments.list({ typeId: type.id })
  expect(items).toHaveLength(1)
})

test('a guest’s link does not move an appointment to which others come', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const { link } = await bookOnline(type, at(2, '10:00'))
  const [booked] = (await church.staff.appointments.list({ typeId: type.id })).items
  const others = [{ email: 'sam@example.org', name: 'Sam Hill' }, { email: booked!.attendees[0]!.email! }]
  await church.staff.appointments.update({ id: booked!.id, version: booked!.version, attendees: others })
  expect(await pageOf(rel(link))).not.toContain('Choose another time')
  await post(`${rel(link)}/move`, { at: at(3, '10:00').toISOString() })
  expect((await church.staff.appointments.get({ id: booked!.id })).startsAt).toEqual(booked!.startsAt)
})

test('N to the reminder of a class gives the seat back, to the first who waits', async () => {
  const church = await aChurch()
  const type = await aType(church, { assignment: 'seats', capacity: 1, hasWaitlist: true, type: 'event' })
  const start = at(3, '18:00')
  const session = await church.staff.appointments.create({
    title: 'Membership class',
    type: 'event',
    typeId: type.id,
    startsAt: start,
    minutes: 90,
    capacity: 1,
  })
  const phone = newPhone()
  await agrees(church, phone, '')
  for (const guest of [{ ...newGuest(), phone }, newGuest()]) {
    const html = await pageOf(`${pathOf(type)}?session=${session.id}`)
    clock.advance(20_000)
    const fields = Object.fromEntries(['key', '_opened', 'session'].map(name => [name, hiddenIn(html, name)]))
    await post(pathOf(type), { ...fields, ...guest })
  }
  await church.settle()
  clock.advance(start.getTime() - hours(1) - clock.ms())
  await runWaitingJobs({ schedules: true })
  await says(church, phone, 'N')
  const { attendees, status } = await church.staff.appointments.get({ id: session.id })
  expect([status, attendees.map(one => one.state)]).toEqual(['confirmed', ['cancelled', 'booked']])
  expect((await textsTo(church, phone)).at(-1)!.text).toMatch(/^Your seat on .+ is canceled\.$/)
})

test('Y or N after a later text answers that text, not the reminder before it', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const [note, gift, thanked] = [newPhone(), newPhone(), newPhone()]
  const times = ['10:00', '10:30', '11:00']
  for (const [i, phone] of [note, gift, thanked].entries()) {
    await agrees(church, phone, '')
    await bookOnline(type, at(3, times[i]!), { ...newGuest(), phone })
  }
  await church.settle()
  clock.advance(at(3, '10:00').getTime() - hours(1) - clock.ms())
  await runWaitingJobs({ schedules: true })
  const states = async () => {
    const { items } = await church.staff.appointments.list({})
    return items.map(({ status, attendees }) => [status, attendees[0]!.state])
  }
  // Its key begins as the reminder's: a later text about the same appointment is no reminder either.
  const text = async (to: string, kind: string, purpose: 'conversational' | 'confirmation') => {
    const [{ key }] = await query('select dedupe_key as key from messages where recipient = $1', to)
    const dedupeKey = `${key}:later`
    await church.inside(ctx => send(ctx, [{ channel: 'sms', to, text: 'Reply Y', kind, purpose, dedupeKey }]))
  }
  await text(note, 'reply', 'conversational')
  await says(church, note, 'Y')
  await text(gift, 'text-to-give', 'confirmation')
  await says(church, gift, 'N')
  // What the church answered to the first one leaves the reminder open.
  await says(church, thanked, 'Y')
  await says(church, thanked, 'N')
  expect(await states()).toEqual([
    ['confirmed', 'booked'],
    ['confirmed', 'booked'],
    ['cancelled', 'cancelled'],
  ])
  for (const phone of [note, gift]) expect((await textsTo(church, phone)).at(-1)!.text).toBe('Reply Y')
})

test('the booking page has at most 30 kB of JavaScript, all of it from files', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const html = await pageOf(pathOf(type))
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)/g)]
  expect(scripts.length).toBeGreaterThan(0)
  const sizes = scripts.map(([, attributes, inline]) => {
    expect(inline).toBe('')
    const [, file] = /src="\/([\w-]+\.js)[^"]*"/.exec(attributes!)!
    const [source] = globSync(`src/{modules/*,web}/browser/${file!.replace(/\.js$/, '.ts')}`)
    return statSync(source!).size
  })
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(30_000)
})
