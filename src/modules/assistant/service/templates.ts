import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { isNoChange, isTaken } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { churchOf } from '#public-page/service.ts'
import type { NewTemplate, Template, TemplateChange } from '../contract.ts'
import { fillTemplate } from '../rules/templates.ts'
import { assistantTemplates } from '../tables.ts'
import { createTemplates, type TemplateKey, usualTemplates } from './defaults.ts'

/** A sentence of the assistant, in the church's own words where it has some. */
export async function renderTemplate(ctx: Ctx, key: TemplateKey, values: Record<string, string>): Promise<string> {
  const [row] = await ctx.db
    .select({ body: assistantTemplates.body })
    .from(assistantTemplates)
    .where(eq(assistantTemplates.key, key))
  const body = row?.body ?? usualTemplates.find(one => one.key === key)!.body
  return fillTemplate(body, { church: (await churchOf(ctx))?.name ?? 'our church', ...values })
}

export async function findTemplateId(ctx: Ctx, key: TemplateKey): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: assistantTemplates.id })
    .from(assistantTemplates)
    .where(eq(assistantTemplates.key, key))
  return row?.id ?? null
}

const columns = {
  id: assistantTemplates.id,
  key: assistantTemplates.key,
  name: assistantTemplates.name,
  description: assistantTemplates.description,
  category: assistantTemplates.category,
  body: assistantTemplates.body,
  usage: sql<number>`(select count(*)::int from assistant_turns t where t.client_id = ${assistantTemplates}.client_id
    and t.template_id = ${assistantTemplates}.id and t.state in ('sent', 'used'))`,
  version: assistantTemplates.version,
}

export async function listTemplates(ctx: Ctx): Promise<{ items: Template[] }> {
  await createTemplates(ctx)
  return { items: await ctx.db.select(columns).from(assistantTemplates).orderBy(asc(assistantTemplates.id)) }
}

async function getTemplate(ctx: Ctx, id: string): Promise<Template> {
  const [row] = await ctx.db.select(columns).from(assistantTemplates).where(eq(assistantTemplates.id, id))
  return found(row, 'Template')
}

const nameTaken = () => invalid('name', 'There is already a template with this name')
const rejectTakenName = (error: unknown): never => {
  throw isTaken(error) ? nameTaken() : error
}

/** Only the request for a rating has a link, and without it nobody could rate. */
function checkLink(key: string | null, body: string): void {
  const has = /\{link(\||\})/.test(body)
  if (key === 'rating' && !has) throw invalid('body', 'Please keep {link}: people open it to rate.')
  if (key !== 'rating' && has)
    throw invalid('body', '{link} is not filled in here. Please use {church} or {firstName}.')
}

export async function createTemplate(ctx: Ctx, wanted: NewTemplate): Promise<Template> {
  checkLink(null, wanted.body)
  const [row] = await ctx.db.insert(assistantTemplates).values(wanted).onConflictDoNothing().returning()
  if (!row) throw nameTaken()
  announce(ctx, 'assistant')
  return getTemplate(ctx, row.id)
}

export async function updateTemplate(ctx: Ctx, { id, version, ...changes }: TemplateChange): Promise<Template> {
  const before = await getTemplate(ctx, id)
  if (isNoChange(changes)) return before
  if (changes.body !== undefined) checkLink(before.key, changes.body)
  const [row] = await ctx.db
    .update(assistantTemplates)
    .set(changes)
    .where(and(eq(assistantTemplates.id, id), eq(assistantTemplates.version, version)))
    .returning()
    .catch(rejectTakenName)
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'assistant')
  return getTemplate(ctx, id)
}

export async function removeTemplate(ctx: Ctx, { id }: { id: string }) {
  const { key } = await getTemplate(ctx, id)
  if (key) throw new Failure('CONFLICT', 'The assistant itself uses this template. You can change its words.')
  await ctx.db.delete(assistantTemplates).where(eq(assistantTemplates.id, id))
  announce(ctx, 'assistant')
  return {}
}
