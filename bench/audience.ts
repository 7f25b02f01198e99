/** Who of 100,000 people a campaign reaches: the breakdown beside the send form, and the count of a segment. */
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { manyPeople, timed } from './congregation.ts'
import { report } from './table.ts'

const PEOPLE = 100_000
const ROUNDS = 5

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
try {
  const pat = await signUp(server.url)
  await manyPeople(server.dataDir, pat.clientId, PEOPLE, 'sms')
  const audience = { everybody: true, guardians: true }
  const conditions = {
    match: 'all',
    of: [
      { kind: 'text', field: 'campus', op: 'is', value: 'North' },
      { kind: 'reach', channel: 'sms', can: true },
      { kind: 'age', op: 'under', years: 60 },
    ],
  }
  const breakdown = await timed(
    () => pat.ask('POST', '/rest/v1/audience/breakdown', { audience, channel: 'sms', topic: 'news' }),
    ROUNDS,
  )
  const count = await timed(() => pat.ask('POST', '/rest/v1/segments/count', { conditions }), ROUNDS)
  const line = (what: string, ms: number, most: number) => ({
    what,
    measured: `${ms.toFixed(0)} ms`,
    value: ms,
    better: 'less' as const,
    target: `under ${most} ms`,
    ok: ms < most,
  })
  report(`An audience of ${PEOPLE.toLocaleString('en-US')} people, median of ${ROUNDS}`, [
    line('breakdown with every exclusion', breakdown, 4_000),
    line('count of a segment of three conditions', count, 1_500),
  ])
} finally {
  await clearAway(server.dataDir, server)
}
