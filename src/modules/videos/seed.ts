import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { keepForGood, recordFile } from '#files/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { storage, type Written } from '#providers/storage/index.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { idsByTitle } from '#sermons/service.ts'
import type { Cue } from './captions/rules.ts'
import { videoCaptions } from './captions/tables.ts'
import demo from './data/demo.json' with { type: 'json' }
import { searchOf } from './service/editing.ts'
import { videoLibraries, videoPassages, videoPictures, videos } from './tables.ts'
import { STEPS } from './views/rules.ts'
import { videoViews } from './views/tables.ts'

interface Stored extends Written {
  storageKey: string
}
interface Prepared {
  film: Stored
  picture: Stored
  audio: Stored
}

/** A year of Sundays, the newest first, one sermon of each series after the other. */
const sermons = demo.series.flatMap(({ name, speaker, sermons }) =>
  sermons.map(sermon => ({ ...sermon, series: name, speaker })),
)

const stored = (clientId: string, file: string): Promise<Stored> => {
  const content = readFileSync(new URL(`./data/${file}`, import.meta.url))
  return put(clientId, file.endsWith('.webm') ? anotherCopy(content) : content)
}

async function put(clientId: string, content: Buffer): Promise<Stored> {
  const storageKey = `${clientId}/${randomUUID()}`
  return { storageKey, ...(await storage().put(storageKey, Readable.from([content]), content.length)) }
}

/** With other bytes behind it that players skip: what the same film was uploaded for before is said on its screen. */
function anotherCopy(content: Buffer): Buffer {
  const filling = Buffer.from(randomUUID())
  return Buffer.concat([content, Buffer.from([0xec, 0x80 | filling.length]), filling])
}

/** Each video has files of its own: deleting one leaves the others whole. */
export async function storeClips(clientId: string): Promise<Prepared[]> {
  const films: Prepared[] = []
  for (const { clip } of sermons) {
    const [film, picture, audio] = [`${clip}.webm`, `${clip}.jpg`, `${clip}.m4a`]
    films.push({
      film: await stored(clientId, film),
      picture: await stored(clientId, picture),
      audio: await stored(clientId, audio),
    })
  }
  return films
}

/** A year of sermons, the youngest of them a few days old. */
export async function seedVideos(ctx: Ctx, { userIds }: Demo, prepared: Prepared[]): Promise<void> {
  const [library] = await ctx.db
    .insert(videoLibraries)
    .values({
      name: 'Sermons',
      description: 'Every Sunday, with its passage.',
      visibility: 'public',
      createdBy: userIds[0]!,
    })
    .returning()
  await ctx.db.insert(videoLibraries).values({ name: 'Classes', visibility: 'private', createdBy: userIds[0]! })
  const written = await idsByTitle(
    ctx,
    sermons.map(({ title }) => title),
  )
  const sunday = lastSunday()
  for (const [at, sermon] of sermons.entries()) {
    const createdAt = new Date(sunday - days(7 * at))
    const sermonId = written.get(sermon.title) ?? null
    const video = { ...sermon, at, createdAt, sermonId, libraryId: library!.id, createdBy: userIds[0]! }
    await addVideo(ctx, video, prepared[at]!)
  }
}

/** Noon of the last Sunday, in UTC. */
function lastSunday(): number {
  const now = clock.now()
  const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - now.getUTCDay(), 12)
  return noon > now.getTime() ? noon - days(7) : noon
}

type Demonstrated = (typeof sermons)[number] & {
  at: number
  createdAt: Date
  sermonId: string | null
  libraryId: string
  createdBy: string
}

