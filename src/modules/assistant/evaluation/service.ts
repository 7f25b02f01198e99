import { asc, eq } from 'drizzle-orm'
import { previewCrisisAnswer } from '#crisis/service.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { Tried } from '../contract.ts'
import { reasonLabels } from '../rules/options.ts'
import type { CaseResult, Checked } from '../rules/settings.ts'
import { writeAnswer } from '../service/answers.ts'
import { decideReply } from '../service/reply-decision.ts'
import { readSettings } from '../service/settings.ts'
import { readSourceTitles } from '../service/threads.ts'
import { assistantSettings, evaluationCases } from '../tables.ts'
import type { Case, NewCase } from './contract.ts'

const MOST_CASES = 200

export async function listCases(ctx: Ctx): Promise<{ items: Case[] }> {
  const items = await ctx.db.select().from(evaluationCases).orderBy(asc(evaluationCases.id)).limit(MOST_CASES)
  return { items: items.map(({ id, question, expect, must }) => ({ id, question, expect, must })) }
}

export async function createCase(ctx: Ctx, wanted: NewCase): Promise<Case> {
  if ((await ctx.db.$count(evaluationCases)) >= MOST_CASES)
    throw invalid('question', `${MOST_CASES} test questions at most`)
  const [row] = await ctx.db.insert(evaluationCases).values(wanted).onConflictDoNothing().returning()
  if (!row) throw invalid('question', 'This question is there already')
  announce(ctx, 'assistant')
  return { id: row.id, question: row.question, expect: row.expect, must: row.must }
}

export async function removeCase(ctx: Ctx, { id }: { id: string }) {
  const rows = await ctx.db.delete(evaluationCases).where(eq(evaluationCases.id, id)).returning()
  found(rows[0], 'Test question')
  announce(ctx, 'assistant')
  return {}
}

/** What the built-in engine makes of the test questions; a model may reword an answer and never widens it. */
async function resultsOf(ctx: Ctx, settings: Checked): Promise<CaseResult[]> {
  const { items } = await listCases(ctx)
  const results: CaseResult[] = []
  for (const { question, expect, must } of items) {
    const { action, passage, reason, isDraft } = await decideReply(ctx, question, settings)
    const got =
      action === 'reply' && !isDraft ? (passage?.text ?? 'A courtesy') : reason ? reasonLabels[reason] : 'Handed over'
    const isReply = action === 'reply' && !isDraft
    const passed = expect === 'handoff' ? !isReply : isReply && got.toLowerCase().includes(must.toLowerCase())
    results.push({ question, passed, got: got.slice(0, 200) })
  }
  return results
}

export const runCases = async (ctx: Ctx): Promise<{ results: CaseResult[] }> => ({
  results: await resultsOf(ctx, await readSettings(ctx)),
})

/** New settings go live once every test question passes; else they wait, with what went wrong. */
export async function evaluateDraftSettings(ctx: Ctx, { version }: { version: number }): Promise<void> {
  const [row] = await ctx.db.select().from(assistantSettings).for('update')
  if (!row?.draft || row.draftState !== 'checking' || row.version !== version) return
  const results = await resultsOf(ctx, row.draft)
  const isGood = results.every(({ passed }) => passed)
  await ctx.db
    .update(assistantSettings)
    .set(
      isGood
        ? { ...row.draft, draft: null, draftState: 'none', draftResults: [] }
        : { draftState: 'failed', draftResults: results },
    )
    .where(eq(assistantSettings.id, row.id))
  announce(ctx, 'assistant')
}

/** What would be answered, without telling anyone. */
export async function tryQuestion(ctx: OuterCtx, { question }: { question: string }): Promise<Tried> {
  const crisis = await ctx.tx(tx => previewCrisisAnswer(tx, question))
  if (crisis)
    return {
      crisis: crisis.level,
      action: 'handoff',
      intent: 'safeguarding_inquiry',
      reason: null,
      confidence: 0,
      text: crisis.answer,
      sources: [],
      engine: 'built-in',
    }
  const { thought, settings } = await ctx.tx(async tx => {
    const working = await readSettings(tx)
    return { settings: working, thought: await decideReply(tx, question, working) }
  })
  const written = await writeAnswer(ctx, { thought, waiting: { question }, settings })
  const sources = await ctx.tx(tx => readSourceTitles(tx, written.sourceIds))
  const isReply = written.text !== '' || (thought.action === 'reply' && thought.passage === null)
  const { intent } = thought
  return {
    crisis: null,
    action: isReply ? ('reply' as const) : ('handoff' as const),
    intent,
    reason: written.reason,
    confidence: written.confidence,
    text: written.text,
    sources,
    engine: written.engine,
  }
}
