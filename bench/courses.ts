/** A course of 100 lessons with 10,000 learners: the screens of its progress, a learner's page, and players at two web processes. */
import { query } from '#testing/processes/database.ts'
import { aListeningClass, type Listening, reportSecond } from '#testing/processes/learners.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, freePort, startServer } from '#testing/processes/server.ts'
import { type Line, percentile, report } from './table.ts'

const LEARNERS = 10_000
const LESSONS = 100
const ROUNDS = 40
const PLAYERS = 240
const SECONDS = 10

/** Each has done a part of the lessons: together half a million rows of progress. */
const fill = [
  `insert into people (client_id, id, name, first_name, last_name, search)
   select $1, ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Pat Miller ' || n, 'Pat', 'Miller ' || n, 'pat miller ' || n
   from generate_series(1, $3::int) n where $2::uuid is not null`,
  `insert into course_grants (client_id, person_id, course_id, kind, starts_at)
   select $1, ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, 'leader', now() - interval '90 days'
   from generate_series(1, $3::int) n`,
  `insert into course_enrollments (client_id, person_id, course_id, enrolled_at, required_done, last_active_at)
   select $1, ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, now() - n % 90 * interval '1 day', n % ${LESSONS},
     now() - n % 60 * interval '1 day' from generate_series(1, $3::int) n`,
  `insert into lesson_progress (client_id, enrollment_id, lesson_id, opened_at, completed_at, how)
   select $1, e.id, l.id, now() - interval '5 days', now() - interval '4 days', 'marked'
   from course_enrollments e join lessons l on l.client_id = e.client_id and l.course_id = e.course_id and l.position < e.required_done
   where e.client_id = $1 and e.course_id = $2 and $3::int > 0 on conflict do nothing`,
]

const port = await freePort()
const set = { LOG_LEVEL: 'error', PUBLIC_URL: `http://127.0.0.1:${port}` }
const server = await startServer({ port, set })
const other = await startServer({ dataDir: server.dataDir, only: 'web', set })
try {
  const pat = await signUp(server.url)
  const listening = await aListeningClass(server, pat, PLAYERS, LESSONS - 1)
  const { courseId, base, learners } = listening
  for (const text of fill) {
    await query(server.dataDir, `set app.client_id = '${pat.clientId}'`)
    await query(server.dataDir, text, [pat.clientId, courseId, LEARNERS])
  }
  await query(server.dataDir, 'vacuum analyze')
  const rows = await query(server.dataDir, 'select count(*)::int as n from lesson_progress')
  console.log(`  ${rows[0].n} rows of progress`)

  const ask = (path: string) => () => pat.ask('GET', path)
  const cookie = learners[0]!.cookie
  const page = () => fetch(`${server.url}${base}`, { headers: { cookie } }).then(answer => answer.text())
  report(`A course of ${LESSONS} lessons with ${LEARNERS.toLocaleString('en-US')} learners`, [
    await timed('progress of its learners', 150, ask(`/rest/v1/learners?courseId=${courseId}&limit=50`)),
    await timed('those who search “miller 77”', 150, ask(`/rest/v1/learners?courseId=${courseId}&search=miller+77`)),
    await timed('its report by lesson', null, ask(`/rest/v1/learners/report?courseId=${courseId}`)),
    await timed('a learner’s course page', 80, page),
  ])
  await play(listening)
} finally {
  await clearAway(server.dataDir, server, other)
}

async function timed(what: string, most: number | null, work: () => Promise<unknown>): Promise<Line> {
  const times: number[] = []
  for (let round = -3; round < ROUNDS; round++) {
    const since = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - since)
  }
  const value = percentile(times, 95)
  return {
    what: `${what}, p95`,
    measured: `${value.toFixed(0)} ms`,
    value,
    better: 'less',
    ...(most !== null && { target: `under ${most} ms`, ok: value < most }),
  }
}

/** Every player reports to both processes in turn, one second after the other; afterwards each is looked for. */
async function play({ base, learners }: Listening): Promise<void> {
  let kept = 0
  const end = performance.now() + SECONDS * 1_000
  const counts = await Promise.all(
    learners.map(async ({ token }, at) => {
      let second = 0
      while (performance.now() < end) {
        const { url } = (at + second) % 2 ? server : other
        if (await reportSecond(url, base, token, second++)) kept++
      }
      return second
    }),
  )
  const [stored] = await query(
    server.dataDir,
    `select coalesce(sum(upper(r) - lower(r)), 0)::int / 1000 as seconds from lesson_progress p, unnest(p.watched) r`,
  )
  const rate = kept / SECONDS
  const refused = counts.reduce((sum, n) => sum + n, 0) - kept
  report(`${PLAYERS} players at two web processes, for ${SECONDS} seconds`, [
    {
      what: 'reports a second',
      measured: rate.toFixed(0),
      value: rate,
      better: 'more',
      target: 'at least 1,000',
      ok: rate >= 1_000,
    },
    { what: 'not believed', measured: String(refused) },
    { what: 'lost', measured: String(kept - stored.seconds), target: 'none', ok: kept === stored.seconds },
  ])
}
