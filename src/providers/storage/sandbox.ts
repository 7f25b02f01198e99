import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { StorageProvider, Written } from './index.ts'
import { Missing, TooLarge } from './rules/errors.ts'

const keyed = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/

/** Files under `<dataDir>/uploads`, readable by our own account alone. */
export function sandboxStorage(dataDir: string): StorageProvider {
  const root = path.join(dataDir, 'uploads')
  const at = (key: string) => {
    if (!keyed.test(key)) throw new Error('a storage key is <client id>/<file id>')
    return path.join(root, key)
  }
  const present = async (key: string) => {
    const file = at(key)
    await stat(file).catch(error => {
      throw error.code === 'ENOENT' ? new Missing(key) : error
    })
    return file
  }
  return {
    name: 'sandbox',
    async put(key, content, limit) {
      const file = at(key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      return written(file, content, limit)
    },
    async putLocal(key, from, limit) {
      const file = at(key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      const result = await read(from, limit)
      // Another disk has no second name for it: then it is copied.
      const isLinked = await link(from, file).then(
        () => true,
        () => false,
      )
      return isLinked ? result : written(file, createReadStream(from), limit)
    },
    get: async (key, part) => createReadStream(await present(key), part ?? {}),
    local: async key => ({ path: await present(key), [Symbol.asyncDispose]: async () => {} }),
    remove: key => rm(at(key), { force: true }),
  }
}

/** Under another name until the last byte is on the disk: a stream that breaks off leaves nothing. */
export async function written(file: string, content: AsyncIterable<Uint8Array>, limit: number): Promise<Written> {
  const part = `${file}.part`
  try {
    const handle = await open(part, 'w', 0o600)
    const result = await copied(handle, content, limit).finally(() => handle.close())
    await rename(part, file)
    return result
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Size and hash of a file that is there, once its bytes are on the disk. */
async function read(file: string, limit: number): Promise<Written> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
    const hash = createHash('sha256')
    // One buffer for all of it: a new one for each piece would be garbage of the same size as the file.
    const buffer = Buffer.allocUnsafe(262_144)
    let size = 0
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, size)
      if (bytesRead === 0) return { size, sha256: hash.digest('hex') }
      size += bytesRead
      if (size > limit) throw new TooLarge()
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

async function copied(handle: FileHandle, content: AsyncIterable<Uint8Array>, limit: number): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    size += chunk.byteLength
    if (size > limit) throw new TooLarge()
    hash.update(chunk)
    await handle.writev([chunk])
  }
  await handle.sync()
  return { size, sha256: hash.digest('hex') }
}
