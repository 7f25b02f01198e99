import type { Readable } from 'node:stream'
import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { liveStorage } from './live.ts'
import { sandboxStorage } from './sandbox.ts'

export interface Written {
  /** Bytes. */
  size: number
  /** Of the content, 64 hex digits. */
  sha256: string
}

/** A file on this machine's disk for as long as somebody works with it. */
export interface LocalFile extends AsyncDisposable {
  path: string
}

/** Keys look like `<client id>/<file id>`. */
export interface StorageProvider {
  name: string
  /** Keeps a stream whole or not at all; throws TooLarge beyond `limit` bytes. */
  put(key: string, content: AsyncIterable<Uint8Array>, limit: number): Promise<Written>
  /** Throws Missing where nothing is kept under that key. */
  get(key: string): Promise<Readable>
  /** For a worker, which reads from a path; throws Missing. */
  local(key: string): Promise<LocalFile>
  /** What is gone already is no error. */
  remove(key: string): Promise<void>
}

/** More bytes came than the limit allows; nothing was kept. */
export class TooLarge extends Error {}
/** Nothing is kept under that key. */
export class Missing extends Error {}

let active: StorageProvider | undefined

/** S3 where S3_ENDPOINT is set, else files under DATA_DIR. */
export function storage(): StorageProvider {
  active ??= env.s3 ? liveStorage(env.s3, env.dataDir) : sandboxStorage(env.dataDir)
  return guarded(active)
}

const guarded = (provider: StorageProvider): StorageProvider => {
  const outside = <A extends unknown[], R>(what: (...args: A) => R) => {
    return (...args: A): R => {
      assertOutsideTransaction('storage')
      return what(...args)
    }
  }
  return {
    name: provider.name,
    put: outside(provider.put),
    get: outside(provider.get),
    local: outside(provider.local),
    remove: outside(provider.remove),
  }
}
