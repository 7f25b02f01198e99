import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { openPicture } from '#files/service/pictures.ts'
import { expire, fileById, keepForGood } from '#files/service.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { isTaken } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { newToken, sealOf } from '#kernel/secrets.ts'
import { storage } from '#providers/storage/index.ts'
import { churchOf } from '#public-page/service.ts'
import { feedTokenOf, get as libraryOf, setFeedToken } from '#videos/libraries/service.ts'
import { churchSlug } from '#videos/service/church.ts'
import type { Podcast, SavedPodcast } from './contract.ts'
import { coverProblem } from './rules.ts'
import { episodesOf } from './service/episodes.ts'
import { podcasts } from './tables.ts'

type Row = typeof podcasts.$inferSelect

export const feedAddress = (church: string, slug: string): string => `${env.publicUrl}/podcast/${church}/${slug}.xml`
export const privateAddress = (church: string, slug: string, token: string): string =>
  `${feedAddress(church, slug)}?feed=${token}`

/** Proves that a member was shown this picture: their screens show it while the podcast is off, too. */
const coverSeal = (pictureId: string) => sealOf(`podcast cover ${pictureId}`)
const coverPath = async (ctx: Ctx, { slug, pictureId }: Row) =>
  `/podcast/${await churchSlug(ctx)}/${slug}/cover.jpg?seal=${coverSeal(pictureId!)}`

/** The file of a cover, for those whom the feed answers, and on screens of members. */
export async function coverOf(ctx: Ctx, slug: string, asked: { token: string | undefined; seal: string | undefined }) {
  const [row] = await ctx.db.select().from(podcasts).where(eq(podcasts.slug, slug))
  const isShown = row?.pictureId && asked.seal === coverSeal(row.pictureId)
  const { pictureId } = isShown ? row : await openPodcast(ctx, slug, asked.token)
  return fileById(ctx, found(pictureId ?? undefined, 'Picture'), 'thumbnail')
}

async function rowOf(ctx: Ctx, libraryId: string): Promise<Row | undefined> {
  const [row] = await ctx.db.select().from(podcasts).where(eq(podcasts.libraryId, libraryId))
  return row
}

/** As it is saved, else as it could begin. */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<Podcast> {
  const library = await libraryOf(ctx, { id })
  const row = await rowOf(ctx, id)
  const church = await churchOf(ctx)
  const podcast = row ?? {
    isOn: false,
    isPrivate: library.visibility === 'private',
    title: library.name,
    description: library.description,
    author: church?.name ?? '',
    ownerEmail: '',
    language: 'en',
    category: 'christianity' as const,
    isExplicit: false,
    pictureId: null,
    version: 0,
  }
  const { episodes, silent } = await episodesOf(ctx, id, podcast.isPrivate)
  const isPublic = row?.isOn && !row.isPrivate
  return {
    ...podcast,
    id,
    language: podcast.language as Podcast['language'],
    address: isPublic ? feedAddress(await churchSlug(ctx), row.slug) : null,
    cover: row?.pictureId ? await coverPath(ctx, row) : null,
    hasPrivateAddress: (await feedTokenOf(ctx, id)).isSet,
    episodes: episodes.length,
    silent: silent.slice(0, 20).map(({ id, title }) => ({ id, title })),
    problems: podcast.isPrivate ? [] : problemsOf(podcast, episodes.length),
  }
}

type Described = Pick<Row, 'description' | 'author' | 'ownerEmail' | 'pictureId'>
function problemsOf({ description, author, ownerEmail, pictureId }: Described, episodes: number): string[] {
  return [
    ...(pictureId ? [] : ['Add a cover: apps don’t list a podcast without one.']),
    ...(description ? [] : ['Write what it is about.']),
    ...(author ? [] : ['Say who it is by.']),
    ...(ownerEmail ? [] : ['Enter an email address, at which Apple and Spotify confirm that the podcast is yours.']),
    ...(episodes > 0 ? [] : ['Add audio to at least one video, so that there is something to hear.']),
  ]
}

export async function update(ctx: OuterCtx, { id, version, ...changes }: SavedPodcast): Promise<Podcast> {
  const { pictureId } = changes
  const before = await ctx.tx(tx => get(tx, { id }))
  requireWhole(changes)
  if (pictureId && pictureId !== before.pictureId) await requireCover(ctx, pictureId)
  return ctx.tx(tx => save(tx, { id, version, ...changes }))
}

