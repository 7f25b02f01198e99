import { keep } from '#files/service.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { type Attempt, task } from '#kernel/jobs.ts'
import { claim, fail, finish, progress } from '../exports/service.ts'
import { makeExport } from '../exports/tasks.ts'
import { writeArchive } from './service.ts'

/** More than any church has; a limit all the same. */
const MOST = 50 * 1024 ** 3

/** Made anew where a worker was killed over it: what was half written was never kept. */
async function make(ctx: OuterCtx, { exportId }: { exportId: string }, { last, signal }: Attempt): Promise<void> {
  const wanted = await ctx.tx(tx => claim(tx, exportId))
  if (!wanted) return
  try {
    const content = await writeArchive(ctx, {
      forOperator: wanted.forOperator,
      signal,
      progress: (done, total) => ctx.tx(tx => progress(tx, exportId, done, total)),
    })
    const day = wanted.createdAt.toISOString().slice(0, 10)
    const file = { name: `lampstand-export-${day}.zip`, contentType: 'application/zip', purpose: 'export' as const }
    const { id } = await keep(ctx, file, content, MOST)
    await ctx.tx(tx => finish(tx, exportId, id))
  } catch (error) {
    if (last) await ctx.tx(tx => fail(tx, exportId, 'The export failed. Please try again, or write to us.'))
    throw error
  }
}

export const creatingArchive = task(makeExport, make)
