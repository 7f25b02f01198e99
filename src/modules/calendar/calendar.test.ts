import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { aCalendar, aType, at, type Church } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'

afterEach(() => clock.reset())

const meeting = (start: Date, resourceIds: string[], more: object = {}) => ({
  title: 'Coffee',
  startsAt: start,
  minutes: 60,
  resourceIds,
  ...more,
})

async function aRoom(church: Church, name = 'Room 1', more: object = {}) {
  return church.staff.calendarResources.create({ kind: 'room', name, ...more })
}

test('a host and a room are promised once; the refusal names the conflict and the three nearest free times', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const [pastor, room] = [hostOf('pastor').id, (await aRoom(church)).id]
  const first = await church.staff.appointments.create(
    meeting(at(1, '10:00'), [pastor, room], { title: 'Baptism class' }),
  )
  expect(first).toMatchObject({ status: 'confirmed', resourceIds: expect.arrayContaining([pastor, room]) })
  const refused = church.staff.appointments.create(meeting(at(1, '10:30'), [room]))
  await expect(refused).rejects.toMatchObject({
    code: 'TIME_TAKEN',
    data: {
      conflicts: [{ resourceId: room, title: 'Baptism class' }],
      alternatives: [expect.any(Date), expect.any(Date), expect.any(Date)],
    },
  })
  const { data } = (await refused.catch(error => error)) as { data: { alternatives: Date[] } }
  expect(data.alternatives).toContainEqual(at(1, '11:00'))
  // Back to back is fine, and what is canceled is free again.
  await church.staff.appointments.create(meeting(at(1, '11:00'), [room]))
  await church.staff.appointments.cancel({ id: first.id })
  await church.staff.appointments.create(meeting(at(1, '10:00'), [pastor, room]))
})

test('buffers, setting up and clearing away belong to the promise', async () => {
  const church = await aChurch()
  const room = await aRoom(church, 'Hall', { setupMinutes: 30, teardownMinutes: 15 })
  await church.staff.appointments.create(meeting(at(1, '10:00'), [room.id]))
  const try1 = (time: string) => church.staff.appointments.create(meeting(at(1, time), [room.id], { minutes: 15 }))
  await expect(try1('09:30')).rejects.toMatchObject({ code: 'TIME_TAKEN' })
  await expect(try1('11:30')).rejects.toMatchObject({ code: 'TIME_TAKEN' })
  await try1('12:00')
})

test('over a conflict only with the permission, and with a reason that is kept', async () => {
  const church = await aChurch()
  const room = await aRoom(church)
  await church.staff.appointments.create(meeting(at(1, '10:00'), [room.id]))
  const override = { reason: 'Both agreed to share' }
  await expect(
    church.staff.appointments.create(meeting(at(1, '10:00'), [room.id], { override })),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(
    church.admin.appointments.create(meeting(at(1, '10:00'), [room.id], { override: { reason: ' ' } })),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await church.admin.appointments.create(meeting(at(1, '10:00'), [room.id], { override }))).toMatchObject({
    overrideReason: 'Both agreed to share',
  })
})

test('fifty at once for one time with mixed resources: one is booked', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const [pastor, staff] = [hostOf('pastor').id, hostOf('staff').id]
  const [room, keys] = [
    (await aRoom(church)).id,
    (await church.staff.calendarResources.create({ kind: 'equipment', name: 'Keys' })).id,
  ]
  const sets = [
    [pastor, room, keys],
    [keys, room],
    [room, staff, keys],
    [keys, pastor, room],
  ]
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) =>
      church.staff.appointments.create(meeting(at(1, '10:00'), sets[i % sets.length]!)),
    ),
  )
  const codes = results.map(one => (one.status === 'fulfilled' ? 'ok' : (one.reason as { code: string }).code))
  expect(codes.filter(code => code === 'ok')).toHaveLength(1)
  expect(codes.filter(code => code === 'TIME_TAKEN')).toHaveLength(49)
}, 60_000)

test('of two requests that wait for the same time, only one can be confirmed', async () => {
  const church = await aChurch()
  const type = await aType(church, { confirmation: 'manual', pendingBlocks: false })
  const { bookOnline } = await import('#testing/calendar.ts')
  expect((await bookOnline(type, at(1, '10:00'))).response.status).toBe(303)
  expect((await bookOnline(type, at(1, '10:00'))).response.status).toBe(303)
  const { items } = await church.staff.appointments.list({ status: ['pending'] })
  expect(items).toHaveLength(2)
  const results = await Promise.allSettled(items.map(({ id }) => church.staff.appointments.confirm({ id })))
  expect(results.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(one => one.status === 'rejected')).toMatchObject({ reason: { code: 'TIME_TAKEN' } })
})

