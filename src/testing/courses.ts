import { randomUUID } from 'node:crypto'
import { docOf } from '#courses/rules/document.ts'
import { type Lesson, type LessonKind, newLesson } from '#courses/rules/outline.ts'
import type { aChurch } from './church.ts'
import { slugOf } from './portal.ts'
import { aServer } from './web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

/** A lesson of a kind, with something in it. */
export const aLesson = (kind: LessonKind = 'text', changes: Partial<Lesson> = {}): Lesson => ({
  ...newLesson(randomUUID(), kind, `Lesson about ${kind}`),
  body: docOf('In the beginning.\n\nAnd so on.'),
  ...changes,
})

export const aQuestion = (changes: object = {}) => ({
  id: randomUUID(),
  kind: 'single' as const,
  prompt: 'Who built the ark?',
  accepted: [],
  explanation: 'Genesis 6.',
  choices: [
    { id: 'a1', text: 'Noah', isRight: true },
    { id: 'b2', text: 'Moses', isRight: false },
  ],
  ...changes,
})

/** A published course of these lessons, each required unless it says otherwise. */
export async function aCourse(church: Church, lessons: Lesson[] = [aLesson()], settings: object = {}) {
  const made = await church.owner.courses.create({ title: 'Membership class' })
  const draft = [{ id: randomUUID(), title: 'Week one', lessons }]
  const drafted = await church.owner.courses.update({
    id: made.id,
    version: made.version,
    draft,
    settings: { ...made.settings, ...settings },
  })
  const course = await church.owner.courses.publish({ id: made.id, version: drafted.version })
  await church.settle()
  return course
}

/** An open site with that course, which everyone may join for nothing unless `offer` says otherwise. */
export async function aSite(church: Church, courseIds: string[], offer: object = {}) {
  const site = await church.owner.membershipSites.create({ name: 'Next steps', courseIds })
  const made = await church.owner.membershipOffers.create({ siteId: site.id, name: 'Join', kind: 'free', ...offer })
  await church.owner.membershipSites.publish({ id: site.id })
  return { ...site, base: `/m/${await slugOf(church)}/${site.slug}`, offer: made }
}

/** A browser without JavaScript, signed in to the portal as `cookie` says, at the pages of courses. */
export async function atCourses(cookie: () => string) {
  const { send } = await aServer()
  const headers = (extra: object = {}) => ({ cookie: cookie(), 'user-agent': 'Firefox', ...extra })
  return {
    get: (path: string, extra: object = {}) => send(path, { headers: headers(extra) }),
    text: async (path: string) => (await send(path, { headers: headers() })).text(),
    post: (path: string, form: Record<string, string> | FormData, extra: object = {}) =>
      send(path, {
        method: 'POST',
        body: form instanceof FormData ? form : new URLSearchParams(form),
        headers: headers({ 'sec-fetch-site': 'same-origin', ...extra }),
      }),
    json: (path: string, body: unknown) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: headers({ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }),
      }),
  }
}
