/** Public pages against a bare Hono handler with the same HTML, in one run; and the scripts that each of them asks for. */
import { gzipSync } from 'node:zlib'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { bareShare } from './bare-share.ts'
import { type Line, report } from './table.ts'

/** Made at build time, rendered with prices, rendered with an answer to a question. */
const paths = ['/', '/pricing', '/help?q=import']
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
  for (const at of paths) lines.push(...(await bareShare(server, at, LEAST_RATE)))
  return lines
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
