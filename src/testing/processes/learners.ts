import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { docOf } from '#courses/rules/document.ts'
import { newLesson } from '#courses/rules/outline.ts'
import { query } from './database.ts'
import type { Person } from './person.ts'
import type { RunningServer } from './server.ts'

/** A published course with a recording, and learners of it who are signed in and have its page open. */
export interface Listening {
  courseId: string
  /** Address of the course in the portal, such as `/m/grace/next-steps/class`. */
  base: string
  learners: { personId: string; cookie: string; token: string }[]
}

/** Everything by the API, save what a browser would have to do: signing in, and uploading a recording. */
export async function aListeningClass(
  server: RunningServer,
  pat: Person,
  count: number,
  texts = 0,
): Promise<Listening> {
  const made = await pat.ask('POST', '/rest/v1/courses', { title: 'Listening class' })
  const body = docOf('In the beginning.')
  const aText = (at: number) => ({ ...newLesson(randomUUID(), 'text' as const, `Lesson ${at + 1}`), body })
  const lessons = Array.from({ length: texts + 1 }, (_, at) => aText(at))
  const draft = [{ id: randomUUID(), title: 'Week one', lessons }]
  const { version } = await pat.ask('PATCH', `/rest/v1/courses/${made.id}`, { version: made.version, draft })
  const course = await pat.ask('POST', `/rest/v1/courses/${made.id}/publish`, { version })
  const site = await pat.ask('POST', '/rest/v1/membership-sites', { name: 'Next steps', courseIds: [made.id] })
  await pat.ask('POST', '/rest/v1/membership-offers', { siteId: site.id, name: 'Join', kind: 'free' })
  await pat.ask('POST', `/rest/v1/membership-sites/${site.id}/publish`, {})
  const { accounts } = await pat.ask('GET', '/rest/v1/clients/mine')
  const base = `/m/${accounts[0].slug}/${site.slug}/${course.slug}`
  const sound = lessons[0]!.id
  await query(
    server.dataDir,
    `update lessons set kind = 'audio', content = jsonb_set(content, '{kind}', '"audio"') where client_id = $1 and id = $2`,
    [pat.clientId, sound],
  )
  const learners: Listening['learners'] = []
  for (let at = 0; at < count; at++) {
    const [firstName, value] = [`Learner ${at}`, `learner${at}@example.org`]
    const points = [{ kind: 'email', value }]
    const { id: personId } = await pat.ask('POST', '/rest/v1/people', { firstName, lastName: 'Miller', points })
    const session = randomUUID()
    await query(
      server.dataDir,
      `insert into portal_sessions (client_id, hash, person_id, address, seen_at) values ($1, $2, $3, $4, now())`,
      [pat.clientId, createHash('sha256').update(session).digest('hex'), personId, value],
    )
    learners.push({ personId, cookie: `lampstand_portal=${session}`, token: '' })
  }
  const personIds = learners.map(one => one.personId)
  await pat.ask('POST', '/rest/v1/learners/enroll', { courseId: made.id, personIds })
  for (const learner of learners) {
    const page = await fetch(`${server.url}${base}/${sound}`, { headers: { cookie: learner.cookie } })
    learner.token = /data-token="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    if (!learner.token) throw new Error(`The lesson answered ${page.status}`)
  }
  return { courseId: made.id, base, learners }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 400 })

/** What a player says: a second was played. @returns whether it was kept */
export async function reportSecond(url: string, base: string, token: string, second: number): Promise<boolean> {
  const [, , church] = base.split('/')
  const spans = [[second * 1_000, (second + 1) * 1_000]]
  const body = JSON.stringify({ token, spans, positionMs: (second + 1) * 1_000, durationMs: 86_400_000 })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const request = http.request(`${url}/m/${church}/progress`, { method: 'POST', agent, headers })
  request.end(body)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const said = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`progress: ${answer.statusCode} ${said}`)
  return JSON.parse(said).state === 'kept'
}
