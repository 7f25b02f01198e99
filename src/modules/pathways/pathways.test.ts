import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { completeEnrollment, findEnrollment, listGrants } from '#courses/enrollments/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aCourse } from '#testing/courses.ts'
import { merge } from '#testing/merging.ts'
import { aBrowser, somebody } from '#testing/portal.ts'
import { pathwayActions } from './service/workflow-pieces.ts'
import { pathwaySignoffs } from './tables.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
afterEach(() => clock.reset())

const realLife = (title: string) => ({ id: randomUUID(), kind: 'real_life' as const, title })
const ofCourse = (courseId: string) => ({ id: randomUUID(), kind: 'course' as const, courseId })
type Steps = (ReturnType<typeof realLife> | ReturnType<typeof ofCourse>)[]

async function aPathway(church: Church, steps: Steps) {
  const made = await church.staff.pathways.create({ name: 'First steps', steps })
  return church.staff.pathways.publish({ id: made.id })
}

let count = 0
const aPerson = (church: Church, name = 'Ann') => somebody(church, name, `${name}.${++count}@example.org`.toLowerCase())

/** Someone on a pathway; answers their row. */
async function joined(church: Church, pathwayId: string, personId: string, mentorId: string | null = null) {
  await church.staff.pathwayPeople.add({ pathwayId, personIds: [personId], mentorId })
  const { items } = await church.staff.pathwayPeople.ofPerson({ personId })
  return items.find(one => one.pathwayId === pathwayId)!
}

const completes = (church: Church, personId: string, courseId: string) =>
  church.inside(async ctx => void (await completeEnrollment(ctx, (await findEnrollment(ctx, { personId, courseId }))!)))
const statesOf = (one: { steps: { state: string }[] }) => one.steps.map(({ state }) => state).join(' ')
const grants = (church: Church, personId: string, courseId: string) =>
  church.inside(ctx => listGrants(ctx, { personId, courseId }))

test('steps open in order: a course is granted when everything before it is done', async () => {
  const church = await aChurch()
  const [first, second] = [await aCourse(church), await aCourse(church)]
  const meet = realLife('Meet a pastor')
  const pathway = await aPathway(church, [ofCourse(first.id), meet, ofCourse(second.id)])
  expect(pathway).toMatchObject({
    state: 'active',
    steps: [{ title: 'Membership class' }, { title: 'Meet a pastor' }, {}],
  })
  const ann = await aPerson(church)
  const one = await joined(church, pathway.id, ann.id)
  expect(statesOf(one)).toBe('next later later')
  expect(await grants(church, ann.id, first.id)).toMatchObject([{ kind: 'pathway', source: pathway.id }])
  expect(await grants(church, ann.id, second.id)).toEqual([])

  await completes(church, ann.id, first.id)
  await church.settle()
  expect(statesOf(await church.staff.pathwayPeople.get({ id: one.id }))).toBe('done next later')
  expect(await grants(church, ann.id, second.id)).toEqual([])
  const signed = await church.pastor.pathwayPeople.signOff({ id: one.id, stepId: meet.id, note: 'Over coffee' })
  expect(signed).toMatchObject({
    done: 2,
    steps: [{}, { signedName: expect.stringContaining('pastor'), note: 'Over coffee' }, {}],
  })
  expect(await grants(church, ann.id, second.id)).toHaveLength(1)
  expect((await church.staff.pathways.get({ id: pathway.id })).steps.map(({ people }) => people)).toEqual([
    { next: 0, waiting: 0, done: 1 },
    { next: 0, waiting: 0, done: 1 },
    { next: 1, waiting: 0, done: 0 },
  ])
  await completes(church, ann.id, second.id)
  await church.settle()
  expect((await church.staff.pathwayPeople.list({ pathwayId: pathway.id, state: 'done' })).items).toMatchObject([
    { name: 'Ann Miller', done: 3, completedAt: expect.any(Date) },
  ])
  const kinds = (await church.staff.timeline.list({ personId: ann.id })).items.map(({ type }) => type)
  expect(kinds.filter(type => type.startsWith('pathway.')).sort()).toEqual([
    'pathway.completed',
    'pathway.joined',
    'pathway.step_signed',
  ])
})

