import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { enrollmentById } from '#courses/enrollments/service.ts'
import { clock, days, minutes, seconds } from '#kernel/clock.ts'
import { asJob } from '#kernel/run.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { aCourse, aLesson, aQuestion, aSite, atCourses } from '#testing/courses.ts'
import { aBrowser, somebody } from '#testing/portal.ts'
import { messageTo } from '#testing/sign-in.ts'
import { aVideo } from '#testing/videos.ts'
import { completeLesson } from './service/completion.ts'
import { seedProgress } from './service/demo.ts'
import { recordPing } from './service/pings.ts'
import { canRead } from './service/state.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
let count = 0
const someone = (church: Church, name = 'Ann') => somebody(church, name, `${name.toLowerCase()}.${++count}@example.org`)

/** Someone enrolled by the team. @returns the enrollment's id */
async function enrolled(church: Church, courseId: string, personId: string, more: object = {}) {
  await church.owner.learners.enroll({ courseId, personIds: [personId], ...more })
  await church.settle()
  const { items } = await church.owner.learners.list({ courseId, limit: 200 })
  return items.find(one => one.personId === personId)!.id
}

async function aLearner(lessons = [aLesson()], settings: object = {}) {
  const church = await aChurch()
  const course = await aCourse(church, lessons, settings)
  const { id: personId } = await someone(church)
  const id = await enrolled(church, course.id, personId)
  return { church, course, personId, id, lessons }
}

const lessonOf = async (church: Church, id: string, lessonId: string) =>
  (await church.owner.learners.get({ id })).lessons.find(one => one.id === lessonId)!

test('two completions at once make one completion, one certificate and one event', async () => {
  const [first, second] = [aLesson(), aLesson()]
  const { church, course, id } = await aLearner([first, second], { hasCertificate: true })
  const complete = (lessonId: string) =>
    asJob(church.id, 'test', randomUUID(), ctx => completeLesson(ctx, id, lessonId, 'marked'))
  await Promise.all([first.id, second.id, first.id, second.id].map(complete))
  await church.settle()
  const learner = await church.owner.learners.get({ id })
  expect(learner).toMatchObject({
    done: 2,
    progress: 100,
    certificate: { number: expect.stringMatching(/^\d{4}-0001$/) },
  })
  expect(await query('select count(*)::int as n from certificates where course_id = $1', [course.id])).toEqual([
    { n: 1 },
  ])
})

test('a certificate is emailed on the day that someone finishes; one that is dated back is not', async () => {
  const lesson = aLesson()
  const { church, course, id } = await aLearner([lesson], { hasCertificate: true })
  const { id: personId } = await someone(church, 'Bea')
  await church.inside(ctx => completeLesson(ctx, id, lesson.id, 'marked'))
  const before = await enrolled(church, course.id, personId)
  await church.inside(async ctx => {
    const enrollment = await enrollmentById(ctx, before)
    await seedProgress(ctx, { enrollment, at: new Date(clock.ms() - days(30)), share: 1 })
  })
  await church.settle()
  const numbers = await query('select person_id from certificates where course_id = $1', [course.id])
  expect(numbers).toHaveLength(2)
  const mails = await query(`select 1 from messages where client_id = $1 and kind = 'course-certificate'`, [church.id])
  expect(mails).toHaveLength(1)
})

