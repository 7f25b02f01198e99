// Plain JavaScript that runs under Node 20. Finds the Node 24 that npm delivered.
import { existsSync, lstatSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const WANT = [24, 0]
const ok = v => Number(v.split('.')[0]) >= WANT[0]

export function node24() {
  if (ok(process.versions.node)) return process.execPath
  const plat = process.platform === 'win32' ? 'win' : process.platform
  const exe = process.platform === 'win32' ? 'node.exe' : 'node'
  const f = path.join(root, 'node_modules', `node-${plat}-${process.arch}`, 'bin', exe)
  if (existsSync(f)) return f
  throw new Error(
    `Node ${process.versions.node} is too old and no Node 24 came with the packages for ${process.platform}-${process.arch}. Install Node 24 or newer.`,
  )
}

/** npm 10 drops node_modules/.bin/node when several platforms' packages name it: make the link ourselves. */
export function linkNode() {
  if (process.platform === 'win32') return
  const f = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  const link = path.join(root, 'node_modules', '.bin', 'node')
  if (!existsSync(f)) return
  if (existsSync(link)) return
  mkdirSync(path.dirname(link), { recursive: true })
  try {
    if (lstatSync(link)) unlinkSync(link)
  } catch {}
  symlinkSync(path.relative(path.dirname(link), f), link)
}
