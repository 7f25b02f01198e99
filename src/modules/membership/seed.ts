import { randomUUID } from 'node:crypto'
import { grantAccess } from '#courses/enrollments/service.ts'
import { type Doc, docOf } from '#courses/rules/document.ts'
import { type Lesson, type LessonKind, newLesson, newSettings } from '#courses/rules/outline.ts'
import { emptyQuiz } from '#courses/rules/quiz.ts'
import { create as createCourse, update as updateCourse } from '#courses/service/changes.ts'
import { publish as publishCourse } from '#courses/service/publication.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { seedProgress } from '#learning/service/demo.ts'
import { list as listVideos } from '#videos/service/list.ts'
import { create as createOffer } from './offers/service.ts'
import { create as createSite, publish as publishSite } from './service.ts'

const withVerse = (text: string, reference: string): Doc => ({
  type: 'doc',
  content: [...docOf(text).content, { type: 'verse', attrs: { reference } }],
})

const lesson = (kind: LessonKind, title: string, more: Partial<Lesson> = {}): Lesson => ({
  ...newLesson(randomUUID(), kind, title),
  ...more,
})

const question = (prompt: string, right: string, wrong: string[], explanation: string) => ({
  id: randomUUID(),
  kind: 'single' as const,
  prompt,
  accepted: [],
  explanation,
  choices: [right, ...wrong].map(text => ({ id: randomUUID(), text, isRight: text === right })),
})

const whoWeAre = (videoId: string | undefined) => ({
  id: randomUUID(),
  title: 'Who we are',
  lessons: [
    ...(videoId ? [lesson('video', 'A word of welcome', { videoId })] : []),
    lesson('text', 'How Grace began', {
      body: withVerse(
        'Grace began in 1962 with eleven people in a living room on Oak Street. They met to read the Bible, to pray and to eat together, and we still do all three.\n\nAs you read the passage below, ask yourself: which of these habits is the easiest for me, and which the hardest?',
        'Acts 2:42-47',
      ),
    }),
    lesson('text', 'What we believe', {
      body: withVerse(
        'We are saved by grace, through faith. Everything else that we say about ourselves grows from this sentence.\n\nTake ten minutes. Read the passage twice, the second time aloud.',
        'Ephesians 2:8-10',
      ),
    }),
  ],
})

const howWeLive = () => ({
  id: randomUUID(),
  title: 'How we live together',
  lessons: [
    lesson('text', 'Small groups and Sundays', {
      body: docOf(
        'On Sundays we worship at 9:00 and 11:00. During the week we meet in small groups of eight to twelve people.\n\nA group is where people notice when you are not there. Ask at the welcome desk which one meets near you.',
      ),
    }),
    lesson('quiz', 'What did you take along?', {
      quiz: {
        ...emptyQuiz(),
        passMark: 60,
        questions: [
          question(
            'How did Grace begin?',
            'With eleven people in a living room',
            ['With a tent mission', 'As part of another church'],
            'See the lesson “How Grace began”.',
          ),
          question(
            'By what are we saved?',
            'By grace, through faith',
            ['By good works', 'By membership'],
            'Ephesians 2:8-10',
          ),
          question(
            'Where do people notice when you are missing?',
            'In a small group',
            ['In the parking lot', 'Nowhere'],
            'See the lesson before this one.',
          ),
        ],
      },
    }),
    lesson('assignment', 'Your story in ten sentences', {
      answer: 'text',
      body: docOf(
        'Write in about ten sentences how you came to Grace, and what you hope for. A leader reads it and answers.',
      ),
    }),
  ],
})

const membershipClass = (videoId: string | undefined) => [whoWeAre(videoId), howWeLive()]

