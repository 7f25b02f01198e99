import { z } from 'zod'
import { readDanger } from '#crisis/rules/danger.ts'
import { seconds } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { askModel, chosenModel, hasModel, ModelFailure } from '#language-models/service.ts'
import type { DraftRequest, ResponseDraft, Review } from '../contract.ts'
import { builtInDraft, DRAFT_SYSTEM, draftTask, type Voice } from '../rules/response-drafts.ts'
import { lintResponse } from '../rules/response-lint.ts'
import { get } from '../service.ts'

const TIMEOUT = seconds(30)
/** A second try, where the first breaks a rule. */
const TRIES = 2
const Words = z.object({ text: z.string().min(1).max(4_000) })

/** The model of the church; null: the built-in words alone. */
export const readDrafting = async (ctx: Ctx) => ({
  model: (await hasModel(ctx)) ? (await chosenModel(ctx)).label : null,
})

/** Words to begin with. Nothing is stored or published, and no words that speak against the check are answered. */
export async function draftResponse(ctx: OuterCtx, { id, voice }: DraftRequest): Promise<ResponseDraft> {
  const { review, model } = await ctx.tx(async tx => ({
    review: await get(tx, { id }),
    model: (await readDrafting(tx)).model,
  }))
  if (readDanger(`${review.title} ${review.content}`))
    throw new Failure('BAD_REQUEST', 'This review may tell of danger. Please read it and write the response yourself.')
  const builtIn = builtInDraft(review.rating, voice)
  if (!model) return { text: builtIn, model: null, problem: '' }
  try {
    const text = await askForDraft(ctx, review, voice)
    if (text) return { text, model, problem: '' }
    return { text: builtIn, model: null, problem: 'What the AI model wrote did not pass the check.' }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { text: builtIn, model: null, problem: error.message }
  }
}

/** The author's name stays here. */
async function askForDraft(ctx: OuterCtx, review: Review, voice: Voice): Promise<string | undefined> {
  const { rating, title, content, platform } = review
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { value } = await askModel(ctx, {
      purpose: 'staff_draft',
      schema: Words,
      system: DRAFT_SYSTEM,
      task: draftTask(voice),
      data: [
        { label: 'stars', text: `${rating} of 5` },
        { label: 'review', text: [title, content].filter(Boolean).join('\n') || 'No words.' },
      ],
      confidential: false,
      mostOutputTokens: 1_000,
      timeoutMs: TIMEOUT,
    })
    const text = value.text.trim()
    if (lintResponse(text, platform).length === 0) return text
  }
  return
}
