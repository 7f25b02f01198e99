import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { read as readChurch } from '#clients/service.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { open, seal } from '#kernel/secrets.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { sendMail } from '#messaging/service.ts'
import { privateIds } from '#people/fields/service.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import type { Language } from '#public-page/rules/languages.ts'
import { finishFormMail } from '../emails/finish.ts'
import { type Answers, pagesOf } from '../rules/answers.ts'
import type { Definition } from '../rules/definition.ts'
import { identityOf } from '../rules/identity.ts'
import { KEPT_DAYS, keptAnswers } from '../rules/keeping.ts'
import { inLanguage, languageFor } from '../rules/languages.ts'
import { formPartials, formSubmissions, forms } from '../tables.ts'
import type { UnfinishedFilter } from './contract.ts'

/** New ones of a form within an hour: beyond that it is no person who begins them. */
const MOST_NEW = 300

/** What is typed and sent under one key comes one after the other. */
export const holdKey = (ctx: Ctx, key: string) => advisoryLock(ctx.db, `form ${ctx.client.id} ${key}`)

interface Begun {
  key: string
  number: number
  definition: Definition
  language: Language
  answers: Answers
  /** The field that they were at. */
  at: string
}

/** Keeps what stands in a page that is not sent yet, in place of what stood there before. */
export async function keepBegun(ctx: Ctx, formId: string, begun: Begun): Promise<void> {
  const { definition, key, number, language, at } = begun
  await holdKey(ctx, key)
  if (!(await mayKeep(ctx, formId, key))) return
  const payload = keptAnswers(definition.fields, begun.answers, await privateIds(ctx))
  const { name, email, phone } = identityOf(definition, payload)
  const kept = {
    number,
    payload,
    name,
    email,
    phone,
    language: definition.languages?.length ? language : '',
    stoppedAt: definition.fields.some(one => one.key === at) ? at : '',
    expiresAt: new Date(clock.ms() + days(KEPT_DAYS)),
  }
  const { key: unique, clientId } = formPartials
  const target = [clientId, unique]
  await ctx.db
    .insert(formPartials)
    .values({ formId, key, ...kept })
    .onConflictDoUpdate({ target, set: kept, setWhere: eq(formPartials.formId, formId) })
  announce(ctx, 'formSubmissions')
}

/** Not what was sent meanwhile, and no flood. */
async function mayKeep(ctx: Ctx, formId: string, key: string): Promise<boolean> {
  const { formId: form, createdAt, key: its } = formPartials
  const [sent] = await ctx.db
    .select({ id: formSubmissions.id })
    .from(formSubmissions)
    .where(eq(formSubmissions.key, key))
  if (sent) return false
  const [row] = await ctx.db
    .select({ n: sql<number>`count(*)::int`, known: sql<boolean>`coalesce(bool_or(${its} = ${key}), false)` })
    .from(formPartials)
    .where(and(eq(form, formId), or(gt(createdAt, new Date(clock.ms() - hours(1))), eq(its, key))))
  return row!.known || row!.n < MOST_NEW
}

/** Sent: what was kept of it goes, also what the same person began on another device. */
export async function dropSent(ctx: Ctx, formId: string, sent: { key: string; name: string; email: string }) {
  const { key, name, email } = formPartials
  const same = sent.email && sent.name ? and(eq(name, sent.name), eq(email, sent.email)) : undefined
  await ctx.db.delete(formPartials).where(and(eq(formPartials.formId, formId), or(eq(key, sent.key), same)))
}

/** What was never sent is forgotten. */
export async function forgetExpired(ctx: Ctx): Promise<void> {
  await ctx.db.delete(formPartials).where(lte(formPartials.expiresAt, clock.now()))
}

/** f: form, p: what was begun. */
const Token = z.object({ f: z.uuid(), p: z.uuid() })
const CONTEXT = 'form finish'
const alive = () => gt(formPartials.expiresAt, clock.now())