test('lessons open in sequence, after days and on a date; the team sees why, and unlocks one or all', async () => {
  const open = aLesson()
  const sequential = aLesson('text', { drip: { rule: 'sequential', days: 0, date: '' } })
  const later = aLesson('text', { drip: { rule: 'days', days: 7, date: '' } })
  const dated = aLesson('text', { drip: { rule: 'date', days: 0, date: '2999-01-01' } })
  const { church, id, personId } = await aLearner([open, sequential, later, dated])
  const reads = (lessonId: string) => church.inside(ctx => canRead(ctx, personId, lessonId))
  expect(await Promise.all([open, sequential, later, dated].map(one => reads(one.id)))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(await lessonOf(church, id, sequential.id)).toMatchObject({
    why: 'locked_after',
    reason: 'Opens after the lessons before it',
  })
  expect((await lessonOf(church, id, later.id)).reason).toMatch(/^Opens on /)
  await church.owner.learners.markPresent({ lessonId: open.id, ids: [id] })
  expect(await reads(sequential.id)).toBe(true)
  clock.advance(days(8))
  expect(await reads(later.id)).toBe(true)
  await church.owner.learners.unlock({ ids: [id], lessonIds: [dated.id] })
  expect(await reads(dated.id)).toBe(true)
  expect(await lessonOf(church, id, dated.id)).toMatchObject({ isOpen: true, isUnlockedByTeam: true })
})

test('a course that changes loses nobody’s progress, and locks nothing that was open', async () => {
  const [first, second] = [aLesson(), aLesson()]
  const { church, course, id, personId } = await aLearner([first, second])
  await church.owner.learners.markPresent({ lessonId: first.id, ids: [id] })
  const now = await church.owner.courses.get({ id: course.id })
  const added = aLesson('text', { drip: { rule: 'date', days: 0, date: '2999-01-01' } })
  const locked = { ...first, drip: { rule: 'date' as const, days: 0, date: '2999-01-01' } }
  const draft = [{ ...now.draft[0]!, lessons: [locked, added] }]
  const saved = await church.owner.courses.update({ id: course.id, version: now.version, draft })
  await church.owner.courses.publish({ id: course.id, version: saved.version })
  await church.settle()
  expect(await church.inside(ctx => canRead(ctx, personId, first.id))).toBe(true)
  expect(await church.inside(ctx => canRead(ctx, personId, added.id))).toBe(false)
  // The second lesson was removed with nothing done in it; the first one counts as before.
  expect(await church.owner.learners.get({ id })).toMatchObject({ done: 1, required: 2, progress: 50 })
  expect(await church.inside(ctx => canRead(ctx, personId, second.id))).toBe(false)
  const back = await church.owner.courses.revert({
    id: course.id,
    version: (await church.owner.courses.get({ id: course.id })).version,
    number: 1,
  })
  await church.owner.courses.publish({ id: course.id, version: back.version })
  await church.settle()
  expect(await church.owner.learners.get({ id })).toMatchObject({ done: 1, required: 2 })
})

test('an unpublished course is closed for now, and opens again with all that was done', async () => {
  const lesson = aLesson()
  const { church, course, id, personId } = await aLearner([lesson, aLesson()])
  await church.owner.learners.markPresent({ lessonId: lesson.id, ids: [id] })
  await church.owner.courses.unpublish({ id: course.id })
  expect(await church.inside(ctx => canRead(ctx, personId, lesson.id))).toBe(false)
  expect(await lessonOf(church, id, lesson.id)).toMatchObject({ why: 'unpublished' })
  const { version } = await church.owner.courses.get({ id: course.id })
  await church.owner.courses.publish({ id: course.id, version })
  expect(await church.owner.learners.get({ id })).toMatchObject({ done: 1 })
  expect(await church.inside(ctx => canRead(ctx, personId, lesson.id))).toBe(true)
})

test('suspended, removed and expired learners can’t read; coming back counts from the first day', async () => {
  const lesson = aLesson()
  const { church, course, id, personId } = await aLearner([lesson])
  const reads = () => church.inside(ctx => canRead(ctx, personId, lesson.id))
  const { enrolledAt } = await church.owner.learners.get({ id })
  await church.owner.learners.suspend({ id, suspended: true })
  expect(await reads()).toBe(false)
  await church.owner.learners.suspend({ id, suspended: false })
  await church.owner.learners.remove({ id })
  expect(await reads()).toBe(false)
  clock.advance(days(10))
  const expiresAt = new Date(clock.ms() + days(3))
  expect(await enrolled(church, course.id, personId, { expiresAt })).toBe(id)
  expect((await church.owner.learners.get({ id })).enrolledAt).toEqual(enrolledAt)
  expect(await reads()).toBe(true)
  clock.advance(days(4))
  expect(await reads()).toBe(false)
  await church.owner.learners.extend({ id, expiresAt: null })
  expect(await reads()).toBe(true)
})

/** A private video in a course, and a learner who has opened the lesson. */
async function atFilm() {
  const church = await aChurch()
  const video = await aVideo(church, { visibility: 'private' })
  const lesson = aLesson('video', { videoId: video.id })
  const course = await aCourse(church, [lesson])
  const site = await aSite(church, [course.id])
  const person = await someone(church)
  const browser = await aBrowser(church)
  await browser.signIn(person.email!)
  const learner = await atCourses(browser.cookie)
  await learner.post(site.base, { offer: site.offer.id, key: randomUUID() })
  await church.settle()
  const path = `${site.base}/${course.slug}/${lesson.id}`
  const page = await learner.text(path)
  const { items } = await church.owner.learners.list({ courseId: course.id })
  return { church, course, video, lesson, learner, page, path, site, id: items[0]!.id }
}

test('a film counts by what was played, once, and no faster than the clock allows', async () => {
  const { church, lesson, learner, page, site, id, video } = await atFilm()
  const token = /data-token="([^"]+)"/.exec(page)![1]!
  const url = `${site.base.split('/').slice(0, 3).join('/')}/progress`
  const ping = (spans: [number, number][]) =>
    learner.json(url, { token, spans, positionMs: spans.at(-1)![1], durationMs: null }).then(answer => answer.json())
  const end = video.durationMs!
  // The clip is short: skipping to its end plays nothing.
  expect(await ping([[end - 100, end]])).toEqual({ state: 'kept' })
  clock.advance(seconds(10))
  for (let twice = 0; twice < 2; twice++) expect(await ping([[0, end / 2]])).toEqual({ state: 'kept' })
  expect(await lessonOf(church, id, lesson.id)).toMatchObject({ completedAt: null })
  expect(
    await ping([
      [0, 3_600_000],
      [0, 3_600_000],
    ]),
  ).toEqual({ state: 'kept' })
  expect(await lessonOf(church, id, lesson.id)).toMatchObject({
    how: 'watched',
    watchedSeconds: Math.round(end / 1_000),
  })
})

