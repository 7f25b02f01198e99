import { inArray } from 'drizzle-orm'
import type { OuterCtx } from '#kernel/ctx.ts'
import type { Attempt } from '#kernel/jobs.ts'
import { channelAdapters } from '../channels/service.ts'
import type { Channel } from '../rules/states.ts'
import { announceIfDone } from '../service/batches.ts'
import { messages } from '../tables.ts'

/**
 * Sends queued messages to the providers of their channels, each claimed by one worker alone.
 * @throws a provider's temporary refusal, so that the job is tried again
 */
export async function deliverAll(ctx: OuterCtx, messageIds: string[], paced: boolean, attempt: Attempt): Promise<void> {
  const rows = await ctx.tx(tx =>
    tx.db.select({ id: messages.id, channel: messages.channel }).from(messages).where(inArray(messages.id, messageIds)),
  )
  const channelOf = new Map(rows.map(row => [row.id, row.channel]))
  const batches = new Set<string>()
  let later: Error | undefined
  for (const channel of Object.keys(channelAdapters) as Channel[]) {
    const ids = messageIds.filter(id => channelOf.get(id) === channel)
    if (ids.length === 0) continue
    const refused = await channelAdapters[channel].deliver(ctx, { ids, paced, attempt, batches })
    later ??= refused
  }
  for (const batchId of batches) await ctx.tx(tx => announceIfDone(tx, batchId))
  if (later) throw later
}
