import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { keep } from '#files/service.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { type Attempt, enqueue, on, task } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { Missing, storage } from '#providers/storage/index.ts'
import { Stale } from '../import-batch/service.ts'
import {
  analysed,
  checkBatch,
  checked,
  claim,
  fail,
  finish,
  importBatch,
  rehearsal,
  toAnalyse,
  type Work,
} from '../import-run/service.ts'
import { takeBack } from '../import-undo/service.ts'
import { importWaiting } from './events.ts'
import { csvLine, csvStart } from './rules/csv-out.ts'
import type { ImportState } from './rules/options.ts'
import {
  type AnalyseInput,
  type AnalyseResult,
  type ParsedRow,
  type ParseInput,
  type ParseMessage,
  workerLimits,
} from './rules/parsing.ts'

const one = z.object({ importId: z.uuid() })

/** For so long one job imports before it lets those who wait behind it have their turn, in milliseconds. */
const TURN = 20_000
/** Screens hear of progress this often at most, in milliseconds. */
const NEWS = 400
/** Between two batches others get the processor: this share of the time that a batch took. */
const BREATH = 0.25

const GONE = 'The uploaded file is no longer there. Please upload it again.'
const OURS = 'Something went wrong on our side. What is done was kept; please try again.'

export const waiting = on(importWaiting, 'imports.waiting', async (ctx, { importId, state }) => {
  const next: Partial<Record<ImportState, typeof analyse>> = {
    analysing: analyse,
    checking: check,
    running: run,
    undone: undo,
  }
  if (next[state]) await enqueue(ctx, next[state], { importId })
})

export const analyse = task('imports.analyse', one, (ctx, { importId }, attempt) =>
  orFail(ctx, importId, attempt, async () => {
    const work = await ctx.tx(tx => toAnalyse(tx, importId))
    if (!work) return
    await using file = await storage().local(work.storageKey)
    const result = await look({ ...work.input, path: file.path })
    await ctx.tx(tx => analysed(tx, importId, result))
  }),
)

export const check = task('imports.check', one, (ctx, { importId }, attempt) =>
  orFail(ctx, importId, attempt, async () => {
    const work = await ctx.tx(tx => claim(tx, importId, 'checking', randomUUID()))
    if (work) await rehearse(ctx, work, attempt)
  }),
)

export const run = task(
  'imports.run',
  one,
  (ctx, { importId }, attempt) =>
    orFail(ctx, importId, attempt, async () => {
      const work = await ctx.tx(tx => claim(tx, importId, 'running', randomUUID()))
      if (work) await bringIn(ctx, work, attempt)
    }),
  // A server that is restarted again and again must not use up an import's tries.
  { retryLimit: 20, retryDelayMax: 60 },
)

export const undo = task('imports.undo', one, async (ctx, { importId }) => {
  while (await ctx.tx(tx => takeBack(tx, importId))) await pause(20)
})

/** A file that is gone is said at once; anything else is tried again, and in the end said too. */
async function orFail(ctx: OuterCtx, importId: string, attempt: Attempt, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Missing) return ctx.tx(tx => fail(tx, importId, GONE))
    if (attempt.last && !attempt.signal.aborted) await ctx.tx(tx => fail(tx, importId, OURS))
    throw error
  }
}

const started = (file: string, workerData: AnalyseInput | ParseInput) =>
  new Worker(new URL(file, import.meta.url), { workerData, execArgv: [], resourceLimits: workerLimits })

/** The next thing that a worker says; throws when it ends without a word. */
async function answer<T>(worker: Worker): Promise<T> {
  const over = new AbortController()
  const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
    throw new Error('the worker ended without an answer')
  })
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal: over.signal }), ended])
    return message as T
  } finally {
    over.abort()
    ended.catch(() => {})
  }
}

async function look(input: AnalyseInput): Promise<AnalyseResult> {
  const worker = started('./work/analyse.ts', input)
  try {
    return await answer<AnalyseResult>(worker)
  } finally {
    await worker.terminate()
  }
}

