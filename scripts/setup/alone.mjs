// Plain JavaScript that runs under Node 20.
import { createHash } from 'node:crypto'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './node24.mjs'

/**
 * Runs the work while no other process prepares this checkout. An abstract socket is the lock: the kernel
 * frees it when its holder dies. macOS has none and goes without.
 */
export async function alone(work) {
  if (process.platform !== 'linux') return work()
  const name = `\0lampstand-prepare-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  let held = await hold(name)
  if (!held) console.log('Waiting for another Lampstand that is being prepared here')
  for (; !held; held = await hold(name)) await pause(100)
  try {
    return await work()
  } finally {
    held.close()
  }
}

function hold(name) {
  const server = net.createServer(socket => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', error => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(name, () => resolve(server))
  })
}
