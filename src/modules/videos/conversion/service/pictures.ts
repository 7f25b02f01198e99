import path from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { keep, keepForGood } from '#files/service.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { type Source, toPicture } from '#providers/converter/index.ts'
import { videoPictures, videos } from '../../tables.ts'
import { PICTURES_AT } from '../rules.ts'

const MOST_BYTES = 4 * 1024 * 1024

/** Pictures of a film that no browser could look into; none where it has some. */
export async function addPictures(ctx: OuterCtx, videoId: string, film: Source, directory: string): Promise<void> {
  const [known] = await ctx.tx(tx =>
    tx.db.select({ id: videoPictures.id }).from(videoPictures).where(eq(videoPictures.videoId, videoId)).limit(1),
  )
  if (known || !film.durationMs) return
  const fileIds: string[] = []
  for (const [index, share] of PICTURES_AT.entries()) {
    const to = path.join(directory, `${index}.jpg`)
    await toPicture(film, to, film.durationMs * share)
    const file = { name: `picture-${index + 1}.jpg`, contentType: 'image/jpeg', purpose: 'thumbnail' } as const
    fileIds.push((await keep(ctx, file, { localPath: to }, MOST_BYTES)).id)
  }
  await ctx.tx(async tx => {
    const rows = await tx.db
      .insert(videoPictures)
      .values(fileIds.map(fileId => ({ videoId, fileId })))
      .returning({ id: videoPictures.id })
    await keepForGood(tx, fileIds)
    await tx.db
      .update(videos)
      .set({ pictureId: rows[0]!.id })
      .where(and(eq(videos.id, videoId), isNull(videos.pictureId)))
    announce(tx, 'videos', videoId)
  })
}