test('pings of one second in which a thousand learners watch are all kept', async () => {
  const { church, lesson, id } = await atFilm()
  await query('update videos set duration_ms = 3600000 where id = $1', [lesson.videoId])
  clock.advance(minutes(30))
  const from = (at: number): [number, number] => [at * 1_000, at * 1_000 + 1_000]
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      recordPing(church.id, {
        enrollmentId: id,
        lessonId: lesson.id,
        spans: [from(at)],
        positionMs: at,
        durationMs: null,
      }),
    ),
  )
  expect(new Set(answers)).toEqual(new Set(['kept']))
  expect(await lessonOf(church, id, lesson.id)).toMatchObject({ watchedSeconds: 200 })
})

test('after access has ended, neither the film’s address nor a player’s reports are answered', async () => {
  const { church, page, learner, path, id, site } = await atFilm()
  const address = JSON.parse(/data-playback="([^"]+)"/.exec(page)![1]!.replaceAll('&quot;', '"')).source
    .address as string
  expect((await learner.get(address)).status).toBe(200)
  expect((await learner.get(`${path}/playback`)).status).toBe(200)
  await church.owner.learners.remove({ id })
  expect((await learner.get(address)).status).toBe(404)
  expect((await learner.get(`${path}/playback`)).status).not.toBe(200)
  const token = /data-token="([^"]+)"/.exec(page)![1]!
  const url = `${site.base.split('/').slice(0, 3).join('/')}/progress`
  const refused = await learner.json(url, { token, spans: [[0, 500]], positionMs: 500, durationMs: null })
  expect(refused.status).toBe(403)
})

