import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { csvLine, csvStart } from '#kernel/csv.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { ImportCounts } from '../rules/options.ts'
import type { ParsedRow } from '../rules/parsing.ts'
import { noProblems, noteProblems, type RowProblems } from '../rules/row-problems.ts'
import { Stale } from './batch.ts'
import { parse } from './rows.ts'
import { checkBatch, emptyDryRun, importBatch, type Work } from './run.ts'

/** For so long one job imports before it lets those who wait behind it have their turn, in milliseconds. */
const TURN = 30_000
/** Screens hear of progress this often at most, in milliseconds. */
const NEWS = 400
/** Between two batches others get the processor: this share of the time that a batch took. */
const BREATH = 0.1
/** Milliseconds that a row takes at least: a quiet machine has time to spare, and members who work at the same time notice less. */
const PACE = 0.4

export interface ThrottledInput {
  /** `turn`: there is more to do; `stopped`: nobody wants it any more. */
  end: 'done' | 'turn' | 'stopped'
  /** What a check found. */
  counts: ImportCounts | null
  /** Where a check has written the rows that could not be read. */
  errors: string | null
  /** What a check noted about single rows. */
  problems: RowProblems
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

/** Brings in the file at `work.input.path`, batch by batch, until its end or the end of our turn. */
export async function runThrottled(ctx: Pick<OuterCtx, 'tx'>, work: Work): Promise<ThrottledInput> {
  const until = performance.now() + TURN
  const tell = progress(work.id)
  const ended = (end: ThrottledInput['end']): ThrottledInput => ({
    end,
    counts: null,
    errors: null,
    problems: noProblems(),
  })
  for await (const rows of parse(work.input)) {
    const began = performance.now()
    if (began > until) return ended('turn')
    const write = (tx: Ctx) => {
      tell(tx)
      return importBatch(tx, work, rows)
    }
    if (!(await persistent(() => ctx.tx(write)))) return ended('stopped')
    const took = performance.now() - began
    await pause(Math.max(took * BREATH, rows.length * PACE - took))
  }
  return ended('done')
}

/** Someone who edits a person between our look and our write goes first. */
async function persistent<T>(write: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Stale) || tries <= 1) throw error
    return persistent(write, tries - 1)
  }
}

/** Plays the whole file through without writing; what could not be read is written to `errorsTo`. */
export async function dryRun(ctx: Pick<OuterCtx, 'tx'>, work: Work, errorsTo: string): Promise<ThrottledInput> {
  const errors = errorFile(errorsTo, work.headers)
  const tell = progress(work.id)
  const memory = emptyDryRun()
  const problems = noProblems()
  try {
    for await (const rows of parse(work.input)) {
      const began = performance.now()
      await errors.add(rows)
      noteProblems(problems, rows)
      const look = (tx: Ctx) => {
        tell(tx)
        return checkBatch(tx, work, rows, memory)
      }
      if (!(await ctx.tx(look))) return { end: 'stopped', counts: null, errors: null, problems }
      await pause((performance.now() - began) * BREATH)
    }
    return { end: 'done', counts: memory.counts, errors: await errors.end(), problems }
  } finally {
    await errors.end()
  }
}

/** Rows that could not be read, as they stand in the file, with line and reason before them. */
function errorFile(at: string, headers: string[]) {
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
        await write(csvStart + csvLine(['Line', 'Problem', ...headers]))
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
