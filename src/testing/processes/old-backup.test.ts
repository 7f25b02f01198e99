// Isolated: starts PostgreSQL and a server of its own on what an older version left behind.
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { onEmbedded } from '#postgres/boot.ts'
import { startEmbedded } from '#postgres/embedded.ts'
import { FIXTURE_KEY, fillOldVersion } from '#testing/upgrade/old-version.ts'
import { backup } from '../../../scripts/backup.ts'
import { restore } from '../../../scripts/restore.ts'
import { query } from './database.ts'
import { clearAway, newDataDir, startServer } from './server.ts'

const dataDir = newDataDir()
const other = path.join(path.dirname(dataDir), 'restored')
afterAll(async () => {
  await clearAway(other)
  await clearAway(dataDir)
})

test('a backup of an older version is restored and migrated by the next start, and its links lead on', async () => {
  const postgres = await startEmbedded({ dir: path.join(dataDir, 'pg'), unsafe: true })
  const made = await fillOldVersion(onEmbedded(postgres).owner.connection!)
  await postgres.stop()
  const archive = path.join(path.dirname(dataDir), 'old.tar')
  await backup({ dataDir, file: archive, embedded: true })
  await restore({ archive, dataDir: other })
  const server = await startServer({ dataDir: other, set: { SECRET_KEY: FIXTURE_KEY, DEMO: 'off' } })
  const answer = await fetch(server.url + made.links.find(link => link.startsWith('/preferences/')))
  // What the page and the server say comes first: a status alone would not tell why.
  expect(await answer.text(), server.printed()).toContain('Grace Community Church')
  expect(answer.status).toBe(200)
  const rows = await query(other, `select count(*)::int as n from notes where needs = 'pastoral'`)
  expect(rows).toEqual([{ n: 1 }])
  expect(await server.stop()).toBe(0)
}, 300_000)