async function keepFiles(ctx: Ctx, title: string, createdBy: string, { film, picture, audio }: Prepared) {
  const name = slugOf(title)
  const keep = async (
    { storageKey, ...written }: Stored,
    file: { name: string; contentType: string; purpose: 'video' | 'thumbnail' | 'audio' },
  ) => (await recordFile(ctx, { ...file, createdBy, storageKey }, written)).id
  const fileId = await keep(film, { name: `${name}.webm`, contentType: 'video/webm', purpose: 'video' })
  const thumbnailId = await keep(picture, { name: `${name}.jpg`, contentType: 'image/jpeg', purpose: 'thumbnail' })
  const audioFileId = await keep(audio, { name: `${name}.m4a`, contentType: 'audio/x-m4a', purpose: 'audio' })
  await keepForGood(ctx, [fileId, thumbnailId, audioFileId])
  return { fileId, thumbnailId, audioFileId }
}

async function addVideo(ctx: Ctx, video: Demonstrated, { film, picture, audio }: Prepared): Promise<void> {
  const { title, passage, speaker, series, at, createdAt, sermonId, libraryId, createdBy } = video
  const { fileId, thumbnailId, audioFileId } = await keepFiles(ctx, title, createdBy, { film, picture, audio })
  const words = { title, passage, speaker, series, tags: [] as string[], description: `A sermon on ${passage}.` }
  const cues = cuesOf(title, passage)
  const views = Math.max(3, 42 - at + ((at * 7) % 11))
  const [row] = await ctx.db
    .insert(videos)
    .values({
      ...words,
      libraryId,
      createdBy,
      createdAt,
      sermonId,
      visibility: 'public',
      preachedOn: createdAt.toISOString().slice(0, 10),
      fileId,
      audioFileId,
      durationMs: 11_965,
      width: 640,
      height: 360,
      container: 'webm',
      videoCodec: 'vp8',
      audioCodec: 'opus',
      state: 'ready',
      progress: 100,
      slug: slugOf(title),
      publicId: randomBytes(16).toString('base64url'),
      chapters: cues.map(({ startMs }, index) => ({ startMs, title: ['Reading', 'Sermon', 'Blessing'][index]! })),
      views,
      search: searchOf(words),
    })
    .returning()
  const videoId = row!.id
  const [shown] = await ctx.db.insert(videoPictures).values({ videoId, fileId: thumbnailId }).returning()
  await ctx.db.update(videos).set({ pictureId: shown!.id }).where(eq(videos.id, videoId))
  await ctx.db
    .insert(videoPassages)
    .values(parsePassages(passage).map(({ from, to }) => ({ videoId, fromVerse: from, toVerse: to })))
  const said = { videoId, language: 'en', label: 'English', cues }
  await ctx.db.insert(videoCaptions).values(said)
  await addViews(ctx, { videoId, createdAt, views })
}

/** Twelve seconds of words for a clip of twelve seconds. */
const cuesOf = (title: string, passage: string): Cue[] => [
  { startMs: 0, endMs: 3_500, text: `Good morning, church. Today we read ${passage}.` },
  { startMs: 3_600, endMs: 7_200, text: `The sermon is called “${title}”.` },
  { startMs: 7_300, endMs: 11_500, text: 'Take these words with you into the week. Go in peace.' },
]

/** Most people watch on the day and the day after, and two of three to the end. */
async function addViews(ctx: Ctx, { videoId, createdAt, views }: { videoId: string; createdAt: Date; views: number }) {
  const dayOf = (after: number) => new Date(Math.min(clock.ms(), createdAt.getTime() + days(after)))
  const first = Math.ceil(views * 0.6)
  const rows = [
    { day: dayOf(0), source: 'watch', count: first },
    { day: dayOf(1), source: 'facebook.com', count: views - first },
  ]
  for (const { day, source, count } of rows) {
    const dropOff = Array<number>(STEPS).fill(0)
    dropOff[STEPS - 1] = Math.ceil(count * 0.66)
    dropOff[5] = count - dropOff[STEPS - 1]!
    const seconds = count * 9
    await ctx.db
      .insert(videoViews)
      .values({ videoId, day: day.toISOString().slice(0, 10), source, views: count, seconds, dropOff })
  }
}