/** Gives the rows to `take`, batch by batch, until it wants no more. @returns why it ended; a sentence where the file is gone */
async function eachBatch(
  input: ParseInput,
  attempt: Attempt,
  take: (rows: ParsedRow[]) => Promise<boolean>,
): Promise<'done' | 'stopped' | { sentence: string }> {
  const worker = started('./work/parse.ts', input)
  try {
    for (let next = answer<ParseMessage>(worker); ; ) {
      const message = await next
      if (message.kind === 'done') return 'done'
      if (message.kind === 'failed') return message
      attempt.signal.throwIfAborted()
      const began = performance.now()
      if (!(await take(message.rows))) return 'stopped'
      // Listening before asking: the answer may come while we pause.
      next = answer<ParseMessage>(worker)
      next.catch(() => {})
      worker.postMessage('next')
      await pause((performance.now() - began) * BREATH)
    }
  } finally {
    await worker.terminate()
  }
}

/** Tells screens of progress, with what it belongs to and not too often. */
function progress(importId: string) {
  let last = 0
  return (tx: Ctx) => {
    if (performance.now() - last < NEWS) return
    last = performance.now()
    announce(tx, 'imports', importId)
  }
}

async function bringIn(ctx: OuterCtx, work: Work, attempt: Attempt): Promise<void> {
  const until = performance.now() + TURN
  const tell = progress(work.id)
  await using file = await storage().local(work.storageKey)
  let wanted = true
  const end = await eachBatch({ ...work.input, path: file.path }, attempt, async rows => {
    wanted = await persistent(() =>
      ctx.tx(tx => {
        tell(tx)
        return importBatch(tx, work, rows)
      }),
    )
    return wanted && performance.now() < until
  })
  if (typeof end === 'object') return ctx.tx(tx => fail(tx, work.id, end.sentence))
  if (end === 'done') return ctx.tx(tx => finish(tx, work))
  if (wanted) await ctx.tx(tx => enqueue(tx, run, { importId: work.id }))
}

/** Somebody who edits a person between our look and our write goes first. */
async function persistent<T>(write: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Stale) || tries <= 1) throw error
    return persistent(write, tries - 1)
  }
}

async function rehearse(ctx: OuterCtx, work: Work, attempt: Attempt): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lampstand-check-'))
  const errors = errorFile(path.join(folder, 'errors.csv'), work)
  const tell = progress(work.id)
  const memory = rehearsal()
  try {
    await using file = await storage().local(work.storageKey)
    const end = await eachBatch({ ...work.input, path: file.path }, attempt, async rows => {
      await errors.add(rows)
      return ctx.tx(tx => {
        tell(tx)
        return checkBatch(tx, work, rows, memory)
      })
    })
    const written = await errors.end()
    if (typeof end === 'object') return await ctx.tx(tx => fail(tx, work.id, end.sentence))
    if (end === 'stopped') return
    const kept = written ? await keepErrors(ctx, work, written) : null
    await ctx.tx(tx => checked(tx, work, memory.counts, kept?.id ?? null))
  } finally {
    await errors.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function keepErrors(ctx: OuterCtx, work: Work, written: string) {
  const name = `${work.name.replace(/\.\w{1,5}$/, '')} - rows to mend.csv`
  const file = { name, contentType: 'text/csv; charset=utf-8', purpose: 'import-errors' as const }
  return keep(ctx, file, createReadStream(written), (await stat(written)).size)
}

/** Rows that could not be read, as they stand in the file, with line and reason before them. */
function errorFile(at: string, { headers }: Work) {
  let out: WriteStream | undefined
  const write = async (text: string) => {
    if (!out!.write(text)) await once(out!, 'drain')
  }
  return {
    async add(rows: readonly ParsedRow[]): Promise<void> {
      const wrong = rows.filter(row => row.cells !== null)
      if (wrong.length === 0) return
      if (!out) {
        out = createWriteStream(at, { mode: 0o600 })
        await write(csvStart({ bom: true }) + csvLine(['Line', 'What is wrong', ...headers]))
      }
      for (const { line, errors, cells } of wrong)
        await write(csvLine([line, errors.map(({ text }) => text).join(' '), ...cells!]))
    },
    /** Where it lies; null when every row could be read. */
    async end(): Promise<string | null> {
      if (!out) return null
      if (!out.closed) await new Promise(resolve => out!.end(resolve))
      return at
    },
  }
}
