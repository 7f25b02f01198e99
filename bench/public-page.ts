/** Public pages against a bare Hono handler with the same HTML, in one run; and the scripts that each of them asks for. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { load } from './load.ts'
import { type Line, median, report } from './table.ts'

const CONNECTIONS = 20
const SECONDS = 2
const ROUNDS = 5
/** Made at build time, rendered with prices, rendered with an answer to a question. */
const paths = ['/', '/pricing', '/help?q=import']
const LEAST_SHARE = 0.5
/** Five times what Ghost 6 did for its home page on such a machine. */
const LEAST_RATE = 1_375

const server = await startServer({ set: { DEMO: 'on', LOG_LEVEL: 'error' } })
try {
  report('Public pages', [...(await speeds()), ...(await scripts())])
} finally {
  await clearAway(server.dataDir, server)
}

async function speeds(): Promise<Line[]> {
  const lines: Line[] = []
  for (const at of paths) {
    const html = await fetch(server.url + at).then(answer => answer.text())
    const bare = fork(path.join(import.meta.dirname, 'bare-page.ts'), [], { stdio: 'inherit' })
    bare.send(html)
    const [port] = await once(bare, 'message')
    await sameHtml(at, port)
    const shares: number[] = []
    const rates: number[] = []
    // In turns, so that both meet the same neighbors.
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await load({ port: server.port, path: at, connections: CONNECTIONS, seconds: SECONDS })
      const theirs = await load({ port, path: '/', connections: CONNECTIONS, seconds: SECONDS })
      if (ours.failed + theirs.failed > 0)
        throw new Error(`${at}: ${ours.failed} of ours failed, ${theirs.failed} bare`)
      if (round === 0) continue // warms both up
      shares.push(ours.rate / theirs.rate)
      rates.push(ours.rate)
    }
    bare.disconnect()
    const [share, rate] = [median(shares), median(rates)]
    lines.push({
      what: `${at}, share of a bare handler's`,
      measured: `${(share * 100).toFixed(0)}%`,
      value: share * 100,
      better: 'more',
      target: 'at least 50%',
      ok: share >= LEAST_SHARE,
    })
    lines.push({
      what: `${at}, a second`,
      measured: rate.toFixed(0),
      value: rate,
      better: 'more',
      target: `more than ${LEAST_RATE.toLocaleString('en-US')}`,
      ok: rate > LEAST_RATE,
    })
  }
  return lines
}

/** A comparison of different work would say nothing. */
async function sameHtml(at: string, port: number): Promise<void> {
  const read = async (url: string) => (await fetch(url)).text()
  const [ours, theirs] = [await read(server.url + at), await read(`http://127.0.0.1:${port}/`)]
  if (ours !== theirs) throw new Error(`${at}: the handlers answer with other pages`)
}

/** The heaviest page's scripts, each as gzip, with those that a script loads when it is used. */
async function scripts(): Promise<Line[]> {
  const sitemap = await fetch(`${server.url}/sitemap.xml`).then(answer => answer.text())
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(match => match[1]!)
  let worst = { page: '', size: 0 }
  for (const page of pages) {
    const html = await fetch(server.url + page).then(answer => answer.text())
    const files = new Set([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(match => match[1]!))
    files.add('/chat-window.js')
    let size = 0
    for (const file of files)
      size += gzipSync(await fetch(server.url + file).then(answer => answer.text()), { level: 9 }).length
    if (size > worst.size) worst = { page, size }
  }
  const kilobytes = worst.size / 1000
  return [
    {
      what: `JavaScript of the heaviest page of ${pages.length} (${worst.page}), gzip`,
      measured: `${kilobytes.toFixed(1)} kB`,
      value: kilobytes,
      better: 'less',
      target: 'at most 120 kB',
      ok: kilobytes <= 120,
    },
  ]
}