test('a course that someone completed before is done; removed from the pathway, the access by it ends', async () => {
  const church = await aChurch()
  const [first, second] = [await aCourse(church), await aCourse(church)]
  const ann = await aPerson(church)
  const before = await aPathway(church, [ofCourse(first.id)])
  await joined(church, before.id, ann.id)
  await completes(church, ann.id, first.id)
  const pathway = await aPathway(church, [ofCourse(first.id), ofCourse(second.id)])
  const one = await joined(church, pathway.id, ann.id)
  expect(statesOf(one)).toBe('done next')
  expect(await church.staff.pathwayPeople.add({ pathwayId: pathway.id, personIds: [ann.id] })).toEqual({
    added: 0,
    known: 1,
  })
  await church.staff.pathwayPeople.remove({ id: one.id })
  expect(await grants(church, ann.id, second.id)).toMatchObject([{ revokedAt: expect.any(Date) }])
  expect((await church.staff.pathwayPeople.list({ pathwayId: pathway.id })).total).toBe(0)
  expect(statesOf(await joined(church, pathway.id, ann.id))).toBe('done next')
  expect(await grants(church, ann.id, second.id)).toMatchObject([{ revokedAt: null }])
})

test('two sign-offs at once complete the pathway once', async () => {
  const church = await aChurch()
  const [meet, serve] = [realLife('Meet a pastor'), realLife('Serve once')]
  const pathway = await aPathway(church, [meet, serve])
  const ann = await aPerson(church)
  const { id } = await joined(church, pathway.id, ann.id)
  await Promise.all([
    church.staff.pathwayPeople.signOff({ id, stepId: meet.id }),
    church.pastor.pathwayPeople.signOff({ id, stepId: serve.id }),
    church.admin.pathwayPeople.signOff({ id, stepId: serve.id }),
  ])
  expect(await church.staff.pathwayPeople.get({ id })).toMatchObject({ done: 2, completedAt: expect.any(Date) })
  await church.staff.pathwayPeople.undoSignOff({ id, stepId: serve.id })
  expect(await church.staff.pathwayPeople.get({ id })).toMatchObject({ done: 1, completedAt: null })
  await church.staff.pathwayPeople.signOff({ id, stepId: serve.id })
  await church.settle()
  const { items } = await church.staff.timeline.list({ personId: ann.id })
  expect(items.filter(({ type }) => type === 'pathway.completed')).toHaveLength(1)
})

