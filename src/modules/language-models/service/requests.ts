import { z } from 'zod'
import { seconds } from '#kernel/clock.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import type { LlmProvider } from '#providers/llm/index.ts'
import { mostCost, type TokenUsage } from '#providers/llm/rules/cost.ts'
import { LlmFailure } from '#providers/llm/rules/failure.ts'
import { type DataPart, promptText, systemText } from '#providers/llm/rules/prompt.ts'
import type { Purpose } from '../rules/models.ts'
import { listWays, type Slot, settingsRow, slots, type Way } from './access.ts'
import { ModelFailure, toModelFailure } from './failure.ts'
import { recordReservedUsage, releaseReservation, reserveBudget } from './usage.ts'

const [USUAL_TIMEOUT, MOST_TIMEOUT] = [seconds(60), seconds(240)]
/** A prompt above this is a mistake of ours, and would be expensive. */
const MOST_TEXT = 400_000

export interface Ask<T> {
  purpose: Purpose
  schema: z.ZodType<T>
  system: string
  /** What to do; ours alone, never a user's words. */
  task: string
  data: DataPart[]
  confidential: boolean
  mostOutputTokens: number
  /** Of each attempt; 60 seconds unless said, 240 at most. */
  timeoutMs?: number
  signal?: AbortSignal
}
export interface Answer<T> {
  value: T
  provider: LlmProvider | 'sandbox'
  model: string
  usage: TokenUsage
  /** Micro-dollars. */
  cost: number
}
type Asking = Pick<OuterCtx, 'client' | 'tx'>

/**
 * Asks the church's model, and once its fallback where the first one can't be reached or refuses its key. The most that a call
 * can cost is reserved against the month's cap before anything is sent. To be called outside of a transaction.
 * @throws ModelFailure
 */
export async function askModel<T>(ctx: Asking, ask: Ask<T>, only: readonly Slot[] = slots): Promise<Answer<T>> {
  if (ask.confidential !== false)
    throw new ModelFailure('refused', 'Confidential text is never sent to a language model.')
  assertOutsideTransaction('a language model')
  const ways = await ctx.tx(async tx => listWays(tx.client.id, await settingsRow(tx), only))
  let first: ModelFailure | undefined
  for (const way of ways) {
    try {
      return await askProvider(ctx, way, ask)
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      // The first failure says what to repair.
      first ??= error
      if (!another.has(error.code)) break
    }
  }
  throw (
    first ?? new ModelFailure('not_configured', 'No AI model is set up. An owner or admin can choose one in Settings.')
  )
}

const another: ReadonlySet<string> = new Set(['unavailable', 'timed_out', 'not_configured'])

async function askProvider<T>(ctx: Asking, way: Way, ask: Ask<T>): Promise<Answer<T>> {
  const cost = mostCost(wholeText(ask), ask.mostOutputTokens, way.price)
  const reservation = await ctx.tx(tx => reserveBudget(tx, way, cost))
  try {
    const { schema, system, task, data, confidential, mostOutputTokens, signal } = ask
    const { value, usage } = await way.model.generateStructured({
      schema,
      system,
      task,
      data,
      confidential,
      mostOutputTokens,
      timeoutMs: Math.min(ask.timeoutMs ?? USUAL_TIMEOUT, MOST_TIMEOUT),
      ...(signal && { signal }),
    })
    const spent = await ctx.tx(tx => recordReservedUsage(tx, reservation, way, ask.purpose, usage))
    return { value, provider: way.model.provider, model: way.model.model, usage, cost: spent }
  } catch (error) {
    if (!(error instanceof LlmFailure)) {
      await ctx.tx(tx => releaseReservation(tx, reservation))
      throw error
    }
    const { usage } = error
    await ctx.tx(
      async tx =>
        void (usage
          ? await recordReservedUsage(tx, reservation, way, ask.purpose, usage)
          : await releaseReservation(tx, reservation)),
    )
    throw toModelFailure(error)
  }
}

/** Everything that is sent, the form of the answer included. */
function wholeText<T>({ schema, system, task, data }: Ask<T>): string {
  const form = JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
  const text = systemText(system, data) + promptText(task, data) + form
  if (text.length > MOST_TEXT) throw new ModelFailure('refused', 'This is too long for an AI model.')
  return text
}