test('attempts are counted under a lock, and answers after the time are kept but not passed', async () => {
  const question = aQuestion()
  const quiz = aLesson('quiz', { quiz: { questions: [question], passMark: 80, attempts: 1, minutes: 5 } })
  const church = await aChurch()
  const course = await aCourse(church, [quiz])
  const site = await aSite(church, [course.id])
  const person = await someone(church)
  const browser = await aBrowser(church)
  await browser.signIn(person.email!)
  const learner = await atCourses(browser.cookie)
  await learner.post(site.base, { offer: site.offer.id, key: randomUUID() })
  const path = `${site.base}/${course.slug}/${quiz.id}`
  await learner.get(path)
  await Promise.all(Array.from({ length: 5 }, () => learner.post(path, { act: 'start' })))
  const attempt = /name="attempt" value="([^"]+)"/.exec(await learner.text(path))![1]!
  expect(await query('select count(*)::int as n from quiz_attempts where client_id = $1', [church.id])).toEqual([
    { n: 1 },
  ])
  clock.advance(minutes(6))
  await learner.post(path, { act: 'quiz', attempt, [`q-${question.id}`]: 'a1' })
  const page = await learner.text(path)
  expect(page).toContain('came after the time was over')
  expect(page).toContain('You have used all your attempts')
  const again = await learner.post(path, { act: 'start' })
  expect(await again.text()).toContain('You have used all your attempts.')
})

