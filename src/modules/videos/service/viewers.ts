import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import type { Video } from '../contract.ts'
import { get, rowOf } from '../service.ts'
import { videoPeople } from '../tables.ts'

/** Exactly these people may watch it while it is private. Who is taken off the list can't go on watching. */
export async function setPeople(ctx: Ctx, { id, personIds }: { id: string; personIds: string[] }): Promise<Video> {
  await rowOf(ctx, id)
  const wanted = [...new Set(personIds)]
  if (wanted.length > 0) {
    const known = await ctx.db
      .select({ id: people.id })
      .from(people)
      .where(and(inArray(people.id, wanted), isNull(people.deletedAt)))
    if (known.length < wanted.length) throw invalid('personIds', 'One of these people no longer exists')
  }
  await ctx.db.delete(videoPeople).where(eq(videoPeople.videoId, id))
  if (wanted.length > 0) await ctx.db.insert(videoPeople).values(wanted.map(personId => ({ videoId: id, personId })))
  announce(ctx, 'videos', id)
  return get(ctx, { id })
}