async function save(ctx: Ctx, { id, version, ...changes }: SavedPodcast): Promise<Podcast> {
  const before = await get(ctx, { id })
  if (before.version !== version) throw new Failure('CONFLICT')
  if (changes.pictureId) await keepForGood(ctx, [changes.pictureId])
  if (version === 0) await insert(ctx, id, changes)
  else {
    const [row] = await ctx.db
      .update(podcasts)
      .set({ ...changes, version: version + 1 })
      .where(and(eq(podcasts.libraryId, id), eq(podcasts.version, version)))
      .returning({ id: podcasts.id })
    if (!row) throw new Failure('CONFLICT')
  }
  if (before.pictureId && before.pictureId !== changes.pictureId) await expire(ctx, before.pictureId)
  // What is off, or for everyone, has no private address any more.
  if (!changes.isOn || !changes.isPrivate) await setFeedToken(ctx, id, null)
  announce(ctx, 'videos')
  return get(ctx, { id })
}

type Changes = Omit<SavedPodcast, 'id' | 'version'>

/** What every directory asks for has to be there before the feed opens. */
function requireWhole({ isOn, isPrivate, description, author, ownerEmail, pictureId }: Changes): void {
  if (!isOn || isPrivate) return
  if (!description) throw invalid('description', 'Apps show a description. Please write one')
  if (!author) throw invalid('author', 'Please say who the podcast is by')
  if (!ownerEmail) throw invalid('ownerEmail', 'Apple and Spotify confirm at this address that the podcast is yours')
  if (!pictureId) throw invalid('pictureId', 'Apps don’t list a podcast without a cover. Please upload one')
}

/** A picture that this member has just uploaded, as podcast apps ask for it. */
async function requireCover(ctx: OuterCtx, fileId: string): Promise<void> {
  const file = await ctx.tx(async tx => {
    const file = await fileById(tx, fileId, 'thumbnail')
    // What is kept for good belongs to something else already.
    return found(file.createdBy === userOf(tx) && file.expiresAt ? file : undefined, 'File')
  })
  const { width, height, format } = await openPicture(await buffer(await storage().get(file.storageKey)))
    .metadata()
    .catch(() => ({ width: 0, height: 0, format: '' }))
  const problem = coverProblem({ width, height, format })
  if (problem) throw invalid('pictureId', problem)
}

async function insert(ctx: Ctx, libraryId: string, changes: Changes): Promise<void> {
  const named = slugOf(changes.title)
  // What it calls a name without Latin letters.
  const base = named === 'account' ? 'podcast' : named
  const taken = await ctx.db.select({ slug: podcasts.slug }).from(podcasts)
  const isFree = (slug: string) => taken.every(one => one.slug !== slug)
  let slug = base
  for (let count = 2; !isFree(slug); count++) slug = `${base}-${count}`
  await ctx.db
    .insert(podcasts)
    .values({ ...changes, libraryId, slug, createdBy: userOf(ctx) })
    .catch(error => {
      throw isTaken(error) ? new Failure('CONFLICT') : error
    })
}

export async function renewAddress(ctx: Ctx, { id }: { id: string }) {
  await libraryOf(ctx, { id })
  const token = newToken()
  const row = await rowOf(ctx, id)
  if (!row?.isOn || !row.isPrivate) throw new Failure('CONFLICT', 'Save this podcast first: private, and on.')
  await setFeedToken(ctx, id, token)
  announce(ctx, 'videos')
  return { address: privateAddress(await churchSlug(ctx), row.slug, token) }
}

/** The podcast of an address, for those it answers: everyone for a public one, who has the token for a private one. */
export async function openPodcast(ctx: Ctx, slug: string, token: string | undefined): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(podcasts)
    .where(and(eq(podcasts.slug, slug), eq(podcasts.isOn, true)))
  const podcast = found(row, 'Podcast')
  const isAllowed = podcast.isPrivate ? (await feedTokenOf(ctx, podcast.libraryId, token)).isRight : token === undefined
  return found(isAllowed ? podcast : undefined, 'Podcast')
}
