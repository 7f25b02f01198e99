/** A campaign to 100,000 numbers: frozen, past the gate and in the outbox; then how fast one worker feeds the sandbox carrier. */
import { randomUUID } from 'node:crypto'
import { query } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { report } from './table.ts'

const PEOPLE = Number(process.env.PEOPLE ?? 100_000)
const server = await startServer({ set: { LOG_LEVEL: 'error' } })
const sql = (text: string, values: unknown[] = []) => query(server.dataDir, text, values)
const ahead = 12 - new Date().getUTCHours()
const noon = ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`

try {
  const pat = await signUp(server.url)
  await sql('update clients set time_zone = $2 where id = $1', [pat.clientId, noon])
  await sql(
    `with made as (
       insert into people (client_id, name, first_name, last_name, search)
       select $1, 'Pat ' || n, 'Pat', n::text, 'pat ' || n from generate_series(1, ${PEOPLE}) n returning id, client_id, last_name)
     insert into contact_points (client_id, person_id, kind, value, value_norm, is_primary)
     select client_id, id, 'phone', v, v, true from (select *, '+1800' || lpad(last_name, 7, '0') as v from made) m`,
    [pat.clientId],
  )
  await sql(
    `insert into consents (client_id, value, channel, topic, state, source)
     select client_id, value_norm, 'sms', 'newsletter', 'granted', 'form' from contact_points where client_id = $1`,
    [pat.clientId],
  )
  await sql('analyze')
  const id = randomUUID()
  const words = { body: 'Hi {firstName|friend}, picnic!', topic: 'newsletter', audience: { everybody: true } }
  const begun = performance.now()
  const made = await fetch(`${server.url}/rest/v1/sms-campaigns/${id}/send`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${pat.token}`,
      'lampstand-client': pat.clientId,
      'content-type': 'application/json',
    },
    body: JSON.stringify(words),
  })
  if (!made.ok) throw new Error(await made.text())
  const frozen = performance.now() - begun
  /** Whether anyone of a state is among them; counting all would be most of the work. */
  const any = async (state: string) =>
    (await sql(`select from sms_recipients where campaign_id = $1 and state = $2 limit 1`, [id, state])).length > 0
  const sent = async () =>
    (
      await sql(
        `select count(*) filter (where state in ('sent', 'delivered'))::int as n from messages where batch_id = $1`,
        [id],
      )
    )[0].n as number
  const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))
  while (!(await any('written'))) await sleep(250)
  const writing = performance.now()
  const walk: number[] = []
  const looked = setInterval(async () => {
    const at = performance.now()
    await pat.ask('GET', '/rest/v1/conversations?limit=25')
    walk.push(performance.now() - at)
  }, 200)
  while (await any('waiting')) await sleep(250)
  const written = performance.now() - writing
  const from = await sent()
  const feeding = performance.now()
  await sleep(20_000)
  const rate = ((await sent()) - from) / ((performance.now() - feeding) / 1_000)
  clearInterval(looked)
  const p95 = walk.toSorted((a, b) => a - b)[Math.floor(walk.length * 0.95)] ?? 0
  const total = (frozen + written) / 1_000
  report(`A text to ${PEOPLE.toLocaleString('en-US')}`, [
    { what: 'frozen', measured: `${(frozen / 1_000).toFixed(1)} s`, value: frozen / 1_000, better: 'less' },
    {
      what: 'frozen, gated and queued',
      measured: `${total.toFixed(0)} s`,
      value: total,
      better: 'less',
      target: 'under 60 s',
      ok: total < 60,
    },
    {
      what: 'sandbox carrier fed by one worker',
      measured: `${rate.toFixed(0)} a second`,
      value: rate,
      better: 'more',
      target: '500 or more',
      ok: rate >= 500,
    },
    {
      what: 'inbox meanwhile, p95',
      measured: `${p95.toFixed(0)} ms`,
      value: p95,
      better: 'less',
      target: 'under 150 ms',
      ok: p95 < 150,
    },
  ])
} finally {
  await clearAway(server.dataDir, server)
}
