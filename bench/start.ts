/** How long a warm `npm start` takes to its first answer, and what the idle server process weighs after a minute. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '#kernel/env.ts'
import { ends, processOf, signal } from '#postgres/embedded/processes.ts'
import { clearAway, freePort, newDataDir } from '#testing/processes/server.ts'
import { until } from '#testing/processes/until.ts'
import { median, report } from './table.ts'

const dataDir = newDataDir()
const port = await freePort()
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']

/** As a person starts it, the demo church and all. */
function start(): { child: ChildProcess; begun: number } {
  const begun = performance.now()
  const { npm_lifecycle_event: _, NODE_ENV: __, ...inherited } = process.env
  const child = spawn(npm[0]!, [...npm.slice(1), 'start'], {
    cwd: env.root,
    stdio: 'ignore',
    env: { ...inherited, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', DATABASE_URL: '' },
  })
  return { child, begun }
}

const answers = () =>
  fetch(`http://127.0.0.1:${port}/login`).then(
    answer => answer.ok,
    () => false,
  )

/** The process that uses the cluster: npm and its shell stand between it and us. */
const serverPid = () => {
  const names = fs.readdirSync(path.join(dataDir, 'pg.users'))
  return names.map(name => Number.parseInt(name, 10)).find(pid => processOf(pid)?.state !== 'Z' && processOf(pid))!
}

async function stop(): Promise<void> {
  const pid = serverPid()
  signal(pid, 'SIGTERM')
  await ends(pid, 15_000)
}

try {
  start() // the first makes the database and the demo church
  await until('the first start answers', answers, 300_000)
  await stop()
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const { begun } = start()
    await until('it answers', answers, 60_000)
    times.push(performance.now() - begun)
    if (i < 4) await stop()
  }
  await pause(60_000)
  const status = fs.readFileSync(`/proc/${serverPid()}/status`, 'utf8')
  const megabytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024
  await stop()
  const seconds = median(times) / 1000
  report('Start', [
    {
      what: 'warm npm start to first answer',
      measured: `${seconds.toFixed(2)} s`,
      value: seconds,
      better: 'less',
      target: '1.5 s',
      ok: seconds <= 1.5,
    },
    {
      what: 'idle server process after 60 s',
      measured: `${megabytes.toFixed(0)} MB`,
      value: megabytes,
      better: 'less',
      target: 'under 220 MB',
      ok: megabytes < 220,
    },
  ])
} finally {
  await clearAway(dataDir)
}