test('an assignment waits for a leader, who returns it and accepts the next one; its file is for the team alone', async () => {
  const task = aLesson('assignment')
  const church = await aChurch()
  const course = await aCourse(church, [task])
  const site = await aSite(church, [course.id])
  const person = await someone(church)
  const browser = await aBrowser(church)
  await browser.signIn(person.email!)
  const learner = await atCourses(browser.cookie)
  await learner.post(site.base, { offer: site.offer.id, key: randomUUID() })
  const path = `${site.base}/${course.slug}/${task.id}`
  const form = new FormData()
  form.set('act', 'assignment')
  form.set('body', 'My story')
  form.set('file', new File(['once upon a time'], 'story.txt'))
  expect((await learner.post(path, form)).headers.get('location')).toContain('done=assignment')
  await church.settle()
  const [waiting] = (await church.staff.assignments.list({ state: 'submitted' })).items
  expect(waiting).toMatchObject({ body: 'My story', file: { name: 'story.txt' } })
  expect(await church.staff.assignments.waiting({})).toEqual({ assignments: 1, comments: 0 })
  expect((await learner.get(waiting!.file!.path)).status).toBe(401)
  await expect(church.staff.assignments.return({ id: waiting!.id, feedback: '' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await church.staff.assignments.return({ id: waiting!.id, feedback: 'Say more about the spring.' })
  await church.settle()
  expect(await learner.text(path)).toContain('Say more about the spring.')
  expect(await messageTo(person.email!)).toContain('Say more about the spring.')
  await learner.post(path, { act: 'assignment', body: 'In the spring I met Ruth.' })
  const [next] = (await church.staff.assignments.list({ state: 'submitted' })).items
  await church.staff.assignments.accept({ id: next!.id })
  await expect(church.staff.assignments.accept({ id: next!.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await learner.text(path)).toContain('✓ Completed')
})

test('files of a lesson are for people who may open it; guessed ones are not found', async () => {
  const church = await aChurch()
  const { send } = await import('#testing/web.ts').then(web => web.aServer())
  const uploaded = await send('/storage/v1/uploads?purpose=lesson&name=plan.pdf', {
    method: 'POST',
    body: '%PDF-1.7 plan',
    headers: { authorization: `Bearer ${church.people.staff.session.access_token}`, 'lampstand-client': church.id },
  })
  const file = await uploaded.json()
  const lesson = aLesson('file', { files: [{ id: file.id, name: file.name, size: file.size }] })
  const course = await aCourse(church, [lesson])
  const site = await aSite(church, [course.id])
  const person = await someone(church)
  const browser = await aBrowser(church)
  await browser.signIn(person.email!)
  const learner = await atCourses(browser.cookie)
  const address = `${site.base}/${course.slug}/${lesson.id}/files/${file.id}`
  expect((await learner.get(address)).status).toBeGreaterThan(400)
  await learner.post(site.base, { offer: site.offer.id, key: randomUUID() })
  const sent = await learner.get(address)
  expect(sent.headers.get('content-disposition')).toContain('plan.pdf')
  expect(await sent.text()).toBe('%PDF-1.7 plan')
  expect((await learner.get(address.replace(file.id, randomUUID()))).status).toBe(404)
  expect((await (await atCourses(() => '')).get(address)).status).toBe(404)
})

test('a training is announced 30 and 7 days before its end, enrolls again, and says when it has ended', async () => {
  const lesson = aLesson()
  const { church, course, id, personId } = await aLearner([lesson], { hasCertificate: true, validMonths: 12 })
  await church.owner.learners.markPresent({ lessonId: lesson.id, ids: [id] })
  await church.settle()
  const { points } = await church.owner.people.get({ id: personId })
  const email = points.find(one => one.kind === 'email')!.value
  const nightly = () => church.settle({ schedules: 'learning.trainings' })
  clock.advance(days(340))
  for (let twice = 0; twice < 2; twice++) await nightly()
  expect(await messageTo(email)).toContain('You are enrolled again')
  const again = (await church.owner.learners.list({ courseId: course.id })).items[0]!
  expect(again).toMatchObject({ personId, done: 0, completedAt: null, isActive: true })
  expect(again.id).not.toBe(id)
  clock.advance(days(40))
  await nightly()
  const { items } = await church.owner.timeline.list({ personId, limit: 50 })
  expect(items.map(one => one.type)).toContain('training.expired')
  await church.owner.learners.markPresent({ lessonId: lesson.id, ids: [again.id] })
  const numbers = await query('select count(*)::int as n from certificates where client_id = $1', [church.id])
  expect(numbers).toEqual([{ n: 2 }])
})

test('inactive learners are announced once, and begin anew with their next activity', async () => {
  const { church, id } = await aLearner([aLesson()], { inactiveDays: 5 })
  const nightly = () => church.settle({ schedules: 'learning.inactive' })
  await nightly()
  clock.advance(days(6))
  for (let twice = 0; twice < 2; twice++) await nightly()
  expect(await query('select inactive_at is not null as "is" from course_enrollments where id = $1', [id])).toEqual([
    { is: true },
  ])
})

test('the report counts lessons and questions; the list, filters and CSV agree', async () => {
  const { church, course, id, lessons } = await aLearner([aLesson(), aLesson()])
  const second = await someone(church, 'Bob')
  await enrolled(church, course.id, second.id)
  await church.owner.learners.markPresent({ lessonId: lessons[0]!.id, ids: [id] })
  expect(await church.owner.learners.report({ courseId: course.id })).toMatchObject({
    learners: 2,
    finished: 0,
    lessons: [
      { opened: 1, completed: 1 },
      { opened: 0, completed: 0 },
    ],
  })
  const found = await church.owner.learners.list({ courseId: course.id, search: 'bob' })
  expect(found).toMatchObject({ total: 1, items: [{ progress: 0 }] })
  expect((await church.owner.learners.list({ courseId: course.id, state: 'completed' })).total).toBe(0)
  const { csv } = await church.owner.learners.export({ courseId: course.id })
  expect(csv.split('\n').filter(Boolean)).toHaveLength(3)
})

test('people who may only read can’t enroll, unlock, reset or review', async () => {
  const { church, course, id, personId } = await aLearner()
  const { volunteer } = church
  for (const work of [
    () => volunteer.learners.enroll({ courseId: course.id, personIds: [personId] }),
    () => volunteer.learners.unlock({ ids: [id] }),
    () => volunteer.learners.reset({ id }),
    () => volunteer.learners.remove({ id }),
  ])
    await expect(work()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
