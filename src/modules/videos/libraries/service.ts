import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange, isTaken, sqlState } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { digest } from '#kernel/secrets.ts'
import { videoLibraries, videos } from '../tables.ts'
import type { ChangedLibrary, Library, NewLibrary, RemovedLibrary } from './contract.ts'

// Written out: in a select from one table Drizzle leaves the table's name off its columns.
const ofLibrary = sql`from videos v where v.library_id = video_libraries.id and v.deleted_at is null`
const columns = {
  id: videoLibraries.id,
  name: videoLibraries.name,
  description: videoLibraries.description,
  visibility: videoLibraries.visibility,
  videoCount: sql<number>`(select count(*)::int ${ofLibrary})`,
  totalViews: sql<number>`(select coalesce(sum(v.views), 0)::int ${ofLibrary})`,
  version: videoLibraries.version,
}

export async function list(ctx: Ctx) {
  const items = await ctx.db.select(columns).from(videoLibraries).orderBy(sql`lower(${videoLibraries.name})`).limit(500)
  return { items }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Library> {
  const [row] = await ctx.db.select(columns).from(videoLibraries).where(eq(videoLibraries.id, id))
  return found(row, 'Library')
}

const taken = (error: unknown): never => {
  throw isTaken(error) ? invalid('name', 'Another library has this name') : error
}

export async function create(ctx: Ctx, input: NewLibrary): Promise<Library> {
  const [row] = await ctx.db
    .insert(videoLibraries)
    .values({ ...input, createdBy: userOf(ctx) })
    .returning({ id: videoLibraries.id })
    .catch(taken)
  announce(ctx, 'videos')
  return get(ctx, { id: row!.id })
}

export async function update(ctx: Ctx, { id, version, ...changes }: ChangedLibrary): Promise<Library> {
  const before = await get(ctx, { id })
  if (isNoChange(changes)) return before
  // Two people may edit at once: the second is told, and nothing is overwritten.
  const [row] = await ctx.db
    .update(videoLibraries)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(videoLibraries.id, id), eq(videoLibraries.version, version)))
    .returning({ id: videoLibraries.id })
    .catch(taken)
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'videos')
  return get(ctx, { id })
}

/** A video that is added meanwhile keeps its library from being deleted: the reference restricts. */
export async function remove(ctx: Ctx, { id, moveTo }: RemovedLibrary) {
  await get(ctx, { id })
  if (moveTo === id) throw invalid('moveTo', 'Choose another library')
  if (moveTo) {
    await get(ctx, { id: moveTo })
    await ctx.db.update(videos).set({ libraryId: moveTo }).where(eq(videos.libraryId, id))
  }
  const [used] = await ctx.db
    .select({ count: sql<number>`count(*)::int`, trashed: sql<number>`count(${videos.deletedAt})::int` })
    .from(videos)
    .where(eq(videos.libraryId, id))
  if (used!.count > 0) throw new Failure('CONFLICT', inUse(used!))
  await ctx.db
    .delete(videoLibraries)
    .where(eq(videoLibraries.id, id))
    .catch(error => {
      throw sqlState(error) === '23503' ? new Failure('CONFLICT', inUse({ count: 1, trashed: 0 })) : error
    })
  announce(ctx, 'videos')
  return {}
}

const inUse = ({ count, trashed }: { count: number; trashed: number }): string =>
  trashed === count
    ? 'Videos in the trash belong to this library. Move them to another library, or delete them for good.'
    : 'This library has videos. Move them to another library first.'

/** A new token for podcast apps, which is given out once, or none from now on; the one before ends at once. */
export async function setFeedToken(ctx: Ctx, id: string, token: string | null): Promise<void> {
  await ctx.db
    .update(videoLibraries)
    .set({ feedTokenHash: token && digest(token) })
    .where(eq(videoLibraries.id, id))
}

/** The token that podcast apps need: whether there is one, and whether this is it. */
export async function feedTokenOf(ctx: Ctx, id: string, token?: string): Promise<{ isSet: boolean; isRight: boolean }> {
  const [row] = await ctx.db
    .select({ hash: videoLibraries.feedTokenHash })
    .from(videoLibraries)
    .where(eq(videoLibraries.id, id))
  const hash = row?.hash ?? null
  return { isSet: hash !== null, isRight: hash !== null && token !== undefined && hash === digest(token) }
}
