import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aCourse, aLesson, aQuestion } from '#testing/courses.ts'
import { slugOf } from '#testing/portal.ts'
import { aServer } from '#testing/web.ts'
import { type Doc, docOf } from './rules/document.ts'
import { docHtml } from './rules/html.ts'
import { isRight, scoreOf, shuffled } from './rules/quiz.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const drafted = async (church: Church, lessons: ReturnType<typeof aLesson>[]) => {
  const made = await church.staff.courses.create({ title: 'Class' })
  return church.staff.courses.update({
    id: made.id,
    version: made.version,
    draft: [{ id: randomUUID(), title: 'One', lessons }],
  })
}

test('a course is published once every lesson is whole; what is missing is said with its lesson', async () => {
  const church = await aChurch()
  const empty = aLesson('quiz')
  const untitled = aLesson('text', { title: '', body: docOf('') })
  const course = await drafted(church, [empty, untitled])
  expect(course.problems).toEqual([
    { lessonId: empty.id, message: 'Add a question', isBlocking: true },
    { lessonId: untitled.id, message: 'Give the lesson a title', isBlocking: true },
    { lessonId: untitled.id, message: 'Write the text', isBlocking: true },
  ])
  await expect(church.owner.courses.publish({ id: course.id, version: course.version })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const unknown: Doc = { type: 'doc', content: [{ type: 'verse', attrs: { reference: 'Hezekiah 3:16' } }] }
  const verse = await drafted(church, [aLesson('text', { body: unknown })])
  expect(verse.problems[0]!.message).toContain('Hezekiah 3:16')
})

test('of two who edit at once the second is told; two who publish at once make one version', async () => {
  const church = await aChurch()
  const course = await drafted(church, [aLesson()])
  const { id, version } = course
  await church.staff.courses.update({ id, version, title: 'New title' })
  await expect(church.owner.courses.update({ id, version, title: 'Late' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const now = (await church.owner.courses.get({ id })).version
  const both = await Promise.allSettled([
    church.owner.courses.publish({ id, version: now }),
    church.owner.courses.publish({ id, version: now }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await church.owner.courses.versions({ id })).items).toMatchObject([{ number: 1, lessons: 1 }])
  await expect(church.volunteer.courses.create({ title: 'No' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a text holds what lessons may contain, and nothing that a program wrote into it', async () => {
  const church = await aChurch()
  const text = (content: object[]) => ({ type: 'doc' as const, content: content as Doc['content'] })
  const bad = [
    text([{ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }]),
    text([
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
      },
    ]),
    text([{ type: 'paragraph', content: 'no list' }]),
    text([{ type: 'text', text: 5 }]),
  ]
  for (const body of bad)
    await expect(drafted(church, [aLesson('text', { body })])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const shown = await docHtml(
    text([
      { type: 'paragraph', content: [{ type: 'text', text: '<b>1 < 2</b>', marks: [{ type: 'bold' }] }] },
      {
        type: 'callout',
        attrs: { tone: 'tip' },
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Breathe' }] }],
      },
      { type: 'image', attrs: { fileId: '"><script>', alt: 'x' } },
    ]),
    new Map(),
  )
  expect(String(shown)).toContain('<strong>&lt;b&gt;1 &lt; 2&lt;/b&gt;</strong>')
  expect(String(shown)).toContain('Tip')
  expect(String(shown)).not.toContain('<script>')
})

test('a copy has lessons of its own, and lessons of another course are not taken over', async () => {
  const church = await aChurch()
  const course = await aCourse(church)
  const copy = await church.staff.courses.duplicate({ id: course.id })
  expect(copy).toMatchObject({ title: 'Membership class (copy)', state: 'draft', students: 0 })
  expect(copy.draft[0]!.lessons[0]!.id).not.toBe(course.draft[0]!.lessons[0]!.id)
  await expect(
    church.staff.courses.update({ id: copy.id, version: copy.version, draft: course.draft as never }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a deleted course is closed, comes back for 30 days, and is purged after them', async () => {
  const church = await aChurch()
  const course = await aCourse(church)
  await church.staff.courses.remove({ id: course.id })
  await expect(church.staff.courses.get({ id: course.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await church.staff.courses.list({ deleted: true })).items).toMatchObject([{ id: course.id }])
  await church.staff.courses.restore({ id: course.id })
  await church.staff.courses.remove({ id: course.id })
  clock.advance(days(31))
  await church.settle({ schedules: 'courses.purge' })
  await expect(church.staff.courses.restore({ id: course.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a preview shows the draft for an hour to those who have its link, and saves nothing', async () => {
  const church = await aChurch()
  const lesson = aLesson('text', { body: docOf('Only in the draft.') })
  const course = await drafted(church, [lesson])
  const { url } = await church.staff.courses.preview({ id: course.id })
  const { send } = await aServer()
  const path = new URL(url).pathname
  expect(await (await send(path)).text()).toContain('Lesson about text')
  expect(await (await send(`${path}/${lesson.id}`)).text()).toContain('Only in the draft.')
  clock.advance(days(1))
  expect(await (await send(path)).text()).toContain('This preview has ended')
  expect((await send(`/m/${await slugOf(church)}/preview/forged`)).status).not.toBe(200)
})

test.each([
  ['one answer', {}, 'a1', true],
  ['another answer', {}, 'b2', false],
  ['no answer', {}, undefined, false],
  ['all of several', { kind: 'several', choices: two(true, true) }, ['b2', 'a1'], true],
  ['some of several', { kind: 'several', choices: two(true, true) }, ['a1'], false],
  ['the same one twice', { kind: 'several', choices: two(true, true) }, ['a1', 'a1'], false],
  ['the right order', { kind: 'order' }, ['a1', 'b2'], true],
  ['another order', { kind: 'order' }, ['b2', 'a1'], false],
  ['a text, however it is written', { kind: 'text', accepted: ['José’s coat'] }, ' jose’s  COAT! ', true],
  ['another text', { kind: 'text', accepted: ['Joseph'] }, 'Jacob', false],
  ['an empty text', { kind: 'text', accepted: [''] }, '', false],
])('%s', (_, changes, answer, right) => {
  expect(isRight(aQuestion(changes) as never, answer as never)).toBe(right)
})

function two(a: boolean, b: boolean) {
  return [
    { id: 'a1', text: 'Noah', isRight: a },
    { id: 'b2', text: 'Shem', isRight: b },
  ]
}

test('a score is rounded down, and a shuffled order is never the right one', () => {
  const questions = [aQuestion(), aQuestion(), aQuestion()]
  const quiz = { questions, passMark: 67, attempts: null, minutes: null }
  const answers = { [questions[0]!.id]: 'a1', [questions[1]!.id]: 'a1' } as never
  expect(scoreOf(quiz, answers)).toEqual({ right: 2, of: 3, percent: 66, isPassed: false })
  for (const seed of ['a', 'b', 'c', 'd', 'e'])
    expect(shuffled([{ id: '1' }, { id: '2' }, { id: '3' }], seed).map(({ id }) => id)).not.toEqual(['1', '2', '3'])
})
