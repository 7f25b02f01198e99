/** A page of ours against a bare Hono handler that returns the same HTML, in turns. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { load } from './load.ts'
import { type Line, median } from './table.ts'

const CONNECTIONS = 20
const SECONDS = 2
const ROUNDS = 5
const LEAST_SHARE = 0.5

/** @returns its share of the bare handler's requests a second, and its own, which should be more than `leastRate` */
export async function bareShare(server: { url: string; port: number }, at: string, leastRate: number): Promise<Line[]> {
  const html = await fetch(server.url + at).then(answer => answer.text())
  const bare = fork(path.join(import.meta.dirname, 'bare-page.ts'), [], { stdio: 'inherit' })
  bare.send(html)
  const [port] = await once(bare, 'message')
  await sameHtml(server.url + at, `http://127.0.0.1:${port}/`)
  const shares: number[] = []
  const rates: number[] = []
  // In turns, so that both meet the same neighbors.
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await load({ port: server.port, path: at, connections: CONNECTIONS, seconds: SECONDS })
    const theirs = await load({ port, path: '/', connections: CONNECTIONS, seconds: SECONDS })
    if (ours.failed + theirs.failed > 0) throw new Error(`${at}: ${ours.failed} of ours failed, ${theirs.failed} bare`)
    if (round === 0) continue // warms both up
    shares.push(ours.rate / theirs.rate)
    rates.push(ours.rate)
  }
  bare.disconnect()
  const [share, rate] = [median(shares), median(rates)]
  return [
    {
      what: `${at}, share of a bare handler's`,
      measured: `${(share * 100).toFixed(0)}%`,
      value: share * 100,
      better: 'more',
      target: 'at least 50%',
      ok: share >= LEAST_SHARE,
    },
    {
      what: `${at}, a second`,
      measured: rate.toFixed(0),
      value: rate,
      better: 'more',
      target: `more than ${leastRate.toLocaleString('en-US')}`,
      ok: rate > leastRate,
    },
  ]
}

/** A comparison of different work would say nothing. */
async function sameHtml(ours: string, theirs: string): Promise<void> {
  const read = async (url: string) => (await fetch(url)).text()
  if ((await read(ours)) !== (await read(theirs))) throw new Error(`${ours}: the handlers answer with other pages`)
}
