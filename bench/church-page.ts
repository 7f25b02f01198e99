/** A page of a church's own site against a bare Hono handler with the same HTML, in one run; and the scripts that it asks for. */
import { gzipSync } from 'node:zlib'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { bareShare } from './bare-share.ts'
import { type Line, report } from './table.ts'

/** Twenty times what Ghost 6 did for its home page on such a machine. */
const LEAST_RATE = 5_500

const server = await startServer({ set: { DEMO: 'on', LOG_LEVEL: 'error' } })
try {
  const at = await homeOf()
  report('A page of a church’s site', [...(await bareShare(server, at, LEAST_RATE)), await scripts(at)])
} finally {
  await clearAway(server.dataDir, server)
}

async function homeOf(): Promise<string> {
  const ask = async (path: string, init: RequestInit) => (await fetch(server.url + path, init)).json()
  const json = { 'content-type': 'application/json' }
  const { access_token: token } = await ask('/auth/v1/demo', { method: 'POST', headers: json, body: '{}' })
  const { accounts } = await ask('/rest/v1/clients/mine', { headers: { authorization: `Bearer ${token}` } })
  return `/c/${accounts[0].slug}`
}

async function scripts(at: string): Promise<Line> {
  const html = await fetch(server.url + at).then(answer => answer.text())
  const files = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(match => match[1]!)
  let size = 0
  for (const file of files) size += gzipSync(await fetch(server.url + file).then(answer => answer.text())).length
  return {
    what: 'its JavaScript, gzip',
    measured: `${(size / 1000).toFixed(1)} kB`,
    value: size / 1000,
    better: 'less',
    target: 'at most 10 kB',
    ok: size <= 10_000,
  }
}
