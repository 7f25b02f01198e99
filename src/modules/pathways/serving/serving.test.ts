import { DateTime } from 'luxon'
import { afterEach, expect, test } from 'vitest'
import { completeEnrollment, grantAccess } from '#courses/enrollments/service.ts'
import { clock, days, minutes } from '#kernel/clock.ts'
import { findCertificate, issueCertificate } from '#learning/service/certificates.ts'
import { courseById } from '#learning/service/state.ts'
import { aChurch } from '#testing/church.ts'
import { aCourse, aLesson } from '#testing/courses.ts'
import { atNoon } from '#testing/flock.ts'
import { somebody } from '#testing/portal.ts'
import { reportExpired } from './service/assignments.ts'
import { lapsedTrainings } from './service/trainings.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
afterEach(() => clock.reset())

const aTraining = (church: Church, validMonths = 1) =>
  aCourse(church, [aLesson('text')], { hasCertificate: true, validMonths })
const trained = (church: Church, personId: string, courseId: string) =>
  church.inside(async ctx => {
    const enrollment = await grantAccess(ctx, { personId, courseId, kind: 'leader' })
    await completeEnrollment(ctx, enrollment)
    await issueCertificate(ctx, enrollment, await courseById(ctx, courseId))
  })
const anEvent = (church: Church, startsAt: Date) =>
  church.staff.appointments.create({ title: 'Sunday service', type: 'event', startsAt, minutes: 75 })
const chicago = () => DateTime.fromMillis(clock.ms(), { zone: 'America/Chicago' })

async function aTeam() {
  const church = await aChurch()
  await atNoon(church)
  const course = await aTraining(church)
  const role = await church.staff.servingRoles.create({ name: 'Kids team', courseIds: [course.id] })
  const ann = await somebody(church, 'Ann', '', { points: [] })
  return { church, course, role, ann }
}

test('nobody is assigned without the training, or when it ends before the day of the event', async () => {
  const { church, course, role, ann } = await aTeam()
  const ends = chicago().plus({ months: 1 })
  // Late on the last day: by the clock of London it is the day after.
  const onLast = await anEvent(church, ends.set({ hour: 22, minute: 0 }).toJSDate())
  const after = await anEvent(church, ends.plus({ days: 1 }).set({ hour: 0, minute: 30 }).toJSDate())
  const assign = (appointmentId: string) =>
    church.staff.servingAssignments.assign({ roleId: role.id, appointmentId, personId: ann.id })
  await expect(assign(onLast.id)).rejects.toMatchObject({
    code: 'TRAINING_LAPSED',
    status: 409,
    message: expect.stringMatching(/^Ann Miller .*“Membership class” is missing\.$/),
  })
  await trained(church, ann.id, course.id)
  await expect(assign(after.id)).rejects.toMatchObject({
    code: 'TRAINING_LAPSED',
    message: expect.stringContaining(`expires on ${ends.setLocale('en-US').toLocaleString(DateTime.DATE_MED)}`),
  })
  const made = await assign(onLast.id)
  expect(made).toMatchObject({ name: 'Ann Miller', role: 'Kids team', isBlocked: false })
  expect((await assign(onLast.id)).id).toBe(made.id)
  const day = ends.plus({ days: 1 }).toISODate()!
  const lapsed = await church.inside(ctx => lapsedTrainings(ctx, { roleId: role.id, personIds: [ann.id], day }))
  expect(lapsed).toMatchObject([
    { name: 'Ann Miller', title: 'Membership class', state: 'expired', until: ends.toISODate() },
  ])
})

test('a role lists its people with their trainings, and an assignment that is no longer covered is marked', async () => {
  const { church, course, role, ann } = await aTeam()
  const bob = await somebody(church, 'Bob', '', { points: [] })
  await trained(church, ann.id, course.id)
  const event = await anEvent(church, chicago().plus({ days: 20 }).toJSDate())
  await church.staff.servingAssignments.assign({ roleId: role.id, appointmentId: event.id, personId: ann.id })
  const group = await church.staff.groups.create({ name: 'Kids' })
  await church.staff.people.update({ ...(await withVersion(church, bob.id)), groupIds: [group.id] } as never)
  const shown = await church.staff.servingRoles.update({ id: role.id, version: role.version, groupId: group.id })
  expect(shown.people.map(({ name, isReady }) => [name, isReady])).toEqual([
    ['Ann Miller', true],
    ['Bob Miller', false],
  ])
  expect(shown.people[1]!.trainings).toMatchObject([{ state: 'missing' }])
  expect((await church.staff.servingRoles.list({})).items).toMatchObject([{ people: 2, ready: 1, group: 'Kids' }])

  const { version } = await church.staff.appointments.get({ id: event.id })
  const later = chicago().plus({ days: 40 }).toJSDate()
  await church.staff.appointments.move({ id: event.id, version, startsAt: later } as never)
  const blocked = await church.staff.servingAssignments.list({ roleId: role.id })
  expect(blocked.items).toMatchObject([{ isBlocked: true, lapsed: [{ state: 'expired' }] }])
  clock.advance(days(35))
  for (let twice = 0; twice < 2; twice++)
    await church.inside(async ctx => {
      const certificate = await findCertificate(ctx, { personId: ann.id, courseId: course.id })
      await reportExpired(ctx, { personId: ann.id, courseId: course.id, certificateId: certificate!.id })
    })
  await church.settle()
  const news = (await church.staff.notifications.list({})).items.filter(({ type }) => type === 'training-lapsed')
  expect(news).toMatchObject([{ title: 'A training of Ann Miller has expired', href: '/membership/serving' }])
  await church.staff.servingAssignments.remove({ id: blocked.items[0]!.id })
  expect((await church.staff.servingAssignments.list({ appointmentId: event.id })).items).toEqual([])
})

const withVersion = async (church: Church, id: string) => {
  const { version } = await church.staff.people.get({ id })
  return { id, version }
}

test('what belongs to another church, or is gone is refused at its field; volunteers change nothing', async () => {
  const { church, role, ann } = await aTeam()
  const hope = await aChurch('Hope Chapel')
  const theirs = await aTraining(hope)
  const event = await anEvent(church, new Date(clock.ms() + days(3)))
  const refused = { code: 'BAD_REQUEST' }
  const free = await church.staff.servingRoles.create({ name: 'Greeters' })
  const valid = { roleId: free.id, appointmentId: event.id, personId: ann.id }
  const bob = await somebody(hope, 'Bob', '', { points: [] })
  const other = await anEvent(hope, new Date(clock.ms() + minutes(30)))
  for (const wrong of [{ personId: bob.id }, { appointmentId: other.id }, { roleId: crypto.randomUUID() }])
    await expect(church.staff.servingAssignments.assign({ ...valid, ...wrong })).rejects.toMatchObject(refused)
  await expect(church.staff.servingRoles.create({ name: 'x', courseIds: [theirs.id] })).rejects.toMatchObject(refused)
  await expect(church.staff.servingRoles.create({ name: 'x', groupId: crypto.randomUUID() })).rejects.toMatchObject(
    refused,
  )
  await expect(hope.staff.servingRoles.get({ id: role.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.volunteer.servingAssignments.assign(valid)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await church.staff.servingAssignments.events({})).items).toMatchObject([
    { id: event.id, title: 'Sunday service' },
  ])
  await church.staff.servingAssignments.assign(valid)
  await church.staff.servingRoles.remove({ id: free.id })
  expect((await church.staff.servingAssignments.list({})).items).toEqual([])
})
