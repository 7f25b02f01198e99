import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { converterVersion } from '#providers/converter/index.ts'
import { storage } from '#providers/storage/index.ts'
import type { Video } from '../contract.ts'
import { videoReady } from '../events.ts'
import { get, rowOf, type VideoRow } from '../service.ts'
import { videos } from '../tables.ts'
import { convertVideo, processVideo } from '../tasks.ts'
import { whyNotPlayable } from './rules.ts'
import { read } from './service/reading.ts'

interface Work {
  videoId: string
  run: number
}

/** Still asked for: not canceled, not asked for anew, not in the trash. */
const current = ({ videoId, run }: Work) => and(eq(videos.id, videoId), eq(videos.run, run), isNull(videos.deletedAt))

async function write(ctx: Ctx, work: Work, changes: Partial<VideoRow>): Promise<boolean> {
  const [row] = await ctx.db.update(videos).set(changes).where(current(work)).returning({ id: videos.id })
  if (row) announce(ctx, 'videos', work.videoId)
  return row !== undefined
}

/**
 * Reads what is in the file and says whether browsers play it. A worker that is killed leaves the stage as it was, and
 * the next one does it again: nothing is stored before the last step, which is one transaction.
 */
export async function processUpload(
  ctx: OuterCtx,
  work: Work,
  converts = converterVersion().then(version => version !== undefined),
): Promise<void> {
  const storageKey = await ctx.tx(tx => begin(tx, work))
  if (!storageKey) return
  const probed = await probe(storageKey)
  const canConvert = await converts
  await ctx.tx(tx => finish(tx, work, probed, canConvert))
}

async function begin(ctx: Ctx, work: Work): Promise<string | undefined> {
  if (!(await write(ctx, work, { state: 'processing', stage: 'probe', progress: 0, problem: '' }))) return
  const [file] = await ctx.db
    .select({ storageKey: files.storageKey })
    .from(videos)
    .innerJoin(files, eq(files.id, videos.fileId))
    .where(eq(videos.id, work.videoId))
  return file?.storageKey
}

async function probe(storageKey: string) {
  await using local = await storage().local(storageKey)
  return read(local.path)
}

const done = { stage: null, progress: 100 } as const

async function finish(
  ctx: Ctx,
  work: Work,
  result: Awaited<ReturnType<typeof probe>>,
  converts: boolean,
): Promise<void> {
  if ('refusal' in result) {
    await write(ctx, work, { ...done, state: 'failed', problem: result.refusal })
    return
  }
  const problem = whyNotPlayable(result.answer)
  const state = problem ? 'needs_conversion' : 'ready'
  const next = problem && converts ? ({ stage: 'convert', progress: 0 } as const) : done
  const isCurrent = await write(ctx, work, {
    ...next,
    ...result.answer,
    state,
    problem: converts ? '' : (problem ?? ''),
  })
  if (!isCurrent) return
  if (state === 'ready') await emit(ctx, videoReady, { videoId: work.videoId })
  const sounds = result.answer.audioCodec !== null
  if (converts && (problem || sounds)) await enqueue(ctx, convertVideo, work)
}

/** After its last try: what the server couldn't do is said, so that nobody waits for it. */
export async function failProcessing(ctx: Ctx, work: Work): Promise<void> {
  const problem = 'This video could not be processed because of a problem on the server. Please try again.'
  await write(ctx, work, { stage: null, state: 'failed', problem })
}

/** Once more from the beginning; what an earlier worker still does with it is let go. */
export async function retry(ctx: Ctx, { id }: { id: string }): Promise<Video> {
  const { state, stage } = await rowOf(ctx, id)
  if (state !== 'failed' && stage) throw new Failure('CONFLICT', 'This video is being processed.')
  const [row] = await ctx.db
    .update(videos)
    .set({ state: 'processing', stage: 'queued', progress: 0, problem: '', run: sql`${videos.run} + 1` })
    .where(eq(videos.id, id))
    .returning({ run: videos.run })
  await enqueue(ctx, processVideo, { videoId: id, run: row!.run })
  announce(ctx, 'videos', id)
  return get(ctx, { id })
}

export async function cancelProcessing(ctx: Ctx, { id }: { id: string }): Promise<Video> {
  await rowOf(ctx, id)
  const problem = 'Processing was canceled. Try again to make this video playable.'
  await ctx.db
    .update(videos)
    .set({
      // A film that is ready stays so; only what was still being made of it is let go.
      state: sql`case when ${videos.state} = 'ready' then 'ready' else 'failed' end`,
      problem: sql`case when ${videos.state} = 'ready' then '' else ${problem} end`,
      stage: null,
      run: sql`${videos.run} + 1`,
    })
    .where(and(eq(videos.id, id), isNotNull(videos.stage)))
  announce(ctx, 'videos', id)
  return get(ctx, { id })
}
