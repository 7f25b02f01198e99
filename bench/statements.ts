/** January: statements for 5,000 donors with 60,000 gifts, from the press to the last one, and those that go by post as one PDF. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { ownerOf } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { report } from './table.ts'

const DONORS = Number(process.env.DONORS ?? 5_000)
const GIFTS = 12 * DONORS
const period = { from: '2025-01-01', to: '2025-12-31', scope: 'person' }

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
const owner = new pg.Client(ownerOf(server.dataDir))
/** Resident memory at its highest, in MB; the server takes the jobs too. */
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1_024
try {
  await owner.connect()
  const pat = await signUp(server.url)
  await pat.ask('POST', '/rest/v1/receipt-settings/save', {
    legalName: 'Grace Church',
    address: '1 Main St',
    taxId: '12-3456789',
    placeIssued: '',
    signatory: 'Pat',
    signatoryTitle: '',
    prefix: '',
    yearEnd: '12-31',
    contact: '',
    emailReceipts: false,
  })
  const { items } = await pat.ask('GET', '/rest/v1/funds')
  await write(pat.clientId, items[0].id)
  const begun = performance.now()
  const { id } = await pat.ask('POST', '/rest/v1/giving-statements', period)
  let run: any
  do {
    await new Promise(resolve => setTimeout(resolve, 250))
    run = await pat.ask('GET', `/rest/v1/giving-statements/${id}`)
  } while (run.state === 'running')
  const made = (performance.now() - begun) / 60_000
  if (run.issued !== DONORS) throw new Error(`${run.issued} statements instead of ${DONORS}`)
  const printing = performance.now()
  const file = await fetch(`${server.url}/storage/v1/statements/${id}.pdf`, {
    headers: { authorization: `Bearer ${pat.token}` },
  })
  let bytes = 0
  for await (const part of file.body!) bytes += part.length
  if (!file.ok || bytes < DONORS * 500) throw new Error(`the file has ${bytes} bytes`)
  const printed = (performance.now() - printing) / 60_000
  const memory = peak()
  const all = made + printed
  report(`${DONORS.toLocaleString('en-US')} giving statements of ${GIFTS.toLocaleString('en-US')} gifts`, [
    { what: 'made', measured: `${(made * 60).toFixed(1)} s`, value: made, better: 'less' },
    { what: 'all of them as one PDF', measured: `${(printed * 60).toFixed(1)} s`, value: printed, better: 'less' },
    {
      what: 'both',
      measured: `${all.toFixed(2)} min`,
      value: all,
      better: 'less',
      target: 'under 10 min',
      ok: all < 10,
    },
    {
      what: 'peak memory of the server',
      measured: `${memory.toFixed(0)} MB`,
      value: memory,
      better: 'less',
      target: 'under 400 MB',
      ok: memory < 400,
    },
  ])
} finally {
  await owner.end()
  await clearAway(server.dataDir, server)
}

async function write(clientId: string, fundId: string): Promise<void> {
  await owner.query('begin')
  await owner.query(
    `insert into people (client_id, id, name, first_name, last_name)
     select $1, md5('donor ' || n)::uuid, 'Donor ' || n, 'Donor', n::text from generate_series(1, $2) n`,
    [clientId, DONORS],
  )
  await owner.query(
    `insert into gifts (client_id, id, key, person_id, received_on, method, status, source, currency, total)
     select $1, md5('gift ' || n)::uuid, 'gift ' || n, md5('donor ' || (n % $2 + 1))::uuid, date '2025-01-01' + n % 365,
       'check', 'succeeded', 'manual', 'USD', 1000 + n % 50000 from generate_series(1, $3) n`,
    [clientId, DONORS, GIFTS],
  )
  await owner.query(
    `insert into gift_lines (client_id, gift_id, fund_id, amount, deductible)
     select $1, id, $2, total, total from gifts where client_id = $1`,
    [clientId, fundId],
  )
  await owner.query('commit')
  await owner.query('vacuum analyze')
}
