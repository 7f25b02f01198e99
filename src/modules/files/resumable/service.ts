import { mkdir, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { fileName, type Purpose } from '../rules.ts'
import { expire, fileById, keep, keepForGood } from '../service.ts'
import { files } from '../tables.ts'
import { contentRefusal, FIRST_BYTES, isChecksum, nameRefusal, QUOTA } from './rules.ts'
import { uploads } from './tables.ts'

/** Where pieces lie, one file and one note for each upload. */
export const piecesDir = path.join(env.dataDir, 'pieces')
const partOf = (id: string) => path.join(piecesDir, id)

export type Upload = typeof uploads.$inferSelect

/** Refuses what the plan of the church has no room for: bytes before and after. */
type RoomInPlan = (ctx: Ctx, before: number, after: number) => Promise<void>
let roomInPlan: RoomInPlan = async () => {}

/** Says what plans allow; called once, by app/jobs.ts, since plans stand above files. */
export function plugInRoom(given: RoomInPlan): void {
  roomInPlan = given
}

interface Begun {
  name: string
  purpose: Purpose
  /** Bytes. */
  size: number
  sha256?: string
}

/** Room for it in the church's quota is taken now; refuses names that are no video and what is beyond the quota. */
export async function begin(ctx: Ctx, { name: given, purpose, size, sha256 }: Begun): Promise<Upload> {
  const name = fileName(given)
  const refusal = nameRefusal(name, purpose) ?? (isChecksum(sha256) ? undefined : 'The checksum is no SHA-256.')
  if (refusal) throw new Failure('BAD_REQUEST', refusal)
  // Two that begin at once would both find the last of the room free.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('uploads:' || ${ctx.client.id}, 0))`)
  const before = await used(ctx)
  await roomInPlan(ctx, before, before + size)
  if (before + size > QUOTA)
    throw new Failure('PLAN_LIMIT', 'There is no room for this file. Please delete videos that you no longer need.')
  const expiresAt = new Date(clock.ms() + days(1))
  const [row] = await ctx.db
    .insert(uploads)
    .values({ name, purpose, size, sha256: sha256?.toLowerCase() || null, createdBy: userOf(ctx)!, expiresAt })
    .returning()
  return row!
}

/** Bytes that are kept or arriving. */
export async function used(ctx: Ctx): Promise<number> {
  const [kept] = await ctx.db
    .select({ bytes: sql<string>`coalesce(sum(${files.size}), 0)` })
    .from(files)
    .where(isNull(files.removedAt))
  const [coming] = await ctx.db
    .select({ bytes: sql<string>`coalesce(sum(${uploads.size}), 0)` })
    .from(uploads)
    .where(and(isNull(uploads.fileId), isNull(uploads.refusal)))
  return Number(kept!.bytes) + Number(coming!.bytes)
}

/** For the member who began it; for anyone else there is none. */
export async function mine(ctx: Ctx, id: string): Promise<Upload> {
  const [row] = await ctx.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.createdBy, userOf(ctx)!)))
  return found(row, 'Upload')
}

/** The pieces and their copy have to fit on the disk. */
export async function makeRoom(size: number): Promise<void> {
  await mkdir(piecesDir, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(piecesDir)
  if (bavail * bsize < size * 2) throw Object.assign(new Error('no space for an upload'), { code: 'ENOSPC' })
}

/** Refuses bytes that are something else than the name says, and remembers why. */
export async function admit(ctx: Pick<OuterCtx, 'tx'>, upload: Upload, first: Uint8Array): Promise<string> {
  const kind = await fileTypeFromBuffer(first)
  const refusal = contentRefusal(upload.name, kind, upload.purpose)
  if (refusal) await refuse(ctx, upload, refusal)
  return kind!.mime
}

async function refuse(ctx: Pick<OuterCtx, 'tx'>, { id }: Upload, refusal: string): Promise<never> {
  await ctx.tx(tx => tx.db.update(uploads).set({ refusal }).where(eq(uploads.id, id)))
  await removePieces(id)
  throw new Failure('BAD_REQUEST', refusal)
}

const removePieces = async (id: string) => {
  for (const file of [partOf(id), `${partOf(id)}.json`]) await rm(file, { force: true })
}

/** Makes a file of the pieces, all of which are there; said twice, there is one file. */
export async function finish(ctx: Pick<OuterCtx, 'client' | 'tx'>, upload: Upload): Promise<string> {
  if (upload.fileId) return upload.fileId
  const contentType = await admit(ctx, upload, await firstBytes(upload.id))
  const { name, purpose, createdBy, size } = upload
  const file = await keep(ctx, { name, purpose, createdBy, contentType }, { localPath: partOf(upload.id) }, size)
  const settled = await ctx.tx(tx => settle(tx, upload, file.id))
  if (settled === 'other') await refuse(ctx, upload, 'The file was damaged while it was sent. Please upload it again.')
  await removePieces(upload.id)
  return settled
}

async function settle(ctx: Ctx, upload: Upload, fileId: string): Promise<string> {
  const [now] = await ctx.db.select().from(uploads).where(eq(uploads.id, upload.id)).for('update')
  const file = await fileById(ctx, fileId)
  const isWhole = file.size === upload.size && (!upload.sha256 || file.sha256 === upload.sha256)
  const earlier = found(now, 'Upload').fileId
  if (earlier || !isWhole) await expire(ctx, fileId)
  if (earlier) return earlier
  if (!isWhole) return 'other'
  await ctx.db.update(uploads).set({ fileId }).where(eq(uploads.id, upload.id))
  return fileId
}

async function firstBytes(id: string): Promise<Uint8Array> {
  const handle = await open(partOf(id))
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The file of a finished upload, which stays from now on. */
export async function take(ctx: Ctx, id: string, purpose: Purpose) {
  const { fileId } = await mine(ctx, id)
  if (!fileId) throw new Failure('CONFLICT', 'This file has not arrived yet.')
  const file = await fileById(ctx, fileId, purpose)
  await keepForGood(ctx, [fileId])
  return file
}

/** Removes what was begun; a file that arrived stays. */
export async function cancel(ctx: OuterCtx | Pick<OuterCtx, 'tx'>, { id }: Upload): Promise<void> {
  await ctx.tx(tx => tx.db.delete(uploads).where(eq(uploads.id, id)))
  await removePieces(id)
}

/** It moved: a day from now on. */
export async function touch(ctx: Ctx, { id }: Upload): Promise<void> {
  await ctx.db
    .update(uploads)
    .set({ expiresAt: new Date(clock.ms() + days(1)) })
    .where(eq(uploads.id, id))
}

/** Uploads that nobody went on with, some at a time. */
export async function stale(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: uploads.id })
    .from(uploads)
    .where(lt(uploads.expiresAt, clock.now()))
    .limit(200)
  return rows.map(row => row.id)
}

export async function purge(ctx: OuterCtx, id: string): Promise<void> {
  const [row] = await ctx.tx(tx =>
    tx.db
      .delete(uploads)
      .where(and(eq(uploads.id, id), lt(uploads.expiresAt, clock.now())))
      .returning({ id: uploads.id }),
  )
  if (row) await removePieces(id)
}
