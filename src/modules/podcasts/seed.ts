import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { drawn, openPicture } from '#files/service/pictures.ts'
import { keepForGood, recordFile } from '#files/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { storage, type Written } from '#providers/storage/index.ts'
import { churchOf } from '#public-page/service.ts'
import { list } from '#videos/libraries/service.ts'
import { podcasts } from './tables.ts'

type Stored = Written & { storageKey: string }

/** A lamp in the evening, in the size that podcast apps ask for. */
const COVER = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="1400" viewBox="0 0 140 140">
<defs><radialGradient id="g" cy=".42"><stop stop-color="#f6d98a"/><stop offset=".28" stop-color="#5c7f5e"/><stop offset="1" stop-color="#16302b"/></radialGradient></defs>
<rect width="140" height="140" fill="url(#g)"/>
<path d="M70 36c7 9 10 14 10 19a10 10 0 0 1-20 0c0-5 3-10 10-19z" fill="#fff4d6"/>
<path d="M48 68h44l-6 10H54zM66 78h8v26h-8zM54 104h32v6H54z" fill="#fbf7ee"/></svg>`

export async function storeCover(clientId: string): Promise<Stored> {
  const content = await drawn(openPicture(Buffer.from(COVER)).jpeg())
  const storageKey = `${clientId}/${randomUUID()}`
  return { storageKey, ...(await storage().put(storageKey, Readable.from([content]), content.length)) }
}

/** The sermons of every Sunday, as a podcast for everyone. */
export async function seedPodcast(ctx: Ctx, { userIds }: Demo, { storageKey, ...written }: Stored): Promise<void> {
  const createdBy = userIds[0]!
  const library = (await list(ctx)).items.find(one => one.visibility === 'public')
  const file = { name: 'cover.jpg', contentType: 'image/jpeg', purpose: 'thumbnail', createdBy, storageKey } as const
  const { id: pictureId } = await recordFile(ctx, file, written)
  await keepForGood(ctx, [pictureId])
  const { name } = (await churchOf(ctx))!
  await ctx.db.insert(podcasts).values({
    libraryId: library!.id,
    slug: 'sermons',
    isOn: true,
    title: 'Sunday at Grace',
    description: 'The sermons of every Sunday, with their passages, to hear on the way to work or over the dishes.',
    author: name,
    ownerEmail: 'office@grace.example',
    language: 'en',
    category: 'christianity',
    pictureId,
    createdBy,
  })
}