test('a move keeps its place until the new one is sure; two who move at once do not overwrite each other', async () => {
  const church = await aChurch()
  const room = await aRoom(church)
  const one = await church.staff.appointments.create(meeting(at(1, '10:00'), [room.id]))
  await church.staff.appointments.create(meeting(at(1, '14:00'), [room.id]))
  const move = (time: string, version = one.version) =>
    church.staff.appointments.move({ id: one.id, version, startsAt: at(1, time) })
  await expect(move('14:30')).rejects.toMatchObject({ code: 'TIME_TAKEN' })
  await expect(church.staff.appointments.create(meeting(at(1, '10:00'), [room.id]))).rejects.toMatchObject({
    code: 'TIME_TAKEN',
  })
  const moved = await move('10:30')
  expect(moved.startsAt).toEqual(at(1, '10:30'))
  expect(moved.endsAt).toEqual(at(1, '11:30'))
  await expect(move('09:00')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('what is confidential is an appointment without words or people for those without the right', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const input = meeting(at(1, '10:00'), [hostOf('pastor').id], {
    title: 'Marriage counseling',
    description: 'Third talk',
    isConfidential: true,
    attendees: [{ name: 'Maria Lopez', email: 'maria@example.org' }],
  })
  await expect(church.staff.appointments.create(input)).rejects.toMatchObject({
    data: { issues: [{ path: ['isConfidential'] }] },
  })
  const { id } = await church.pastor.appointments.create(input)
  expect(await church.pastor.appointments.get({ id })).toMatchObject({
    title: 'Marriage counseling',
    description: 'Third talk',
    attendees: [{ name: 'Maria Lopez' }],
  })
  for (const reader of [church.staff, church.admin, church.viewer]) {
    const seen = await reader.appointments.get({ id })
    expect(seen).toMatchObject({ title: 'Appointment', description: '', attendees: [], isHidden: true })
    expect((await reader.appointments.list({ search: 'Maria' })).items).toEqual([])
    expect((await reader.appointments.list({ search: 'counseling' })).items).toEqual([])
  }
  expect((await church.admin.appointments.export({})).csv).not.toMatch(/Maria|counseling/)
  // Its time is taken all the same.
  await expect(church.staff.appointments.create(meeting(at(1, '10:00'), [hostOf('pastor').id]))).rejects.toMatchObject({
    data: { conflicts: [{ title: 'Appointment' }] },
  })
})

test('nobody is alone with a minor: a second adult or a room that can be looked into', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const kim = await church.staff.people.create({ firstName: 'Kim', lastName: 'Young', birthDate: '2015-05-05' })
  const [pastor, staff] = [hostOf('pastor').id, hostOf('staff').id]
  const glass = await aRoom(church, 'Glass room', { isVisible: true })
  const attendees = [{ personId: kim.id }]
  await expect(
    church.staff.appointments.create(meeting(at(1, '10:00'), [pastor], { attendees })),
  ).rejects.toMatchObject({
    data: { issues: [{ path: ['resourceIds'], message: expect.stringContaining('second adult') }] },
  })
  await church.staff.appointments.create(meeting(at(1, '10:00'), [pastor, staff], { attendees }))
  await church.staff.appointments.create(meeting(at(1, '13:00'), [pastor, glass.id], { attendees }))
  await church.staff.appointments.create(meeting(at(1, '15:00'), [pastor], { attendees, locationKind: 'phone' }))
})

test('a funeral keeps every host free, and a new booking during it is refused', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  await church.staff.appointments.create(
    meeting(at(1, '10:00'), [], { title: 'Funeral', type: 'block', blocksAll: true, minutes: 180 }),
  )
  await expect(church.staff.appointments.create(meeting(at(1, '11:00'), [hostOf('pastor').id]))).rejects.toMatchObject({
    code: 'TIME_TAKEN',
    data: { conflicts: [{ title: 'Blocked time' }] },
  })
})

test('the past is only kept as a log; states lead on as they should, also when pressed twice', async () => {
  const church = await aChurch()
  await aCalendar(church)
  const past = { title: 'Visit', startsAt: new Date(clock.ms() - hours(30)), minutes: 30 }
  await expect(church.staff.appointments.create(past)).rejects.toMatchObject({
    data: { issues: [{ path: ['startsAt'] }] },
  })
  expect(await church.staff.appointments.create({ ...past, asLog: true })).toMatchObject({ status: 'completed' })
  const { id } = await church.staff.appointments.create(meeting(at(1, '10:00'), []))
  await church.staff.appointments.complete({ id })
  expect(await church.staff.appointments.complete({ id })).toMatchObject({ status: 'completed' })
  await church.staff.appointments.noShow({ id })
  await church.staff.appointments.cancel({ id }).catch(() => {})
  const other = await church.staff.appointments.create(meeting(at(1, '10:00'), []))
  await church.staff.appointments.cancel({ id: other.id, reason: 'Ill' })
  await expect(church.staff.appointments.confirm({ id: other.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('tiles count open appointments of today and this week, all that were kept, and types that can be booked', async () => {
  const church = await aChurch()
  await aCalendar(church)
  expect(await church.staff.appointments.stats({})).toEqual({
    today: 0,
    week: 0,
    total: 0,
    activeTypes: 0,
    upcoming: 0,
    pending: 0,
    flagged: 0,
  })
  await aType(church)
  const soon = new Date(clock.ms() + hours(1))
  await church.staff.appointments.create(meeting(soon, []))
  const gone = await church.staff.appointments.create(meeting(soon, []))
  await church.staff.appointments.cancel({ id: gone.id })
  await church.staff.appointments.create({ title: 'Service', type: 'event', startsAt: soon, minutes: 60 })
  expect(await church.staff.appointments.stats({})).toEqual({
    today: 2,
    week: 2,
    total: 1,
    activeTypes: 1,
    upcoming: 1,
    pending: 0,
    flagged: 0,
  })
})

test('a volunteer sees the appointments that they made or host, and no others', async () => {
  const church = await aChurch()
  await aCalendar(church)
  await church.staff.appointments.create(meeting(at(1, '10:00'), []))
  const own = await church.volunteer.appointments.create(meeting(at(1, '12:00'), []))
  expect((await church.volunteer.appointments.list({})).items.map(one => one.id)).toEqual([own.id])
})
