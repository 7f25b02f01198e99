// Isolated: runs servers of its own
import { afterAll, expect, test } from 'vitest'
import { query } from './database.ts'
import { signUp } from './person.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, freePort, type RunningServer, startServer } from './server.ts'

let server: RunningServer
afterAll(() => clearAway(server.dataDir, server))

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

test('kill -9 while a code is being scanned: every scan that was answered is stored', async () => {
  server = await startServer({ dataDir: await preparedDataDir(), port: await freePort() })
  const pat = await signUp(server.url)
  await query(
    server.dataDir,
    `insert into short_links (client_id, code, target, module, owner_id, source)
     values ($1, 'doorcode', 'https://x.example/', 'test', gen_random_uuid(), 'qr')`,
    [pat.clientId],
  )
  let [answered, isRunning] = [0, true]
  const scan = async () => {
    while (isRunning) {
      const options = { redirect: 'manual', headers: { 'user-agent': safari } } as const
      const answer = await fetch(`${server.url}/l/doorcode`, options).catch(() => null)
      if (answer?.status === 302) answered++
      if (answered === 400 && isRunning) {
        isRunning = false
        await server.kill()
      }
    }
  }
  await Promise.all(Array.from({ length: 30 }, scan))
  server = await startServer({ dataDir: server.dataDir, port: server.port })
  const [{ n }] = await query(server.dataDir, 'select count(*)::int as n from short_link_clicks where not bot')
  expect(answered).toBeGreaterThanOrEqual(400)
  expect(n).toBeGreaterThanOrEqual(answered)
  // What was stored and whose answer was lost is at most what was under way.
  expect(n - answered).toBeLessThanOrEqual(30)
}, 300_000)
