/** Texts through a carrier that takes 200 ms an answer: how much more two workers hand over than one. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { query } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, type RunningServer, startServer } from '#testing/processes/server.ts'
import { report } from './table.ts'

const ANSWER = 200
const PEOPLE = 6_000
const SID = `AC${'1'.repeat(32)}`
const NUMBER = '+18005550901'

/** Twilio's API as far as a campaign asks it, slow. */
let taken = 0
const slow = http.createServer(async (request, response) => {
  for await (const _ of request);
  const [path = ''] = request.url!.split('?')
  const answer = (body: object) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  if (path.endsWith('/IncomingPhoneNumbers.json'))
    return answer({
      incoming_phone_numbers: [
        {
          sid: 'PN1',
          phone_number: NUMBER,
          friendly_name: NUMBER,
          capabilities: { voice: true, sms: true, mms: true },
        },
      ],
    })
  if (!path.endsWith('/Messages.json'))
    return answer({ sid: SID, friendly_name: 'Slow', type: 'Full', status: 'active' })
  setTimeout(() => answer({ sid: `SM${++taken}`, from: NUMBER, num_segments: '1', status: 'queued' }), ANSWER)
})
await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
const set = {
  LOG_LEVEL: 'info',
  VITEST: '1',
  TWILIO_TEST_HOST: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
}
const web = await startServer({ only: 'web', set })
const sql = (text: string, values: unknown[] = []) => query(web.dataDir, text, values)
const ahead = 12 - new Date().getUTCHours()
const noon = ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))
const workers: RunningServer[] = []
try {
  const pat = await signUp(web.url)
  await sql('update clients set time_zone = $2 where id = $1', [pat.clientId, noon])
  await pat.ask('POST', '/rest/v1/carrier-settings/connect', { accountSid: SID, authToken: 'a'.repeat(32) })
  await pat.ask('POST', '/rest/v1/phone-numbers/adopt', { number: NUMBER })
  await sql('update phone_numbers set per_second = 100000')
  const rate = async (round: number) => {
    await fill(round)
    const id = randomUUID()
    const before = taken
    await pat.ask('POST', `/rest/v1/sms-campaigns/${id}/send`, {
      body: 'Hi {firstName|friend}',
      topic: 'newsletter',
      audience: { everybody: true },
    })
    while (taken < before + PEOPLE * 0.2) await sleep(20)
    const [from, at] = [taken, performance.now()]
    while (taken < before + PEOPLE * 0.9) await sleep(20)
    return (taken - from) / ((performance.now() - at) / 1_000)
  }
  const rates: number[] = []
  for (const round of [1, 2]) {
    workers.push(await startServer({ dataDir: web.dataDir, only: 'worker', set }))
    rates.push(await rate(round))
    await sleep(3_000)
  }
  const [one, two] = rates as [number, number]
  report(`Texts where the carrier takes ${ANSWER} ms an answer`, [
    { what: 'one worker', measured: `${one.toFixed(0)} a second`, value: one, better: 'more' },
    { what: 'two workers', measured: `${two.toFixed(0)} a second`, value: two, better: 'more' },
    {
      what: 'of one',
      measured: `${(two / one).toFixed(2)} times`,
      value: two / one,
      better: 'more',
      target: '1.7 times or more',
      ok: two / one >= 1.7,
    },
  ])

  /** Everyone anew, since nobody gets two campaigns too soon after each other. */
  async function fill(round: number): Promise<void> {
    await sql('update people set deleted_at = now() where client_id = $1', [pat.clientId])
    await sql(
      `with made as (
         insert into people (client_id, name, first_name, last_name, search)
         select $1, 'Pat ' || n, 'Pat', n::text, 'pat ' || n from generate_series(1, ${PEOPLE}) n returning id, client_id, last_name)
       insert into contact_points (client_id, person_id, kind, value, value_norm, is_primary)
       select client_id, id, 'phone', v, v, true from (select *, '+1800${round}' || lpad(last_name, 6, '0') as v from made) m`,
      [pat.clientId],
    )
    await sql(
      `insert into consents (client_id, value, channel, topic, state, source)
       select client_id, value_norm, 'sms', 'newsletter', 'granted', 'form' from contact_points
       where client_id = $1 and value_norm like '+1800${round}%'`,
      [pat.clientId],
    )
    await sql('analyze')
  }
} finally {
  slow.closeAllConnections()
  slow.close()
  await clearAway(web.dataDir, web, ...workers)
}
