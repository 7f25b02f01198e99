import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { makeRoom, used } from '#files/resumable/service.ts'
import { expire, keep, keepForGood } from '#files/service.ts'
import { files } from '#files/tables.ts'
import { days } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { NotConverted, type Source, toAudio, toFilm, toStream } from '#providers/converter/index.ts'
import { storage } from '#providers/storage/index.ts'
import { videoReady } from '../events.ts'
import { read } from '../processing/service/reading.ts'
import { quotaOf } from '../service/quota.ts'
import type { VideoRow } from '../service.ts'
import { videos } from '../tables.ts'
import { MOST_LINES, sizesFor, withoutName } from './rules.ts'
import { addPictures } from './service/pictures.ts'
import { videoSizes } from './tables.ts'

interface Work {
  videoId: string
  run: number
}
const converting = path.join(env.dataDir, 'converting')
const MOST_BYTES = 8 * 1024 ** 3

/** Still asked for: not canceled, not asked for anew, not in the trash. */
const current = ({ videoId, run }: Work) => and(eq(videos.id, videoId), eq(videos.run, run), isNull(videos.deletedAt))

async function write(ctx: Ctx, work: Work, changes: Partial<VideoRow>): Promise<boolean> {
  const [row] = await ctx.db.update(videos).set(changes).where(current(work)).returning({ id: videos.id })
  if (row) announce(ctx, 'videos', work.videoId)
  return row !== undefined
}

/**
 * What ffmpeg does with a video: a film that browsers play where they don't play the upload, in sizes for streaming, and
 * its audio alone. Everything it makes lies in a directory of its own until it is stored; a worker that is killed leaves
 * that directory to the next try.
 */