/** What the link of a mail brings back: on the page where they stopped, in their language. */
export async function resumed(ctx: Ctx, form: { id: string; definition: Definition }, token: string) {
  const { definition } = form
  let read: z.infer<typeof Token>
  try {
    read = Token.parse(JSON.parse(open(token, CONTEXT)))
  } catch {
    return
  }
  const [row] = await ctx.db
    .select()
    .from(formPartials)
    .where(and(eq(formPartials.id, read.p), eq(formPartials.formId, form.id), alive()))
  if (!row || read.f !== form.id) return
  const answers = row.payload as Answers
  const page = pagesOf(definition.fields, answers).findIndex(keys => keys.includes(row.stoppedAt))
  return {
    key: row.key,
    answers,
    language: languageFor(definition, row.language),
    goesOn: String(Math.max(0, page)),
  }
}

/** Those whose form is for the whole team: what is narrower is never kept, nor shown where it became so. */
const shown = () => and(alive(), isNull(forms.deletedAt), sql`${forms.handling} ->> 'privacy' = 'team'`)

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: formPartials.id,
      formId: formPartials.formId,
      name: formPartials.name,
      email: formPartials.email,
      phone: formPartials.phone,
      language: formPartials.language,
      stoppedAt: formPartials.stoppedAt,
      createdAt: formPartials.createdAt,
      updatedAt: formPartials.updatedAt,
      expiresAt: formPartials.expiresAt,
      linkSentAt: formPartials.linkSentAt,
      draft: forms.draft,
      live: forms.live,
      slug: forms.slug,
    })
    .from(formPartials)
    .innerJoin(forms, and(eq(forms.clientId, formPartials.clientId), eq(forms.id, formPartials.formId)))

export async function list(ctx: Ctx, { formId, cursor, limit }: UnfinishedFilter) {
  const offset = pageStart(cursor, 10_000)
  const where = and(shown(), eq(formPartials.formId, formId))
  const rows = await select(ctx)
    .where(where)
    .orderBy(desc(formPartials.updatedAt), desc(formPartials.id))
    .limit(limit)
    .offset(offset)
  const [count] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(formPartials)
    .innerJoin(forms, and(eq(forms.clientId, formPartials.clientId), eq(forms.id, formPartials.formId)))
    .where(where)
  const items = rows.map(({ draft, live: _, slug: __, stoppedAt, ...row }) => ({
    ...row,
    stoppedAt: draft.fields.find(({ key }) => key === stoppedAt)?.label ?? '',
  }))
  return { items, nextCursor: rows.length === limit ? String(offset + limit) : null, total: count!.total }
}

/** One mail, once, with the link that brings back what they wrote. */
export async function sendLink(ctx: Ctx, { id }: { id: string }) {
  const [row] = await select(ctx).where(and(shown(), eq(formPartials.id, id)))
  const begun = found(row, 'Unfinished form')
  const to = normaliseEmail(begun.email)
  if (!to) throw invalid('id', 'They entered no email address. Please call or text them')
  if (!begun.live) throw invalid('id', 'Form closed. Publish it first, so that the link leads somewhere')
  // Two who press at once: one of them sends it.
  const [mine] = await ctx.db
    .update(formPartials)
    .set({ linkSentAt: clock.now() })
    .where(and(eq(formPartials.id, id), isNull(formPartials.linkSentAt)))
    .returning({ id: formPartials.id })
  if (!mine) throw new Failure('CONFLICT', 'The link was already sent. It can be sent only once')
  const language = languageFor(begun.draft, begun.language)
  const { name: church } = await readChurch(ctx)
  const token = seal(JSON.stringify({ f: begun.formId, p: id }), CONTEXT)
  const words = {
    title: inLanguage(begun.draft, language).title,
    name: begun.name,
    church,
    language,
    href: `${env.publicUrl}/f/${begun.slug}?finish=${encodeURIComponent(token)}`,
  }
  const mail = { to, toName: begun.name, ...finishFormMail(words), senderName: church }
  const { state } = await sendMail(ctx, { ...mail, kind: 'form-finish', dedupeKey: `form-finish:${id}` })
  if (state === 'skipped') throw invalid('id', 'This address can’t be emailed. They opted out, or email to it bounced')
  announce(ctx, 'formSubmissions')
  return {}
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await select(ctx).where(and(shown(), eq(formPartials.id, id)))
  await ctx.db.delete(formPartials).where(eq(formPartials.id, found(row, 'Unfinished form').id))
  announce(ctx, 'formSubmissions')
  return {}
}
