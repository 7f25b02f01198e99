/** Memory of a server with the demo, idle and after load, and what its heap settings cost in speed. */
import { readFileSync } from 'node:fs'
import { manyLeads } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, type RunningServer, startServer } from '#testing/processes/server.ts'
import { load } from './load.ts'
import { median, report } from './table.ts'

const CONNECTIONS = 20
/** Seconds of load, after which the memory is read. */
const LOAD = 180
const SLICE = 3
const PAIRS = 9

const servers: RunningServer[] = []
try {
  const [small, usual] = [await started({}), await started({ LAMPSTAND_HEAP: 'default' })]
  const idle = residentMb(small.server.pid)
  const paths = ['/rest/v1/leads?limit=200', '/rest/v1/people?limit=200', '/rest/v1/leads?limit=50']
  const ratios: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const rate = async ({ target }: Awaited<ReturnType<typeof started>>) =>
      (await load({ ...target, path: paths[2]! })).rate
    const before = await rate(usual)
    ratios.push((await rate(small)) / before)
  }
  for (let spent = 0, i = 0; spent < LOAD; spent += SLICE, i++) await load({ ...small.target, path: paths[i % 3]! })
  const loaded = residentMb(small.server.pid)
  const speed = median(ratios)
  report(`Memory of the server process; ${LOAD} s of load on ${CONNECTIONS} connections`, [
    { what: 'idle, with the demo', measured: `${idle} MB` },
    { what: 'after load', measured: `${loaded} MB`, target: 'at most 350 MB', ok: loaded <= 350 },
    {
      what: `requests a second, of the default heap's (median of ${PAIRS} pairs)`,
      measured: `${(speed * 100).toFixed(0)}%`,
      target: 'at least 97%',
      ok: speed >= 0.97,
    },
  ])
} finally {
  for (const server of servers) await clearAway(server.dataDir, server)
}

async function started(set: Record<string, string>) {
  const server = await startServer({ set: { LOG_LEVEL: 'error', DEMO: 'on', ...set } })
  servers.push(server)
  const pat = await signUp(server.url)
  await manyLeads(server.dataDir, pat.clientId, 2_000)
  const headers = { authorization: `Bearer ${pat.token}`, 'lampstand-client': pat.clientId }
  return { server, target: { port: server.port, headers, connections: CONNECTIONS, seconds: SLICE } }
}

function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
}
