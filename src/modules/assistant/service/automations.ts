import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { isNoChange, isTaken } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { Automation, AutomationChange, NewAutomation } from '../contract.ts'
import type { AutomationTrigger } from '../rules/options.ts'
import { intentOf } from '../rules/topics.ts'
import { assistantAutomations, assistantTemplates } from '../tables.ts'
import { isOfficeOpen } from './settings.ts'

type Row = typeof assistantAutomations.$inferSelect

/** The first active automation that is for such a message now; one for certain topics goes before one for all. */
export async function automationFor(ctx: Ctx, trigger: AutomationTrigger, text: string): Promise<Row | undefined> {
  const rows = await ctx.db
    .select()
    .from(assistantAutomations)
    .where(and(eq(assistantAutomations.trigger, trigger), eq(assistantAutomations.status, 'active')))
    .orderBy(asc(assistantAutomations.id))
  if (rows.length === 0) return
  const intent = intentOf(text)
  const isOpen = await isOfficeOpen(ctx)
  const fitting = rows.filter(({ scope, intents }) => {
    const isTime = scope === 'always' || (scope === 'office') === isOpen
    return isTime && (intents.length === 0 || intents.includes(intent))
  })
  return fitting.find(({ intents }) => intents.length > 0) ?? fitting[0]
}

const handled = sql<number>`(select count(distinct t.conversation_id)::int from assistant_turns t
  where t.client_id = ${assistantAutomations}.client_id and t.automation_id = ${assistantAutomations}.id
  and t.state in ('sent', 'used', 'drafted'))`
/** Of the conversations in which it did something, those that never went to a person. */
const succeeded = sql<number>`(select count(distinct t.conversation_id)::int from assistant_turns t
  where t.client_id = ${assistantAutomations}.client_id and t.automation_id = ${assistantAutomations}.id
  and t.state in ('sent', 'used') and t.action = 'reply' and not exists (select from assistant_turns h
    where h.client_id = t.client_id and h.conversation_id = t.conversation_id and h.action = 'handoff'))`

const columns = {
  id: assistantAutomations.id,
  name: assistantAutomations.name,
  description: assistantAutomations.description,
  trigger: assistantAutomations.trigger,
  scope: assistantAutomations.scope,
  mode: assistantAutomations.mode,
  intents: assistantAutomations.intents,
  templateId: assistantAutomations.templateId,
  status: assistantAutomations.status,
  conversationsHandled: handled,
  succeeded,
  version: assistantAutomations.version,
}
type Counted = Omit<Automation, 'successRate'> & { succeeded: number }
const shown = ({ succeeded: good, ...row }: Counted): Automation => ({
  ...row,
  successRate: row.conversationsHandled > 0 ? good / row.conversationsHandled : null,
})

export async function listAutomations(ctx: Ctx): Promise<{ items: Automation[] }> {
  const rows = await ctx.db.select(columns).from(assistantAutomations).orderBy(asc(assistantAutomations.id))
  return { items: rows.map(row => shown(row as Counted)) }
}

async function getAutomation(ctx: Ctx, id: string): Promise<Automation> {
  const [row] = await ctx.db.select(columns).from(assistantAutomations).where(eq(assistantAutomations.id, id))
  return shown(found(row, 'Automation') as Counted)
}

const nameTaken = () => invalid('name', 'There is already an automation with this name')
const taken = (error: unknown): never => {
  throw isTaken(error) ? nameTaken() : error
}

export async function createAutomation(ctx: Ctx, wanted: NewAutomation): Promise<Automation> {
  await check(ctx, wanted)
  const rows = await ctx.db.insert(assistantAutomations).values(wanted).onConflictDoNothing().returning()
  if (rows.length === 0) throw nameTaken()
  announce(ctx, 'assistant')
  return getAutomation(ctx, rows[0]!.id)
}

export async function updateAutomation(ctx: Ctx, { id, version, ...changes }: AutomationChange): Promise<Automation> {
  const before = await getAutomation(ctx, id)
  if (isNoChange(changes)) return before
  await check(ctx, { ...before, ...changes })
  const [row] = await ctx.db
    .update(assistantAutomations)
    .set(changes)
    .where(and(eq(assistantAutomations.id, id), eq(assistantAutomations.version, version)))
    .returning()
    .catch(taken)
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'assistant')
  return getAutomation(ctx, id)
}

export async function removeAutomation(ctx: Ctx, { id }: { id: string }) {
  const rows = await ctx.db.delete(assistantAutomations).where(eq(assistantAutomations.id, id)).returning()
  found(rows[0], 'Automation')
  announce(ctx, 'assistant')
  return {}
}

async function check(ctx: Ctx, { trigger, templateId }: Pick<NewAutomation, 'trigger' | 'templateId'>): Promise<void> {
  if (trigger !== 'new_lead' && !templateId) return
  const where = eq(assistantTemplates.id, templateId ?? '00000000-0000-0000-0000-000000000000')
  if ((await ctx.db.$count(assistantTemplates, where)) === 0) throw invalid('templateId', 'Please choose a template')
}
