import { z } from 'zod'
import { seconds } from '#kernel/clock.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { TokenUsage } from '#providers/llm/rules/cost.ts'
import { LlmFailure } from '#providers/llm/rules/failure.ts'
import type { ModelChoice, TestResult } from '../contract.ts'
import type { Slot, Way } from './access.ts'
import { ModelFailure, toRefusal } from './failure.ts'
import { askModel } from './requests.ts'

/** The smallest request that shows whether key, address and model are right. */
const smallest = {
  schema: z.object({ ok: z.boolean() }),
  system: 'You answer with JSON.',
  task: 'Answer with {"ok":true}.',
  data: [],
  confidential: false,
  /** Models that think before they answer spend some on it. */
  mostOutputTokens: 400,
  timeoutMs: seconds(20),
}

export interface Trial {
  way: Way
  /** Absent where the provider didn't say. */
  usage: TokenUsage | undefined
}

export const invalidAt = (path: string[], message: string) =>
  new Failure('BAD_REQUEST', message, { data: { issues: [{ path, message }] } })
export const invalidChoice = (slot: Slot, field: keyof ModelChoice, message: string) =>
  invalidAt([slot, field], message)

/** @throws BAD_REQUEST with the field at fault, UNAVAILABLE */
export async function verifyKey(slot: Slot, way: Way): Promise<Trial> {
  try {
    const { usage } = await way.model.generateStructured(smallest)
    return { way, usage }
  } catch (error) {
    if (!(error instanceof LlmFailure)) throw error
    // It answered, so the key is right.
    if (error.code === 'invalid_output' || error.code === 'refused') return { way, usage: error.usage }
    // A model that can't answer in a given form refuses the request itself.
    if (error.code === 'unavailable' && error.about)
      throw invalidChoice(slot, fields[error.about], `${error.message} It may be no model for structured answers.`)
    if (error.code === 'not_configured') throw invalidChoice(slot, fields[error.about ?? 'key'], error.message)
    throw new Failure('UNAVAILABLE', `${error.message} Nothing was saved. Please try again.`)
  }
}

const fields = { key: 'apiKey', model: 'model', address: 'baseUrl' } as const

/** Asks one of the two models as it is saved, at the church's expense. */
export async function testModel(ctx: OuterCtx, { slot }: { slot: Slot }): Promise<TestResult> {
  const began = performance.now()
  try {
    const { provider, model, usage, cost } = await askModel(ctx, { purpose: 'test', ...smallest }, [slot])
    const milliseconds = Math.round(performance.now() - began)
    return { provider, model, milliseconds, inputTokens: usage.input, outputTokens: usage.output, cost }
  } catch (error) {
    if (error instanceof ModelFailure) throw toRefusal(error)
    throw error
  }
}