const childSafety = () => [
  {
    id: randomUUID(),
    title: 'Child protection',
    lessons: [
      lesson('text', 'Why we do this', {
        body: withVerse(
          'Children are safe at Grace because every adult who serves them knows these rules and keeps them.',
          'Mark 10:13-16',
        ),
      }),
      lesson('text', 'The two-adult rule', {
        body: docOf(
          'No adult is ever alone with a child who is not their own. Two adults who are not related are in each room, and the door stays open or has a window.\n\nIf your partner can’t come, call the coordinator. The class waits until two adults are there.',
        ),
      }),
      lesson('quiz', 'Check', {
        quiz: {
          ...emptyQuiz(),
          passMark: 100,
          questions: [
            question(
              'Your partner is late. What do you do?',
              'Wait, and call the coordinator',
              ['Begin alone', 'Ask a teenager to help'],
              'The class waits until two adults are there.',
            ),
            question(
              'A child tells you something that worries you. What do you do first?',
              'Listen, and tell the coordinator the same day',
              ['Promise to keep it to yourself', 'Ask the parents'],
              'Never promise secrecy; never investigate yourself.',
            ),
          ],
        },
      }),
    ],
  },
]

interface CoursePlan {
  title: string
  description: string
  outline: ReturnType<typeof childSafety>
  validMonths: number | null
}

async function aCourse(ctx: Ctx, { title, description, outline, validMonths }: CoursePlan): Promise<string> {
  const { id, version } = await createCourse(ctx, { title, description })
  const settings = { ...newSettings(), hasCertificate: true, validMonths }
  const drafted = await updateCourse(ctx, { id, version, draft: outline, settings })
  await publishCourse(ctx, { id, version: drafted.version })
  return id
}

/** Two courses, a year of learners, and a training whose end is near for some. */
export async function seedMembership(ctx: Ctx, { personIds }: Demo): Promise<void> {
  const { items } = await listVideos(ctx, { state: ['ready'], sort: 'newest', limit: 1 })
  const classId = await aCourse(ctx, {
    title: 'Membership class',
    description: 'Two evenings’ worth of reading about who we are, what we believe and how we live together.',
    outline: membershipClass(items[0]?.id),
    validMonths: null,
  })
  const safetyId = await aCourse(ctx, {
    title: 'Child protection training',
    description:
      'Required for everyone who serves children and students. It takes 15 minutes and is valid for two years.',
    outline: childSafety(),
    validMonths: 24,
  })
  await aSite(ctx, [classId, safetyId])
  for (const [at, personId] of personIds.slice(0, 36).entries())
    await enrolled(ctx, {
      personId,
      courseId: classId,
      daysAgo: 350 - at * 9,
      share: at % 4 === 3 ? 0.5 : at % 7 === 6 ? 0 : 1,
    })
  // The first three were trained almost two years ago.
  for (const [at, personId] of personIds.slice(4, 18).entries())
    await enrolled(ctx, {
      personId,
      courseId: safetyId,
      daysAgo: at < 3 ? 712 - at : 300 - at * 11,
      share: at === 13 ? 0.4 : 1,
    })
}

async function aSite(ctx: Ctx, courseIds: string[]): Promise<void> {
  const { id } = await createSite(ctx, {
    name: 'Next steps',
    description: 'Everything for people who are new at Grace, and for those who begin to serve.',
    courseIds,
  })
  await createOffer(ctx, {
    siteId: id,
    name: 'Join the membership class',
    kind: 'free',
    courseIds: courseIds.slice(0, 1),
  })
  await createOffer(ctx, {
    siteId: id,
    name: 'For people who serve children',
    kind: 'code',
    code: 'SAFE2026',
    courseIds: courseIds.slice(1),
  })
  await publishSite(ctx, { id })
}

interface Learner {
  personId: string
  courseId: string
  daysAgo: number
  /** How much of it is done. */
  share: number
}
async function enrolled(ctx: Ctx, { personId, courseId, daysAgo, share }: Learner): Promise<void> {
  const at = new Date(clock.ms() - days(daysAgo))
  const enrollment = await grantAccess(ctx, { personId, courseId, kind: 'free', startsAt: at })
  await seedProgress(ctx, { enrollment, at, share })
}
