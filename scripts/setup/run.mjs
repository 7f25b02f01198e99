// Plain JavaScript that runs under Node 20. node run.mjs [--watch] <file.ts> [arguments]: runs it under Node 24.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { node24, root } from './node24.mjs'

const watched = [
  'src/kernel',
  'src/modules',
  'src/app',
  'src/providers',
  'src/postgres',
  'src/server.ts',
  'src/pages.ts',
  'src/worker.ts',
]
const cache = path.join(root, 'node_modules/.cache/node')
/** Small servers: the heap is collected before it has grown by half, and its young part stays small. What it costs in speed: bench memory. */
const smallHeap = ['--max-semi-space-size=16', '--heap-growing-percent=50']
const watch = process.argv[2] === '--watch'
const [file, ...args] = process.argv.slice(watch ? 3 : 2)

stopWithNpm()
process.chdir(root)
if (file.startsWith('src/') && !args.includes('--dev')) keepEnvironment()
if (watch) {
  const paths = watched.map(at => `--watch-path=${at}`)
  // The browser's copy of the contract is written again before each start.
  start(['--watch-preserve-output', ...paths, '--import=./scripts/contract.ts', file, ...args])
} else if (node24() === process.execPath) {
  keepHeapSmall()
  await runHere()
} else start([...(file.startsWith('src/') ? smallHeap : []), fileURLToPath(import.meta.url), file, ...args])

/** React picks its build by NODE_ENV; what was asked for stays in LAMPSTAND_ENV, by which the demo is on or off. */
function keepEnvironment() {
  process.env.LAMPSTAND_ENV ??= process.env.NODE_ENV ?? dotEnv().NODE_ENV ?? 'local'
  process.env.NODE_ENV = 'production'
}

function dotEnv() {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}

/** npm runs us through a shell: a SIGTERM to npm ends both of them and never reaches us. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}

/** The size of the young heap is fixed at a process's start: it becomes the same process with other settings. */
function keepHeapSmall() {
  if (!file.startsWith('src/') || process.execArgv.includes(smallHeap[0]) || process.env.LAMPSTAND_HEAP === 'default')
    return
  if (!process.execve || process.platform === 'win32') return
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...smallHeap, ...process.argv.slice(1)])
}

async function runHere() {
  module.enableCompileCache?.(cache)
  const script = path.join(root, file)
  process.argv.splice(1, process.argv.length - 1, script, ...args)
  try {
    await import(pathToFileURL(script).href)
  } catch (error) {
    console.error(error?.name === 'SettingError' ? error.message : error)
    process.exit(1)
  }
}

function start(command) {
  const child = spawn(node24(), command, { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: cache } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
