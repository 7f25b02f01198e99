import { and, eq, isNotNull } from 'drizzle-orm'
import { writeAsAssistant } from '#conversations/service/assistant-replies.ts'
import { threadOf } from '#conversations/service.ts'
import { conversations } from '#conversations/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import { churchOf } from '#public-page/service.ts'
import { fillTemplate } from '../rules/templates.ts'
import { assistantTemplates, assistantTurns } from '../tables.ts'
import { automationFor } from './automations.ts'
import { lockThread } from './conversation-state.ts'
import { readSettings } from './settings.ts'

/**
 * A welcome for a new lead: sent at once where the automation says so, or a draft for the team in the conversation they
 * have; a draft alone opens none. Once for each lead.
 */
export async function welcomeLead(ctx: Ctx, { leadId, personId }: { leadId: string; personId: string }): Promise<void> {
  const settings = await readSettings(ctx)
  const automation = settings.enabled ? await automationFor(ctx, 'new_lead', '') : undefined
  if (!automation?.templateId) return
  const [person] = await ctx.db.select({ firstName: people.firstName }).from(people).where(eq(people.id, personId))
  const [template] = await ctx.db
    .select()
    .from(assistantTemplates)
    .where(eq(assistantTemplates.id, automation.templateId))
  if (!person || !template) return
  const isAutopilot = settings.autoRespond && automation.mode === 'autopilot'
  const conversationId = isAutopilot ? await threadOf(ctx, { personId }) : await writtenThread(ctx, personId)
  if (!conversationId || !(await lockThread(ctx, conversationId))) return
  const church = (await churchOf(ctx))?.name ?? ''
  const text = fillTemplate(template.body, { firstName: person.firstName ?? '', church })
  const [turn] = await ctx.db
    .insert(assistantTurns)
    .values({
      conversationId,
      itemId: leadId,
      question: 'A new lead',
      action: 'reply',
      state: isAutopilot ? 'sent' : 'drafted',
      body: text,
      automationId: automation.id,
      templateId: template.id,
      intent: 'greeting',
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: assistantTurns.id })
  if (
    turn &&
    isAutopilot &&
    !(await writeAsAssistant(ctx, { conversationId, text, key: turn.id, subject: `Welcome to ${church}` }))
  )
    await ctx.db.update(assistantTurns).set({ state: 'blocked' }).where(eq(assistantTurns.id, turn.id))
  announce(ctx, 'assistant', conversationId)
}

/** Their conversation, if anything was written in it. */
async function writtenThread(ctx: Ctx, personId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.personId, personId), isNotNull(conversations.lastItemId)))
  return row?.id
}