test('a removed step keeps its sign-offs, and everyone moves on without it', async () => {
  const church = await aChurch()
  const [meet, serve] = [realLife('Meet a pastor'), realLife('Serve once')]
  const pathway = await aPathway(church, [meet, serve])
  const [ann, bob] = [await aPerson(church), await aPerson(church, 'Bob')]
  const one = await joined(church, pathway.id, ann.id)
  const other = await joined(church, pathway.id, bob.id)
  for (const { id } of [one, other]) await church.staff.pathwayPeople.signOff({ id, stepId: meet.id })
  await church.staff.pathwayPeople.signOff({ id: other.id, stepId: serve.id })
  const without = await church.staff.pathways.update({ id: pathway.id, version: pathway.version, steps: [meet] })
  await church.settle()
  expect((await church.staff.pathwayPeople.get({ id: one.id })).completedAt).not.toBeNull()
  await expect(church.staff.pathwayPeople.signOff({ id: one.id, stepId: serve.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const kept = await church.inside(ctx =>
    ctx.db.select().from(pathwaySignoffs).where(eq(pathwaySignoffs.stepId, serve.id)),
  )
  expect(kept).toHaveLength(1)
  await church.staff.pathways.update({ id: pathway.id, version: without.version, steps: [serve, meet] })
  expect(statesOf(await church.staff.pathwayPeople.get({ id: other.id }))).toBe('done done')
  await expect(
    church.staff.pathways.update({ id: pathway.id, version: without.version, name: 'Late' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('who may sign off: the mentor, also as a volunteer, and members who may change content', async () => {
  const church = await aChurch()
  const meet = realLife('Meet a pastor')
  const pathway = await aPathway(church, [meet])
  const ann = await aPerson(church)
  const { id } = await joined(church, pathway.id, ann.id)
  const forbidden = { code: 'FORBIDDEN' }
  await expect(church.volunteer.pathwayPeople.signOff({ id, stepId: meet.id })).rejects.toMatchObject(forbidden)
  await expect(church.volunteer.pathways.create({ name: 'Mine' })).rejects.toMatchObject(forbidden)
  await expect(church.volunteer.pathwayPeople.setMentor({ id, mentorId: null })).rejects.toMatchObject(forbidden)
  await expect(church.staff.pathwayPeople.setMentor({ id, mentorId: randomUUID() })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await church.staff.pathwayPeople.setMentor({ id, mentorId: church.people.volunteer.id })
  const signed = await church.volunteer.pathwayPeople.signOff({ id, stepId: meet.id })
  expect(signed.completedAt).not.toBeNull()
})

test('what belongs to another church is refused', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const meet = realLife('Meet a pastor')
  const pathway = await aPathway(grace, [meet])
  const ann = await aPerson(grace)
  const { id } = await joined(grace, pathway.id, ann.id)
  const absent = { code: 'NOT_FOUND' }
  await expect(hope.staff.pathways.get({ id: pathway.id })).rejects.toMatchObject(absent)
  await expect(hope.staff.pathwayPeople.signOff({ id, stepId: meet.id })).rejects.toMatchObject(absent)
  await expect(hope.staff.pathwayPeople.list({ pathwayId: pathway.id })).rejects.toMatchObject(absent)
  const course = await aCourse(grace)
  const refused = { code: 'BAD_REQUEST' }
  await expect(hope.staff.pathways.create({ name: 'Theirs', steps: [ofCourse(course.id)] })).rejects.toMatchObject(
    refused,
  )
  const own = await aPathway(hope, [realLife('Meet us')])
  await expect(hope.staff.pathwayPeople.add({ pathwayId: own.id, personIds: [ann.id] })).rejects.toMatchObject(refused)
  const bob = await aPerson(hope, 'Bob')
  const theirs = { pathwayId: own.id, personIds: [bob.id], mentorId: grace.people.staff.id }
  await expect(hope.staff.pathwayPeople.add(theirs)).rejects.toMatchObject(refused)
  const second = await aPathway(hope, [realLife('Meet us again')])
  const stolen = { id: second.id, version: second.version, steps: [{ ...realLife('Taken'), id: own.steps[0]!.id }] }
  await expect(hope.staff.pathways.update(stolen)).rejects.toMatchObject(refused)
})

test('someone asks for a sign-off in the portal, twice it is one; the mentor hears of it and signs off', async () => {
  const church = await aChurch()
  const [meet, serve] = [realLife('Meet a pastor'), realLife('Serve <once>')]
  const pathway = await aPathway(church, [meet, serve])
  const email = `asks.${++count}@example.org`
  const ann = await somebody(church, 'Ann', email)
  const { id } = await joined(church, pathway.id, ann.id, church.people.volunteer.id)
  const browser = await aBrowser(church)
  expect((await browser.get('/pathways')).headers.get('location')).toBe(`/my/${browser.slug}`)
  await browser.signIn(email)
  const page = async () => (await browser.get('/pathways')).text()
  const before = await page()
  expect(before).toContain('0 of 2 done')
  expect(before.match(/Ask for sign-off<\/button>/g)).toHaveLength(1)
  expect(before).toContain('Serve &lt;once&gt;')
  for (let twice = 0; twice < 2; twice++) {
    const asked = await browser.post('/pathways', { pathway: id, step: meet.id })
    expect(asked.headers.get('location')).toBe(`/my/${browser.slug}/pathways`)
  }
  await browser.post('/pathways', { pathway: id, step: serve.id })
  expect(await page()).toContain('Waiting for sign-off')
  const news = (await church.volunteer.notifications.list({})).items.filter(({ type }) => type === 'sign-off')
  expect(news).toMatchObject([{ title: 'Sign-off requested by Ann Miller', href: '/membership/pathways/sign-offs' }])
  expect((await church.volunteer.pathwayPeople.waiting({})).items).toMatchObject([
    { id, stepId: meet.id, step: 'Meet a pastor' },
  ])
  expect((await church.staff.pathwayPeople.waiting({})).total).toBe(0)
  await church.volunteer.pathwayPeople.signOff({ id, stepId: meet.id })
  expect(await page()).toContain('Signed off by volunteer')
  expect((await church.volunteer.pathwayPeople.waiting({})).total).toBe(0)
})

test('in the portal nobody asks for someone else, and without a mentor everyone who may sign off hears of it', async () => {
  const church = await aChurch()
  const meet = realLife('Meet a pastor')
  const pathway = await aPathway(church, [meet])
  const [annMail, bobMail] = [`ann.${++count}@example.org`, `bob.${++count}@example.org`]
  const [ann, bob] = [await somebody(church, 'Ann', annMail), await somebody(church, 'Bob', bobMail)]
  const one = await joined(church, pathway.id, ann.id)
  await joined(church, pathway.id, bob.id)
  const bobs = await aBrowser(church)
  await bobs.signIn(bobMail)
  await bobs.post('/pathways', { pathway: one.id, step: meet.id })
  expect((await church.staff.pathwayPeople.waiting({})).total).toBe(0)
  const anns = await aBrowser(church)
  await anns.signIn(annMail)
  await anns.post('/pathways', { pathway: one.id, step: meet.id })
  expect((await church.staff.pathwayPeople.waiting({})).items).toMatchObject([{ id: one.id, mentor: '' }])
  expect((await church.pastor.notifications.list({})).items.some(({ type }) => type === 'sign-off')).toBe(true)
  expect((await church.viewer.notifications.list({})).items.some(({ type }) => type === 'sign-off')).toBe(false)
  expect((await church.staff.pathways.list({})).items).toMatchObject([
    { people: 2, waiting: 1, completed: 0, steps: 1 },
  ])
})

test('only a published pathway takes people; the trash keeps it for 30 days', async () => {
  const church = await aChurch()
  const draft = await church.staff.pathways.create({ name: 'Baptism' })
  const ann = await aPerson(church)
  await expect(church.staff.pathways.publish({ id: draft.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Add a step.',
  })
  const add = () => church.staff.pathwayPeople.add({ pathwayId: draft.id, personIds: [ann.id] })
  await expect(add()).rejects.toMatchObject({ code: 'CONFLICT' })
  const copy = await church.staff.pathways.duplicate({ id: draft.id })
  expect(copy).toMatchObject({ name: 'Baptism (copy)', state: 'draft' })
  await church.staff.pathways.remove({ id: draft.id })
  expect((await church.staff.pathways.list({ deleted: true })).items).toMatchObject([{ id: draft.id }])
  await church.staff.pathways.restore({ id: draft.id })
  expect((await church.staff.pathways.list({ search: 'bapt' })).total).toBe(2)
  await church.staff.pathways.remove({ id: draft.id })
  clock.advance(days(31))
  await expect(church.staff.pathways.restore({ id: draft.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await church.admin.pathways.export({})).csv).toContain('Baptism (copy)')
})

test('a workflow puts someone on a pathway once, and nobody on one that is not published; a merge keeps the completed one', async () => {
  const church = await aChurch()
  const meet = realLife('Meet a pastor')
  const pathway = await aPathway(church, [meet])
  const draft = await church.staff.pathways.create({ name: 'Draft' })
  const [ann, double] = [await aPerson(church), await aPerson(church, 'Anne')]
  const run = (personId: string, pathwayId: string) =>
    church.inside(ctx =>
      pathwayActions['pathway.join']!.run(ctx, { personId, input: { pathwayId }, key: randomUUID() }),
    )
  expect(await run(ann.id, pathway.id)).toMatchObject({ pathwayPersonId: expect.any(String) })
  expect(await run(ann.id, pathway.id)).toEqual({ known: true })
  expect(await run(ann.id, draft.id)).toEqual({ skipped: 'no_pathway' })
  const { id } = await joined(church, pathway.id, double.id)
  await church.staff.pathwayPeople.signOff({ id, stepId: meet.id })
  await merge(church, ann.id, double.id)
  const { items } = await church.staff.pathwayPeople.ofPerson({ personId: ann.id })
  expect(items).toMatchObject([{ id, completedAt: expect.any(Date), done: 1 }])
})
