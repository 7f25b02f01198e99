import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { drawn, openPicture } from '#files/service/pictures.ts'
import { fileById, publicFile } from '#files/service.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { announce } from '#kernel/realtime.ts'
import { Missing, storage } from '#providers/storage/index.ts'
import { pageImages } from '../tables.ts'

export const formats = ['avif', 'webp'] as const
export type Format = (typeof formats)[number]
export const contentTypes: Record<Format, string> = { avif: 'image/avif', webp: 'image/webp' }
/** Of one made variant, in bytes. */
const LIMIT = 8 * 1024 * 1024

/** Where the file of a picture is kept; undefined for one that isn't there. */
export const pictureAt = (db: Db, id: string) => publicFile(db, id, 'picture')

interface Wanted {
  storageKey: string
  width: number
  format: Format
}
/** Where it is kept: beside the original, under a name that follows from what it is. */
function keyOf({ storageKey, width, format }: Wanted): string {
  const name = createHash('sha256').update(`${storageKey} ${width} ${format}`).digest('hex')
  const uuid = [name.slice(0, 8), name.slice(8, 12), name.slice(12, 16), name.slice(16, 20), name.slice(20, 32)].join(
    '-',
  )
  return `${storageKey.split('/')[0]}/${uuid}`
}

const making = new Map<string, Promise<Buffer>>()

/** A picture in a width and format, made once and kept beside the original. */
export async function variantOf({ storageKey, width, format }: Wanted): Promise<Buffer> {
  const key = keyOf({ storageKey, width, format })
  const kept = await storage()
    .get(key)
    .then(buffer)
    .catch(error => {
      if (error instanceof Missing) return
      throw error
    })
  if (kept) return kept
  const running = making.get(key) ?? make(key, { storageKey, width, format })
  making.set(key, running)
  return running.finally(() => making.delete(key))
}

async function make(key: string, { storageKey, width, format }: Wanted): Promise<Buffer> {
  const original = await buffer(await storage().get(storageKey))
  const small = openPicture(original).rotate().resize({ width, withoutEnlargement: true })
  const made = await drawn(format === 'avif' ? small.avif({ quality: 55, effort: 3 }) : small.webp({ quality: 78 }))
  await storage().put(key, Readable.from([made]), LIMIT)
  return made
}

/** Keeps how large a picture is, as people see it: turned as its camera says. */
export async function measure(ctx: OuterCtx, fileId: string): Promise<void> {
  const file = await ctx.tx(tx => fileById(tx, fileId, 'picture'))
  const original = await buffer(await storage().get(file.storageKey))
  const seen = await openPicture(original)
    .metadata()
    .catch(() => null)
  // Nobody can show it: it stands without a size.
  if (!seen) return
  const { autoOrient, width, height } = seen
  const size = { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height }
  await ctx.tx(async tx => {
    await tx.db
      .insert(pageImages)
      .values({ fileId, ...size })
      .onConflictDoNothing()
    announce(tx, 'pages')
  })
  // What phones ask for first is there before anyone does.
  for (const format of formats) await variantOf({ storageKey: file.storageKey, width: 640, format })
}
