import net from 'node:net'
import { pause } from './processes.ts'

/**
 * Runs the work while no other process runs work of this name. An abstract socket is the lock: the kernel
 * frees it when its holder dies, so it can't go stale. macOS has none and goes without.
 */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') return work()
  let lock = await tryLock(name)
  for (; !lock; lock = await tryLock(name)) await pause(20)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

function tryLock(name: string): Promise<net.Server | undefined> {
  const server = net.createServer(socket => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(`\0${name}`, () => resolve(server))
  })
}
