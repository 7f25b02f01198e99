import type { Ctx } from '#kernel/ctx.ts'
import { type Decision, decide } from '../rules/deciding.ts'
import type { Checked } from '../rules/settings.ts'
import { type Found, search } from './searching.ts'

export interface Thought extends Decision {
  passage: Found | null
  /** Sources that a model may read, best first. */
  found: Found[]
}

/** Decides about a message by the church's knowledge and rules alone; no model is asked. */
export async function think(
  ctx: Ctx,
  text: string,
  settings: Checked,
  so: { turns: number; failedTurns: number } = { turns: 0, failedTurns: 0 },
): Promise<Thought> {
  const found = await search(ctx, text)
  const decision = decide({ text, settings, found, ...so })
  return { ...decision, passage: decision.passage as Found | null, found }
}
