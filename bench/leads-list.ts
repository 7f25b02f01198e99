/** 50 of 2,000 leads with authentication, row security and checked output, against bare handlers. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { decodeJwt } from 'jose'
import { manyLeads, ownerOf } from '#testing/processes/database.ts'
import { type Person, signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import type { Bare } from './bare.ts'
import { load, type Measured } from './load.ts'
import { median, report } from './table.ts'

const CONNECTIONS = 20
const SECONDS = 3
const ROUNDS = 5

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
const children: ChildProcess[] = []
try {
  const pat = await signUp(server.url)
  await manyLeads(server.dataDir, pat.clientId, 2_000)
  const product = {
    port: server.port,
    path: '/rest/v1/leads?limit=50',
    headers: { authorization: `Bearer ${pat.token}`, 'lampstand-client': pat.clientId },
  }
  const owner = ownerOf(server.dataDir)
  const session = decodeJwt(pat.token).session_id as string
  const bare = await start({ connection: owner, clientId: pat.clientId })
  const sameTransaction = await start({
    connection: { ...owner, user: 'lampstand_app' },
    clientId: pat.clientId,
    enter: { user: pat.userId, session },
  })
  await sameRows(pat, bare.port, sameTransaction.port)
  await measure({ product, bare, sameTransaction })
} finally {
  for (const child of children) child.kill()
  await clearAway(server.dataDir, server)
}

async function start(options: Bare): Promise<{ port: number; path: string }> {
  const child = fork(path.join(import.meta.dirname, 'bare.ts'), [], { stdio: 'inherit' })
  children.push(child)
  child.send(options)
  const [port] = await once(child, 'message')
  return { port: port as number, path: '/' }
}

/** A comparison of different work would say nothing. */
async function sameRows(pat: Person, ...ports: number[]) {
  const { items } = await pat.ask('GET', '/rest/v1/leads?limit=50')
  for (const port of ports) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).then(response => response.json())
    const ids = (rows: { id: string }[]) => rows.map(row => row.id).join()
    if (items.length !== 50 || ids(answer.items) !== ids(items)) throw new Error('the handlers answer with other rows')
  }
}

type Target = { port: number; path: string; headers?: Record<string, string> }

async function measure(targets: Record<'product' | 'bare' | 'sameTransaction', Target>) {
  const rounds: Record<string, Measured>[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const measured: Record<string, Measured> = {}
    for (const [name, target] of Object.entries(targets))
      measured[name] = await load({ ...target, connections: CONNECTIONS, seconds: round < 0 ? 2 : SECONDS })
    if (round >= 0) rounds.push(measured) // the first warms up
  }
  const of = (name: keyof typeof targets, figure: keyof Measured) => median(rounds.map(round => round[name]![figure]))
  const ratio = (figure: keyof Measured, to: keyof typeof targets) =>
    median(rounds.map(round => round.product![figure] / round[to]![figure]))
  const failed = rounds.flatMap(round => Object.values(round)).reduce((sum, { failed }) => sum + failed, 0)
  if (failed > 0) throw new Error(`${failed} requests failed`)
  const line = (name: keyof typeof targets) =>
    `${of(name, 'rate').toFixed(0)}/s, p50 ${of(name, 'p50').toFixed(1)} ms, p99 ${of(name, 'p99').toFixed(1)} ms`
  const percent = (part: number) => `${(part * 100).toFixed(0)}%`
  const [ofBare, ofSame, slower] = [ratio('rate', 'bare'), ratio('rate', 'sameTransaction'), ratio('p99', 'bare')]
  report(`List of 50 of 2,000 leads, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s`, [
    { what: 'bare node:http and pg', measured: line('bare') },
    { what: 'bare, same transaction', measured: line('sameTransaction') },
    { what: 'Lampstand', measured: line('product') },
    { what: 'of bare', measured: percent(ofBare), target: 'at least 30%', ok: ofBare >= 0.3 },
    { what: 'of bare, same transaction', measured: percent(ofSame), target: 'at least 60%', ok: ofSame >= 0.6 },
    { what: 'p99 to bare', measured: `${slower.toFixed(1)} times`, target: 'under 4 times', ok: slower < 4 },
  ])
}
