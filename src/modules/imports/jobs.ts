import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { keep } from '#files/service.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { database } from '#kernel/db.ts'
import { Failure } from '#kernel/failure.ts'
import { type Attempt, enqueue, on, type Task, task } from '#kernel/jobs.ts'
import { Missing, storage } from '#providers/storage/index.ts'
import { importWaiting } from './events.ts'
import type { ImportState } from './rules/options.ts'
import { type AnalyseResult, checkLimits, workerLimits } from './rules/parsing.ts'
import {
  claimImport,
  failImport,
  finishImport,
  nextToAnalyze,
  saveAnalysis,
  saveCheck,
  type Work,
} from './service/run.ts'
import { dryRun, runThrottled, type ThrottledInput } from './service/throttled-run.ts'
import { Late, whyTooMuch } from './service/too-much.ts'
import { undoImport } from './service/undo.ts'

const One = z.object({ importId: z.uuid() })

/** So many rows are done before a thread for them would have started. */
const FEW = 1_000
/** Bytes: a larger file has rows that are more than a person's. */
const SMALL = 500_000

/** Private facts and conversations count when it is asked what is known of someone, and what has come since. */
const rights = ['pastoral', 'prayer'] as const

const GONE = 'The uploaded file is no longer there. Please upload it again.'
const OURS = 'Something went wrong on our side. Everything imported so far was kept. Please try again.'

export const onImportWaiting = on(importWaiting, 'imports.waiting', async (ctx, { importId, state }) => {
  const tasks: Partial<Record<ImportState, Task>> = {
    analysing: analyse,
    checking: check,
    running: run,
    undone: undo,
  }
  if (tasks[state]) await enqueue(ctx, tasks[state], { importId })
})

export const analyse = task('imports.analyse', One, (ctx, { importId }, attempt) =>
  orFail(ctx, importId, attempt, async () => {
    const work = await ctx.tx(tx => nextToAnalyze(tx, importId))
    if (!work) return
    await using file = await storage().local(work.storageKey)
    const input = { ...work.input, path: file.path }
    const late = AbortSignal.timeout(PATIENCE)
    const inTime = { ...attempt, signal: AbortSignal.any([attempt.signal, late]) }
    const result = await inThread<AnalyseResult>('./work/analyse.ts', input, inTime).catch(error => {
      throw late.aborted ? new Late() : error
    })
    await ctx.tx(tx => saveAnalysis(tx, importId, result))
  }),
)

export const check = task(
  'imports.check',
  One,
  (ctx, { importId }, attempt) =>
    orFail(ctx, importId, attempt, async () => {
      const work = await ctx.tx(tx => claimImport(tx, importId, 'checking', randomUUID()))
      if (work) await checkWhole(ctx, work, attempt)
    }),
  { rights },
)

export const run = task(
  'imports.run',
  One,
  (ctx, { importId }, attempt) =>
    orFail(ctx, importId, attempt, async () => {
      const work = await ctx.tx(tx => claimImport(tx, importId, 'running', randomUUID()))
      if (!work) return
      const { end } = await played(ctx, work, null, attempt)
      if (end === 'done') await ctx.tx(tx => finishImport(tx, work))
      if (end === 'turn') await ctx.tx(tx => enqueue(tx, run, { importId }))
    }),
  // A server that is restarted again and again must not use up an import's tries.
  { retryLimit: 20, retryDelayMax: 60, rights },
)

export const undo = task(
  'imports.undo',
  One,
  async (ctx, { importId }) => {
    while (await ctx.tx(tx => undoImport(tx, importId))) await pause(20)
  },
  { rights },
)

/** A file that is gone is said at once; anything else is tried again, and in the end said too. */
async function orFail(ctx: OuterCtx, importId: string, attempt: Attempt, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isGone(error)) return ctx.tx(tx => failImport(tx, importId, GONE))
    // It would take as much the next time.
    const sentence = whyTooMuch(error)
    if (sentence) return ctx.tx(tx => failImport(tx, importId, sentence))
    if (attempt.last && !attempt.signal.aborted) await ctx.tx(tx => failImport(tx, importId, OURS))
    throw error
  }
}

const isGone = (error: unknown) => error instanceof Missing || (error instanceof Failure && error.code === 'NOT_FOUND')

/** A look at a file that may be taken; what it holds is read by the line, in less. */
const PATIENCE = 120_000

/** What a worker says in the end; throws when it ends without a word, or when the job is to stop. */
async function inThread<T>(
  file: string,
  workerData: object,
  { signal }: Attempt,
  resourceLimits = workerLimits,
): Promise<T> {
  const worker = new Worker(new URL(file, import.meta.url), { workerData, execArgv: [], resourceLimits })
  const over = new AbortController()
  const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
    throw new Error('the worker ended without an answer')
  })
  try {
    const either = AbortSignal.any([signal, over.signal])
    const [message] = await Promise.race([once(worker, 'message', { signal: either }), ended])
    return message as T
  } finally {
    over.abort()
    ended.catch(() => {})
    await worker.terminate()
  }
}

async function played(ctx: OuterCtx, work: Work, errorsTo: string | null, attempt: Attempt): Promise<ThrottledInput> {
  await using file = await storage().local(work.storageKey)
  const here: Work = { ...work, input: { ...work.input, path: file.path } }
  const { size } = await stat(file.path)
  if (work.rows <= FEW && size <= SMALL)
    return errorsTo === null ? runThrottled(ctx, here) : dryRun(ctx, here, errorsTo)
  const { client, requestId } = ctx
  const { connections } = database()
  const input = { work: 'play', connections, clientId: client.id, rights, requestId, task: here, errorsTo }
  return inThread<ThrottledInput>('./work/play.ts', input, attempt, errorsTo === null ? workerLimits : checkLimits)
}

async function checkWhole(ctx: OuterCtx, work: Work, attempt: Attempt): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lampstand-check-'))
  try {
    const { end, counts, errors, problems } = await played(ctx, work, path.join(folder, 'errors.csv'), attempt)
    if (end !== 'done' || !counts) return
    const kept = errors ? await keepErrors(ctx, work, errors) : null
    await ctx.tx(tx => saveCheck(tx, work, { counts, problems, errorFileId: kept?.id ?? null }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keepErrors(ctx: OuterCtx, work: Work, errors: string) {
  const name = `${work.name.replace(/\.\w{1,5}$/, '')} - rows to fix.csv`
  const file = {
    name,
    contentType: 'text/csv; charset=utf-8',
    purpose: 'import-errors' as const,
    createdBy: work.userId,
  }
  return keep(ctx, file, createReadStream(errors), (await stat(errors)).size)
}
