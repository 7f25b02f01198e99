import { and, eq, isNull } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Db } from '#kernel/db.ts'
import { Failure } from '#kernel/failure.ts'
import { asPlatform } from '#kernel/run.ts'
import { videos } from '../../tables.ts'
import { isPublicId } from '../rules.ts'

/** The account of a video, by its public id; undefined where its church shows nothing to the public. */
export async function clientOfVideo(db: Db, publicId: string): Promise<string | undefined> {
  if (!isPublicId(publicId)) return
  const [row] = await db
    .select({ id: clients.id, access: clients.access })
    .from(videos)
    .innerJoin(clients, eq(clients.id, videos.clientId))
    .where(and(eq(videos.publicId, publicId), isNull(clients.closedAt)))
  return row && row.access !== 'suspended' ? row.id : undefined
}

/** The same, for a request. @throws NOT_FOUND */
export async function accountOf(publicId: string): Promise<string> {
  const clientId = await asPlatform('video', db => clientOfVideo(db, publicId))
  if (!clientId) throw new Failure('NOT_FOUND', 'Video not found')
  return clientId
}
