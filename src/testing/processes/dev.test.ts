// Isolated: runs servers of its own
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { env } from '#kernel/env.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, launch } from './server.ts'
import { until } from './until.ts'

test('npm run dev: pages come from their sources, and a changed source starts the server again', async () => {
  const dataDir = await preparedDataDir()
  const server = await launch({ dataDir, dev: true })
  const page = () =>
    fetch(`${server.url}/login`).then(
      answer => answer.text(),
      () => '',
    )
  const fromSources = async () => (await page()).includes('/src/web/root')
  const starts = () => server.printed().split(server.url).length - 1
  try {
    await until('the pages are served', async () => starts() > 0 && (await fromSources()), 90_000)
    const before = starts()
    // The same text, a later time: that is what the watch goes by, and nothing else notices.
    fs.utimesSync(path.join(env.root, 'src/server.ts'), new Date(), new Date())
    await until('it has started again', () => starts() > before, 60_000)
    await until('the pages are served again', fromSources, 60_000)
    expect(server.printed()).not.toContain('Error')
  } finally {
    // The watch is told to go: killed, it would leave what it started behind.
    await server.stop()
    await clearAway(dataDir, server)
  }
}, 240_000)
