/** Free times of 30 days for a type with 10 hosts who have 5,000 appointments: the API, and the page that guests open. */
import { query } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { percentile, report } from './table.ts'

const HOSTS = 10
const APPOINTMENTS = 5_000
const ROUNDS = 100
const DAY = 86_400_000

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
try {
  const pat = await signUp(server.url)
  const type = await pat.ask('POST', '/rest/v1/calendar-types', { name: 'Coffee', slug: 'coffee', durations: [30] })
  await manyAppointments(pat.clientId, type.id)
  const from = new Date(Math.ceil(Date.now() / DAY) * DAY)
  const window = { from: from.toISOString(), to: new Date(from.getTime() + 30 * DAY).toISOString() }
  const path = `/rest/v1/calendar-types/${type.id}/free-times?${new URLSearchParams(window)}`
  const { times } = await pat.ask('GET', path)
  if (times.length < 200) throw new Error(`only ${times.length} free times: the hosts are not what they should be`)
  const api = await timed(() => pat.ask('GET', path))
  const page = await timed(async () => {
    const answer = await fetch(type.page)
    if (!answer.ok || !(await answer.text()).includes('Coffee')) throw new Error('the booking page is not there')
  })
  const line = (what: string, { p50, p95 }: Timed, most?: number) => ({
    what: `${what}, p95`,
    measured: `${p95.toFixed(0)} ms (p50 ${p50.toFixed(0)} ms)`,
    value: p95,
    better: 'less' as const,
    ...(most !== undefined && { target: `under ${most} ms`, ok: p95 < most }),
  })
  report(`Free times of 30 days, ${HOSTS} hosts with ${APPOINTMENTS.toLocaleString('en-US')} appointments`, [
    line('API', api, 60),
    line('booking page', page),
  ])
} finally {
  await clearAway(server.dataDir, server)
}

interface Timed {
  p50: number
  p95: number
}
async function timed(work: () => Promise<unknown>): Promise<Timed> {
  for (let warm = 0; warm < 20; warm++) await work()
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now()
    await work()
    rounds.push(performance.now() - before)
  }
  return { p50: percentile(rounds, 50), p95: percentile(rounds, 95) }
}

/** Each host has about four half hours a day, in the 60 days before and after today, with their claims. */
async function manyAppointments(clientId: string, typeId: string): Promise<void> {
  const insert = (text: string) =>
    query(server.dataDir, text.replaceAll('$client', `'${clientId}'::uuid`).replaceAll('$type', `'${typeId}'::uuid`))
  const host = (n: string) => `('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
  const id = (n: string) => `('00000000-0000-7000-9000-' || lpad((${n})::text, 12, '0'))::uuid`
  await insert(`insert into calendar_resources (client_id, id, kind, name)
    select $client, ${host('n')}, 'host', 'Host ' || n from generate_series(1, ${HOSTS}) n`)
  await insert('delete from calendar_type_hosts where client_id = $client')
  await insert(`insert into calendar_type_hosts (client_id, type_id, resource_id)
    select $client, $type, ${host('n')} from generate_series(1, ${HOSTS}) n`)
  await insert(`update calendar_types set assignment = 'round_robin' where id = $type`)
  const slot = `select n, n % ${HOSTS} + 1 as host, date_trunc('day', now()) - interval '60 days'
      + (n / ${HOSTS} / 4) * interval '1 day' * 120 / ${APPOINTMENTS / HOSTS / 4}
      + interval '14 hours' + (n / ${HOSTS} % 4) * interval '90 minutes' as at from generate_series(0, ${APPOINTMENTS - 1}) n`
  await insert(`insert into appointments (client_id, id, type_id, kind, title, starts_at, ends_at, time_zone, status, resource_ids, uid, origin)
    select $client, ${id('n')}, $type, 'meeting', 'Coffee', at, at + interval '30 minutes', 'America/New_York',
      case when at < now() then 'completed' else 'confirmed' end, array[${host('host')}], 'bench-' || n, 'booking' from (${slot}) slot`)
  await insert(`insert into booking_claims (client_id, resource_id, appointment_id, during, status)
    select $client, ${host('host')}, ${id('n')}, tstzrange(at, at + interval '30 minutes'), 'confirmed' from (${slot}) slot
    where at >= now() on conflict do nothing`)
  await query(server.dataDir, 'analyze')
}
