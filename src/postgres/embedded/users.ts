import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { processOf } from './processes.ts'

// Several processes share one cluster: each process that uses it keeps a file <pid>.<random> holding its start time
// beside the cluster, and the last one out stops the server.
const usersDir = (dir: string) => `${dir}.users`

/** Registers this process as a user of the cluster; answers how to leave. */
export function register(dir: string): () => void {
  const file = path.join(usersDir(dir), `${process.pid}.${randomBytes(4).toString('hex')}`)
  mkdirSync(usersDir(dir), { recursive: true, mode: 0o700 })
  writeFileSync(file, processOf(process.pid)?.started ?? '')
  return () => rmSync(file, { force: true })
}

/** Numbers of the live processes that use the cluster; forgets those that died without leaving. */
export function usersOf(dir: string): number[] {
  let names: string[] = []
  try {
    names = readdirSync(usersDir(dir))
  } catch {}
  return names.flatMap(name => {
    const file = path.join(usersDir(dir), name)
    const pid = Number.parseInt(name, 10)
    const found = processOf(pid)
    if (found && found.state !== 'Z' && found.started === contentOf(file)) return [pid]
    rmSync(file, { force: true })
    return []
  })
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

// A process that dies closes its pipe a moment before it counts as dead: the shell waits for that moment.
const watch = `
alive() {
  name=\${1##*/}
  pid=\${name%%.*}
  [ -r /proc/self/stat ] || { kill -0 "$pid" 2>/dev/null; return; }
  now=$(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null | cut -d' ' -f1,20)
  [ -n "$now" ] && [ "\${now% *}" != Z ] && [ "\${now#* }" = "$(cat "$1" 2>/dev/null)" ]
}
read _
tries=0
while [ $tries -lt 100 ]; do
  dying=
  for file in "$1/$3".*; do alive "$file" && dying=yes; done
  [ -n "$dying" ] || break
  sleep 0.1
  tries=$((tries + 1))
done
for file in "$1"/*; do alive "$file" && exit 0; done
read pid < "$2/postmaster.pid" && kill -INT "$pid"
`

/**
 * Stops the server when this process dies in any way, kill -9 included, and nobody else uses it: the shell
 * waits on a pipe that only this process holds.
 */
export function stopWhenWeDie(dir: string): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', watch, 'sh', usersDir(dir), dir, String(process.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  const pipe = shell.stdin as unknown as Socket
  pipe.unref()
  pipe.on('error', () => {})
  return shell
}
