import { z } from 'zod'
import { items as itemsOf } from '#conversations/items/service.ts'
import { selectConversation } from '#conversations/service.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { askModel, ModelFailure } from '#language-models/service.ts'
import type { Tried } from '../contract.ts'
import { sentencesOf } from '../rules/passages.ts'
import { writeAnswer } from './answers.ts'
import { readWaitingMessage } from './conversation-state.ts'
import { decideReply } from './reply-decision.ts'
import { readSettings } from './settings.ts'
import { readSourceTitles } from './threads.ts'

const CLOSED = 'This conversation is confidential. Its words are never given to a machine.'

/** Refuses a confidential conversation. */
async function requireOpen(ctx: Ctx, conversationId: string): Promise<void> {
  if ((await selectConversation(ctx, conversationId)).confidential) throw new Failure('FORBIDDEN', CLOSED)
}

/** An answer to what they wrote last, from the knowledge; the member reads and sends it. */
export async function draftReply(ctx: OuterCtx, { conversationId }: { conversationId: string }): Promise<Tried> {
  const prepared = await ctx.tx(async tx => {
    await requireOpen(tx, conversationId)
    const settings = await readSettings(tx)
    const question =
      (await readWaitingMessage(tx, conversationId, null))?.question ?? (await lastWords(tx, conversationId))
    return {
      settings,
      question,
      thought: await decideReply(tx, question, { ...settings, threshold: 40, escalateComplex: false }),
    }
  })
  const { thought, question, settings } = prepared
  const written = await writeAnswer(ctx, { thought, waiting: { question }, settings })
  const { action, intent, reason } = thought
  return {
    crisis: null,
    action: written.text ? ('reply' as const) : action === 'reply' ? ('handoff' as const) : action,
    intent,
    reason,
    confidence: written.confidence,
    text: written.text,
    engine: written.engine,
    sources: await ctx.tx(tx => readSourceTitles(tx, written.sourceIds)),
  }
}

async function lastWords(ctx: Ctx, conversationId: string): Promise<string> {
  const { items } = await itemsOf(ctx, { id: conversationId, limit: 20 })
  return found(
    items.find(({ direction, kind }) => direction === 'in' && kind !== 'call'),
    'Message',
  ).text
}

const Words = z.object({ text: z.string().min(1).max(4_000) })

interface Rewrite {
  conversationId: string
  text: string
  how: 'shorten' | 'translate'
  language: string
}
/** Of what a member wrote; by a model alone. */
export async function rewriteText(ctx: OuterCtx, { conversationId, text, how, language }: Rewrite) {
  await ctx.tx(tx => requireOpen(tx, conversationId))
  const task =
    how === 'shorten'
      ? 'Shorten the text. Keep its meaning, names, times and links.'
      : `Translate the text into ${language.replace(/[^\p{L} ()-]/gu, '') || 'Spanish'}. Keep names, times and links.`
  return askStaffModel(ctx, task, [{ label: 'text', text }])
}

/** Who wants what, and what was promised. Without a model: the first sentences of what they wrote. */
export async function summarizeThread(ctx: OuterCtx, { conversationId }: { conversationId: string }) {
  const lines = await ctx.tx(async tx => {
    await requireOpen(tx, conversationId)
    const { items } = await itemsOf(tx, { id: conversationId, limit: 50 })
    return items
      .filter(({ kind }) => kind !== 'note')
      .reverse()
      .map(({ direction, text }) => ({ who: direction === 'in' ? 'They' : 'We', text }))
  })
  const said = lines.map(({ who, text }) => `${who}: ${text}`).join('\n')
  try {
    return await askStaffModel(
      ctx,
      'Summarize the conversation in at most three sentences: what they want, what we promised, what is open.',
      [{ label: 'conversation', text: said.slice(-12_000) }],
    )
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const text = lines
      .filter(({ who, text: words }) => who === 'They' && words)
      .slice(-5)
      .map(({ text: words }) => `• ${sentencesOf(words)[0] ?? words}`)
      .join('\n')
    return { text: text || 'They have not written anything yet.', engine: 'built-in' }
  }
}

async function askStaffModel(ctx: OuterCtx, task: string, data: { label: string; text: string }[]) {
  try {
    const { value, provider, model } = await askModel(ctx, {
      purpose: 'staff_draft',
      schema: Words,
      confidential: false,
      mostOutputTokens: 800,
      timeoutMs: 30_000,
      system: 'You help the office of a church with its messages. Answer with the text alone.',
      task,
      data,
    })
    return { text: value.text, engine: `${provider}: ${model}` }
  } catch (error) {
    if (error instanceof ModelFailure) throw new Failure('UNAVAILABLE', error.message)
    throw error
  }
}
