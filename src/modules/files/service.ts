import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { found } from '#kernel/failure.ts'
import { storage, type Written } from '#providers/storage/index.ts'
import { withoutMetadata } from './rules/metadata.ts'
import { keptDays, listsOfPeople, type Purpose } from './rules.ts'
import { refuseHugePicture } from './service/pictures.ts'
import { files } from './tables.ts'

interface NewFile {
  name: string
  contentType: string
  purpose: Purpose
  /** How long it is kept, where that is not what its purpose says. */
  days?: number
  /** The member whose file it is, where a job makes it. */
  createdBy?: string | null
  /** Of a visitor: SHA-256 of where they come from. */
  ipHash?: string
}

/** Content first, then the row: what a broken connection leaves is never a row without its content. */
export async function keep(
  ctx: Pick<OuterCtx, 'client' | 'tx'>,
  file: NewFile,
  content: AsyncIterable<Uint8Array> | { localPath: string },
  limit: number,
) {
  const storageKey = `${ctx.client.id}/${randomUUID()}`
  const written =
    'localPath' in content
      ? await storage().putLocal(storageKey, content.localPath, limit)
      : await storage().put(storageKey, content, limit)
  try {
    return await ctx.tx(tx => recordFile(tx, { ...file, storageKey }, written))
  } catch (error) {
    await storage().remove(storageKey)
    throw error
  }
}

/** The row of a content that is stored already, for a seed. Everyone else calls `keep`. */
export async function recordFile(
  ctx: Ctx,
  { days: wanted, ...file }: NewFile & { storageKey: string },
  { size, sha256 }: Written,
) {
  const kept = wanted ?? keptDays[file.purpose]
  const expiresAt = kept === null ? null : new Date(clock.ms() + days(kept))
  const [row] = await ctx.db
    .insert(files)
    .values({ createdBy: userOf(ctx), ...file, size, sha256, expiresAt })
    .returning({ id: files.id, name: files.name, size: files.size })
  return row!
}

/** A file whose content is still there. */
export async function fileById(ctx: Ctx, id: string, purpose?: Purpose) {
  const [row] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isNull(files.removedAt), purpose ? eq(files.purpose, purpose) : undefined))
  return found(row, 'File')
}

/** A file that the general address answers. */
export async function listOfPeople(ctx: Ctx, id: string) {
  const file = await fileById(ctx, id)
  return found(listsOfPeople.has(file.purpose) ? file : undefined, 'File')
}

/** A file that anyone may see who knows its id; for resolvers outside every account. */
export async function publicFile(db: Db, id: string, purpose: Purpose) {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isNull(files.removedAt), eq(files.purpose, purpose)))
  return found(row, 'File')
}

/** Lets the content go with the next sweep. */
export async function expire(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.update(files).set({ expiresAt: clock.now() }).where(eq(files.id, id))
}

/** They belong to something now: they stay. */
export async function keepForGood(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length > 0) await ctx.db.update(files).set({ expiresAt: null }).where(inArray(files.id, ids))
}

/** Files whose time is over, some at a time. */
export async function expired(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(isNull(files.removedAt), lt(files.expiresAt, clock.now())))
    .limit(200)
  return rows.map(row => row.id)
}

/** Removes the content of an expired file; said twice, it is gone once. */
export async function removeContent(ctx: OuterCtx, id: string): Promise<void> {
  const [row] = await ctx.tx(tx =>
    tx.db
      .select({ storageKey: files.storageKey })
      .from(files)
      .where(and(eq(files.id, id), lt(files.expiresAt, clock.now()))),
  )
  if (!row) return
  await storage().remove(row.storageKey)
  await ctx.tx(tx => tx.db.update(files).set({ removedAt: clock.now() }).where(eq(files.id, id)))
}

/** Its first bytes; the pieces read so far stay in front. */
export async function peek(body: ReadableStream<Uint8Array>) {
  const pieces = body[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let size = 0
  while (size < 12) {
    const { value, done } = await pieces.next()
    if (done) break
    first.push(value)
    size += value.length
  }
  async function* content() {
    yield* first
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { first: Buffer.concat(first), content: content() }
}

/**
 * A picture as it is kept: read whole, without what its camera wrote beside it. Anyone who knows its address sees it, and a
 * photo says where it was taken. One of more than `limit` bytes goes on as it came, for the store to refuse.
 */
export async function* cleanPicture(content: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] | null = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (pieces && size > limit) {
      yield* pieces
      pieces = null
    }
    if (pieces) pieces.push(piece)
    else yield piece
  }
  if (!pieces) return
  const whole = Buffer.concat(pieces)
  await refuseHugePicture(whole)
  yield withoutMetadata(whole)
}