export async function convert(ctx: OuterCtx, work: Work): Promise<void> {
  const started = await ctx.tx(tx => begin(tx, work))
  if (!started) return
  await sweep()
  // A full disk would look like a damaged file.
  await makeRoom(started.size)
  const directory = path.join(converting, work.videoId)
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    await using local = await storage().local(started.storageKey)
    const { container, durationMs } = started.video
    const source = { path: local.path, container: container as Source['container'], durationMs }
    await inSteps(ctx, { work, directory, source, video: started.video })
  } catch (error) {
    if (error instanceof Canceled) return
    if (!(error instanceof NotConverted)) throw error
    await ctx.tx(tx => write(tx, work, { stage: null, problem: DAMAGED }))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** What a worker that was killed left, and nobody went on with. */
async function sweep(): Promise<void> {
  for (const name of await readdir(converting).catch(() => [])) {
    const { mtimeMs } = await stat(path.join(converting, name))
    if (mtimeMs < Date.now() - days(1)) await rm(path.join(converting, name), { recursive: true, force: true })
  }
}

const DAMAGED =
  'This video could not be converted. The file may be damaged. Please export it as MP4 with H.264 and upload that file.'
const NO_ROOM =
  'There is no room to convert this video. Please delete videos that you no longer need, then process it again.'

class Canceled extends Error {}

async function begin(ctx: Ctx, work: Work) {
  const [row] = await ctx.db
    .select({ video: videos, storageKey: files.storageKey, size: files.size })
    .from(videos)
    .innerJoin(files, eq(files.id, videos.fileId))
    .where(current(work))
  if (!row || !['needs_conversion', 'ready'].includes(row.video.state)) return
  if ((await used(ctx)) + row.size <= (await quotaOf(ctx))) return row
  await write(ctx, work, { stage: null, ...(row.video.state === 'ready' ? {} : { problem: NO_ROOM }) })
}

interface Job {
  work: Work
  directory: string
  source: Source
  video: VideoRow
}

async function inSteps(ctx: OuterCtx, job: Job): Promise<void> {
  const { video, directory, work } = job
  let film = job.source
  let sounds = video.audioCodec !== null
  let height = video.height
  if (video.state === 'needs_conversion') {
    const to = path.join(directory, 'film.mp4')
    await following(ctx, work, 'convert', running => toFilm(job.source, to, MOST_LINES, running))
    const made = await read(to)
    if ('refusal' in made) throw new NotConverted(made.refusal)
    film = { path: to, container: 'mp4', durationMs: made.answer.durationMs }
    sounds = made.answer.audioCodec !== null
    height = made.answer.height
    await keepFilm(ctx, job, to, made.answer)
    await addPictures(ctx, work.videoId, film, directory)
  }
  if (sounds && !video.audioFileId) await keepAudio(ctx, job, film)
  if (video.state !== 'needs_conversion') return
  for (const size of sizesFor(height)) await keepSize(ctx, job, film, size)
  await ctx.tx(tx => write(tx, work, { stage: null, progress: 100 }))
}

/** Says how far it is every two seconds, and ends the program when nobody asks for it any more. */
async function following(
  ctx: OuterCtx,
  work: Work,
  stage: 'convert' | 'sizes',
  start: (running: { onProgress: (percent: number) => void; signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  const ending = new AbortController()
  let progress = 0
  const say = async () => {
    if (!(await ctx.tx(tx => write(tx, work, { stage, progress })))) ending.abort()
  }
  await say()
  const timer = setInterval(() => void say().catch(() => {}), 2_000)
  try {
    if (ending.signal.aborted) throw new Canceled()
    await start({ signal: ending.signal, onProgress: percent => void (progress = percent) })
  } catch (error) {
    throw ending.signal.aborted ? new Canceled() : error
  } finally {
    clearInterval(timer)
  }
}

const nameOf = ({ title }: VideoRow, ending: string) => `${title.replace(/[\\/]/g, ' ').slice(0, 100)}.${ending}`

type Film = Pick<VideoRow, 'durationMs' | 'width' | 'height'>
async function keepFilm(ctx: OuterCtx, { work, video }: Job, localPath: string, film: Film): Promise<void> {
  const file = {
    name: nameOf(video, 'mp4'),
    contentType: 'video/mp4',
    purpose: 'video',
    createdBy: video.createdBy,
  } as const
  const { id } = await keep(ctx, file, { localPath }, MOST_BYTES)
  await ctx.tx(async tx => {
    const { durationMs, width, height } = film
    const changes = { playableFileId: id, state: 'ready', problem: '', durationMs, width, height } as const
    // Canceled meanwhile: the sweep of files takes it.
    if (!(await write(tx, work, changes))) throw new Canceled()
    await keepForGood(tx, [id])
    if (video.playableFileId) await expire(tx, video.playableFileId)
    await emit(tx, videoReady, { videoId: work.videoId })
  })
}

async function keepAudio(ctx: OuterCtx, { work, video, directory }: Job, film: Source): Promise<void> {
  const to = path.join(directory, 'audio.m4a')
  await toAudio(film, to)
  const file = {
    name: nameOf(video, 'm4a'),
    contentType: 'audio/x-m4a',
    purpose: 'audio',
    createdBy: video.createdBy,
  } as const
  const { id } = await keep(ctx, file, { localPath: to }, MOST_BYTES)
  await ctx.tx(async tx => {
    // What someone uploaded meanwhile stays.
    const [row] = await tx.db
      .update(videos)
      .set({ audioFileId: id })
      .where(and(current(work), isNull(videos.audioFileId)))
      .returning({ id: videos.id })
    if (!row) return
    await keepForGood(tx, [id])
    announce(tx, 'videos', work.videoId)
  })
}

async function keepSize(ctx: OuterCtx, { work, video, directory }: Job, film: Source, height: number): Promise<void> {
  const at = (ending: string) => path.join(directory, `${height}.${ending}`)
  await following(ctx, work, 'sizes', running => toStream(film, directory, height, running))
  const playlist = withoutName(await readFile(at('m3u8'), 'utf8'), height)
  const file = {
    name: nameOf(video, 'mp4'),
    contentType: 'video/mp4',
    purpose: 'video',
    createdBy: video.createdBy,
  } as const
  const { id, size } = await keep(ctx, file, { localPath: at('mp4') }, MOST_BYTES)
  const bandwidth = Math.round((size * 8_000) / Math.max(film.durationMs ?? 1_000, 1))
  await ctx.tx(async tx => {
    if (!(await write(tx, work, { progress: 100 }))) throw new Canceled()
    const [before] = await tx.db
      .delete(videoSizes)
      .where(and(eq(videoSizes.videoId, work.videoId), eq(videoSizes.height, height)))
      .returning({ fileId: videoSizes.fileId })
    if (before) await expire(tx, before.fileId)
    await tx.db.insert(videoSizes).values({ videoId: work.videoId, height, fileId: id, playlist, bandwidth })
    await keepForGood(tx, [id])
  })
}

/** After its last try. A film that is ready stays ready; the other one says why it is not. */
export async function giveUp(ctx: Ctx, work: Work): Promise<void> {
  const problem = 'This video could not be converted because of a problem on the server. Please try again.'
  await write(ctx, work, { stage: null })
  await ctx.db
    .update(videos)
    .set({ problem })
    .where(and(current(work), eq(videos.state, 'needs_conversion')))
}
