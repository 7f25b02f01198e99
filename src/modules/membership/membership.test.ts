import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aCourse, aSite } from '#testing/courses.ts'
import { slugOf, somebody } from '#testing/portal.ts'
import { messageTo } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { renderCourseBlock } from './service/page-block.ts'

afterEach(() => clock.reset())

test('a site is published once it has a published course and an offer; its figures are those of its rows', async () => {
  const church = await aChurch()
  const course = await aCourse(church)
  const site = await church.owner.membershipSites.create({ name: 'Next steps' })
  expect(site).toMatchObject({
    state: 'draft',
    problems: ['Add a published course.', 'Add an offer, so that people can get in.'],
  })
  await expect(church.owner.membershipSites.publish({ id: site.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  const { send } = await aServer()
  expect((await send(site.path)).status).toBe(404)
  await church.owner.membershipSites.update({ id: site.id, version: site.version, courseIds: [course.id] })
  await church.owner.membershipOffers.create({ siteId: site.id, name: 'Join', kind: 'free' })
  expect(await church.owner.membershipSites.publish({ id: site.id })).toMatchObject({
    state: 'active',
    courses: 1,
    members: 0,
  })
  expect((await send(site.path)).status).toBe(200)
  const { id: personId } = await somebody(church, 'Ann', 'ann@example.org')
  await church.owner.courseMembers.add({ siteId: site.id, personIds: [personId], sendsMail: false })
  expect(await church.owner.membershipSites.summary({})).toMatchObject({ sites: 1, courses: 1, members: 1, revenue: 0 })
  expect((await church.owner.membershipSites.list({})).items[0]).toMatchObject({ members: 1, courses: 1, revenue: 0 })
  expect((await church.owner.membershipSites.export({})).csv).toContain('Next steps')
})

test('archived, a site takes nobody new; deleted, it is gone, and comes back for 30 days; a copy is a draft', async () => {
  const church = await aChurch()
  const course = await aCourse(church)
  const site = await aSite(church, [course.id])
  const { send } = await aServer()
  const page = async () => (await send(site.base)).text()
  expect(await page()).toContain('Sign up')
  await church.owner.membershipSites.archive({ id: site.id })
  expect(await page()).not.toContain('Sign up')
  const copy = await church.owner.membershipSites.duplicate({ id: site.id })
  expect(copy).toMatchObject({ name: 'Next steps (copy)', state: 'draft', courses: 1, problems: [] })
  expect((await church.owner.membershipOffers.list({ siteId: copy.id })).items).toHaveLength(1)
  await church.owner.membershipSites.remove({ id: site.id })
  expect((await send(site.base)).status).toBe(404)
  expect((await church.owner.membershipSites.list({ deleted: true })).items.map(({ id }) => id)).toEqual([site.id])
  await church.owner.membershipSites.restore({ id: site.id })
  expect((await send(site.base)).status).toBe(200)
})

test('of two who edit a site at once the second is told; an address that is taken is refused at its field', async () => {
  const church = await aChurch()
  const [one, two] = [
    await church.owner.membershipSites.create({ name: 'One' }),
    await church.owner.membershipSites.create({ name: 'Two' }),
  ]
  await church.owner.membershipSites.update({ id: one.id, version: one.version, name: 'First' })
  await expect(
    church.owner.membershipSites.update({ id: one.id, version: one.version, name: 'Late' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(
    church.owner.membershipSites.update({ id: two.id, version: two.version, slug: 'one' }),
  ).rejects.toMatchObject({
    data: { issues: [{ path: ['slug'] }] },
  })
})

test('members are added by hand, by address and by file; known people are found, and everyone hears of it once', async () => {
  const church = await aChurch()
  const course = await aCourse(church)
  const site = await aSite(church, [course.id])
  const { id: annId } = await somebody(church, 'Ann', 'ann.add@example.org')
  const read = await church.owner.courseMembers.readFile({
    text: 'Name,Email\nAnn Miller,ann.add@example.org\nBob Reed,bob.add@example.org\nNobody,not an address\n',
  })
  expect(read.problems).toMatchObject([{ line: 4 }])
  const preview = await church.owner.courseMembers.previewMail({ siteId: site.id, message: 'See you on Sunday.' })
  expect(preview.text).toContain('See you on Sunday.')
  const added = await church.owner.courseMembers.add({
    siteId: site.id,
    invited: read.invited,
    message: 'See you on Sunday.',
  })
  expect(added).toEqual({ added: 2, notMailed: [] })
  await church.settle()
  expect(await messageTo('bob.add@example.org')).toContain('See you on Sunday.')
  const { items, total } = await church.owner.courseMembers.list({ siteId: site.id })
  expect(total).toBe(2)
  expect(items.find(({ id }) => id === annId)).toMatchObject({
    name: 'Ann Miller',
    status: 'active',
    progress: 0,
    courses: 1,
  })
  expect((await church.owner.courseMembers.list({ search: 'bob' })).total).toBe(1)
  expect((await church.owner.courseMembers.list({ status: 'inactive' })).total).toBe(0)
  expect((await church.owner.courseMembers.export({ siteId: site.id })).csv).toContain('bob.add@example.org')
  await expect(church.owner.courseMembers.add({ siteId: site.id })).rejects.toMatchObject({
    data: { issues: [{ path: ['personIds'] }] },
  })
  await expect(church.volunteer.courseMembers.add({ siteId: site.id, personIds: [annId] })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('the block of a page leads to a course that is open, and says why it can’t', async () => {
  const church = await aChurch()
  const course = await aCourse(church)
  const site = await aSite(church, [course.id])
  const draw = (value: object) => church.inside(ctx => renderCourseBlock(ctx, { ...value }))
  expect((await draw({ siteId: site.id, courseId: course.id })).html).toContain(`href="${site.base}/${course.slug}"`)
  expect((await draw({ siteId: site.id })).html).toContain(`href="${site.base}"`)
  expect((await draw({})).problem).toMatchObject({ isBlocking: true })
  await church.owner.courses.unpublish({ id: course.id })
  expect((await draw({ siteId: site.id, courseId: course.id })).problem?.message).toContain('not published')
  expect((await church.owner.courses.uses({ id: course.id })).items).toEqual([
    { label: 'the site “Next steps”', href: `/membership/sites/${site.id}` },
  ])
})

test('a merge keeps the way of the person who is further, and both keep their access', async () => {
  const church = await aChurch()
  const course = await aCourse(church)
  const [one, two] = [
    await somebody(church, 'Ann', 'ann1@example.org'),
    await somebody(church, 'Anne', 'ann2@example.org'),
  ]
  await church.owner.learners.enroll({ courseId: course.id, personIds: [one.id, two.id] })
  await church.settle()
  const { items } = await church.owner.learners.list({ courseId: course.id })
  const further = items.find(({ personId }) => personId === two.id)!
  const [lesson] = (await church.owner.learners.get({ id: further.id })).lessons
  await church.owner.learners.markPresent({ lessonId: lesson!.id, ids: [further.id] })
  await church.owner.merges.create({
    keepId: one.id,
    goneId: two.id,
    keepVersion: one.version,
    goneVersion: two.version,
  })
  await church.settle()
  const after = await church.owner.learners.list({ courseId: course.id })
  expect(after.items).toMatchObject([{ personId: one.id, progress: 100, isActive: true }])
  expect(await slugOf(church)).toMatch(/^[a-z0-9-]+$/)
})
