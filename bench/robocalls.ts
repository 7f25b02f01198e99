/** What a member waits for before calls to a whole congregation begin: consent, opt-outs, caps and hours of every number. */
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { manyPeople, timed } from './congregation.ts'
import { report } from './table.ts'

const PEOPLE = 10_000
const ROUNDS = 3

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
try {
  const pat = await signUp(server.url)
  await manyPeople(server.dataDir, pat.clientId, PEOPLE, 'voice')
  const script = (await pat.ask('POST', '/rest/v1/voice-scripts', {
    name: 'Picnic',
    category: 'announcement',
    content: 'Hi {firstName|friend}, this is {church}. The picnic is at noon.',
  })) as { id: string }
  const id = crypto.randomUUID()
  const audience = { everybody: true }
  await pat.ask('POST', '/rest/v1/robocalls', { id, name: 'Picnic', topic: 'news', audience, scriptId: script.id })
  const preflight = await timed(() => pat.ask('GET', `/rest/v1/robocalls/${id}/preflight`), ROUNDS)
  const breakdown = await timed(
    () => pat.ask('POST', '/rest/v1/audience/breakdown', { audience, channel: 'voice', topic: 'news' }),
    ROUNDS,
  )
  report(`Preflight of calls to ${PEOPLE.toLocaleString('en-US')} people, median of ${ROUNDS}`, [
    {
      what: 'preflight: every number asked as it is when dialed',
      measured: `${preflight.toFixed(0)} ms`,
      value: preflight,
      better: 'less',
      target: 'under 10 s',
      ok: preflight < 10_000,
    },
    {
      what: 'against the breakdown of the same audience, which counts in SQL alone',
      measured: `${(preflight / breakdown).toFixed(1)} times`,
      value: preflight / breakdown,
      better: 'less',
    },
  ])
} finally {
  await clearAway(server.dataDir, server)
}
