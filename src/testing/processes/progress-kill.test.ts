// Isolated: runs servers of its own
import { afterAll, expect, test } from 'vitest'
import { query } from './database.ts'
import { aListeningClass, reportSecond } from './learners.ts'
import { signUp } from './person.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, freePort, type RunningServer, startServer } from './server.ts'

const servers: RunningServer[] = []
afterAll(() => clearAway(servers[0]!.dataDir, ...servers))

test('kill -9 of one of two web processes while lessons are played: every second that was answered is kept', async () => {
  const dataDir = await preparedDataDir()
  const port = await freePort()
  const set = { PUBLIC_URL: `http://127.0.0.1:${port}` }
  const one = await startServer({ dataDir, port, set })
  servers.push(one)
  const other = await startServer({ dataDir, only: 'web', set })
  servers.push(other)
  const pat = await signUp(one.url)
  const { base, learners } = await aListeningClass(one, pat, 20)
  const kept = learners.map(() => new Set<number>())
  let isRunning = true
  const play = async (at: number) => {
    for (let second = 0; isRunning; second++) {
      const server = (at + second) % 2 ? one : other
      const isKept = await reportSecond(server.url, base, learners[at]!.token, second).catch(() => false)
      if (isKept) kept[at]!.add(second)
      if (isRunning && kept.reduce((sum, set) => sum + set.size, 0) >= 400) {
        isRunning = false
        await other.kill()
      }
    }
  }
  await Promise.all(learners.map((_, at) => play(at)))
  const stored = await query(
    dataDir,
    `select e.person_id, p.watched::text as watched from lesson_progress p join course_enrollments e on e.id = p.enrollment_id
     where p.client_id = $1 and p.watched <> '{}'`,
    [pat.clientId],
  )
  const lost: string[] = []
  for (const [at, { personId }] of learners.entries()) {
    const watched = stored.find(row => row.person_id === personId)?.watched ?? ''
    const spans = [...watched.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]: string[]) => [Number(from), Number(to)])
    for (const second of kept[at]!)
      if (!spans.some(([from, to]) => from! <= second * 1_000 && to! >= (second + 1) * 1_000))
        lost.push(`${at}: second ${second}`)
  }
  expect(kept.reduce((sum, set) => sum + set.size, 0)).toBeGreaterThanOrEqual(400)
  expect(lost).toEqual([])
}, 300_000)
