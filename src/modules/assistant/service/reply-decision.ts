import type { Ctx } from '#kernel/ctx.ts'
import { type Decision, decideAction } from '../rules/decision.ts'
import type { Checked } from '../rules/settings.ts'
import { type Found, searchPassages } from './passage-search.ts'

export interface ReplyDecision extends Decision {
  passage: Found | null
  /** Sources that a model may read, best first. */
  found: Found[]
}

/** Decides about a message by the church's knowledge and rules alone; no model is asked. */
export async function decideReply(
  ctx: Ctx,
  text: string,
  settings: Checked,
  so: { turns: number; failedTurns: number } = { turns: 0, failedTurns: 0 },
): Promise<ReplyDecision> {
  const found = await searchPassages(ctx, text)
  const decision = decideAction({ text, settings, found, ...so })
  return { ...decision, passage: decision.passage as Found | null, found }
}
