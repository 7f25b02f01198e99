import type { Ctx } from '#kernel/ctx.ts'
import type { LlmProvider } from '#providers/llm/index.ts'
import { effectiveCap, USUAL_CAP } from './rules/budget.ts'
import { BUILT_IN, labelOf } from './rules/models.ts'
import { listWays, scriptedWay, settingsRow, type Way } from './service/access.ts'
import { currentMonth, listUsage, readSpending } from './service/usage.ts'

export { answerWith } from './service/access.ts'
export { ModelFailure, type ModelFailureCode } from './service/failure.ts'
export { type Answer, type Ask, askModel } from './service/requests.ts'

/** Whether a model is chosen, has a key and a price, and this month's cap isn't reached. */
export async function hasModel(ctx: Ctx): Promise<boolean> {
  const row = await settingsRow(ctx)
  const ways = listWays(ctx.client.id, row)
  if (ways.length === 0) return false
  const { spent, reserved } = await readSpending(ctx, currentMonth(ctx))
  const isFree = ({ price }: Way) => price.input === 0 && price.output === 0
  return ways.some(way => isFree(way) || spent + reserved < effectiveCap(row?.capCents ?? USUAL_CAP, way.isServerKey))
}

/** Calls and tokens of this calendar month in the church's time zone; cost and cap in micro-dollars. */
export async function usageOfMonth(ctx: Ctx) {
  const row = await settingsRow(ctx)
  const [first] = listWays(ctx.client.id, row)
  const cap = effectiveCap(row?.capCents ?? USUAL_CAP, first?.isServerKey ?? false)
  const sum = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0, cap }
  for (const one of await listUsage(ctx, currentMonth(ctx))) {
    sum.calls += one.calls
    sum.inputTokens += one.inputTokens
    sum.outputTokens += one.outputTokens
    sum.cost += one.cost
  }
  return sum
}

/** What other screens call the model; `isReady` says nothing of the cap, see `hasModel`. */
export async function chosenModel(
  ctx: Ctx,
): Promise<{ provider: LlmProvider | null; model: string; label: string; isReady: boolean }> {
  const scripted = scriptedWay()
  if (scripted) return { provider: null, model: scripted.model.model, label: scripted.label, isReady: true }
  const row = await settingsRow(ctx)
  if (!row?.main) return { provider: null, model: '', label: BUILT_IN, isReady: false }
  const { provider, model } = row.main
  return { provider, model, label: labelOf(provider, model), isReady: listWays(ctx.client.id, row).length > 0 }
}
