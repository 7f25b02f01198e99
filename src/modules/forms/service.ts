import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, gt, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { read as readChurch, requireMember } from '#clients/service.ts'
import { fileById, keepForGood } from '#files/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { absent, Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { containing } from '#kernel/sql.ts'
import { offers } from '#payments/service/start.ts'
import { fieldsOf } from '#people/fields/service.ts'
import { tags } from '#people/tables.ts'
import { usesOf } from '#public-page/service/uses.ts'
import type { Form, FormChange, FormFilter } from './contract.ts'
import { isWords } from './rules/answers.ts'
import type { Definition, Handling } from './rules/definition.ts'
import { canFill, factOf } from './rules/facts.ts'
import { closedBy } from './rules/limits.ts'
import { isPriced } from './rules/prices.ts'
import { type TemplateName, templates } from './rules/templates.ts'
import { formPartials, formSubmissions, forms, formVersions } from './tables.ts'

const theirs = sql`from ${formSubmissions} s where s.client_id = ${forms.clientId} and s.form_id = ${forms.id}
  and s.deleted_at is null and s.state in ('new', 'processed')`

/** Of a form that is for the whole team alone. */
const begun = () => sql`from ${formPartials} p where p.client_id = ${forms.clientId} and p.form_id = ${forms.id}
  and p.expires_at > ${clock.now()} and ${forms.handling} ->> 'privacy' = 'team'`

const columns = {
  id: forms.id,
  name: forms.name,
  slug: forms.slug,
  live: forms.live,
  handling: forms.handling,
  fresh: forms.fresh,
  publishedAt: forms.publishedAt,
  submissions: sql<number>`(select count(*)::int ${theirs})`,
  lastSubmissionAt: sql<Date | null>`(select max(s.created_at) ${theirs})`.mapWith(value => value && new Date(value)),
  createdAt: forms.createdAt,
  updatedAt: forms.updatedAt,
}

type Filters = Pick<FormFilter, 'search' | 'state' | 'deleted'>
function where({ search, state, deleted }: Filters): SQL | undefined {
  return and(
    deleted ? gt(forms.deletedAt, new Date(clock.ms() - days(30))) : isNull(forms.deletedAt),
    search ? ilike(forms.name, containing(search)) : undefined,
    state ? eq(forms.live, state === 'live') : undefined,
  )
}

const sortKeys = { name: sql`lower(${forms.name})`, createdAt: forms.id, updatedAt: forms.updatedAt }
const ordered = (sort: FormFilter['sort']) => {
  const down = sort.startsWith('-')
  const key = sortKeys[(down ? sort.slice(1) : sort) as keyof typeof sortKeys]
  return down ? [desc(key), desc(forms.id)] : [asc(key), asc(forms.id)]
}

export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: FormFilter) {
  const offset = pageStart(cursor, 10_000)
  const items = await ctx.db
    .select(columns)
    .from(forms)
    .where(where(filter))
    .orderBy(...ordered(sort))
    .limit(limit)
    .offset(offset)
  const [count] = await ctx.db.select({ total: sql<number>`count(*)::int` }).from(forms).where(where(filter))
  return {
    items: items.map(row => shown(ctx, row)),
    nextCursor: items.length === limit ? String(offset + limit) : null,
    total: count!.total,
  }
}

type Closing = Pick<Form, 'submissions' | 'handling'>
/** With whether it has closed by itself, by the submissions that take a place. */
function shown<Row extends Closing>(ctx: Ctx, { handling, ...row }: Row) {
  return { ...row, closed: closedBy(handling, row.submissions, clock.ms(), ctx.client.timeZone) }
}

export async function exportCsv(ctx: Ctx, filter: Filters) {
  const rows = await ctx.db
    .select(columns)
    .from(forms)
    .where(where(filter))
    .orderBy(...ordered('name'))
    .limit(10_000)
  return {
    csv: csvFile(
      ['Name', 'Address', 'State', 'Submissions', 'Last submission', 'Created'],
      rows.map(row => [
        row.name,
        `/f/${row.slug}`,
        row.live ? 'Published' : 'Not published',
        row.submissions,
        row.lastSubmissionAt,
        row.createdAt,
      ]),
    ),
  }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Form> {
  const [row] = await ctx.db
    .select({
      ...columns,
      draft: forms.draft,
      unfinished: sql<number>`(select count(*)::int ${begun()})`,
      lastNumber: forms.lastNumber,
      version: forms.version,
    })
    .from(forms)
    .where(and(eq(forms.id, id), isNull(forms.deletedAt)))
  const form = found(row, 'Form')
  const { name, logoId, brandColor } = await readChurch(ctx)
  return {
    ...shown(ctx, form),
    handling: form.handling,
    currency: (await offers(ctx)).currency,
    keptKeys: await keptKeys(ctx, id),
    church: { name, logoId, brandColor },
  }
}

/** Keys under which someone has answered. */
async function keptKeys(ctx: Ctx, id: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ key: string }>(sql`
    select distinct f ->> 'key' as key from form_versions v, jsonb_array_elements(v.definition -> 'fields') f
    where v.form_id = ${id} and exists
      (select from form_submissions s where s.form_id = v.form_id and s.number = v.number) order by 1`)
  return rows.map(row => row.key)
}

const newSlug = (name: string) => `${slugOf(name).slice(0, 40) || 'form'}-${randomBytes(3).toString('hex')}`

async function add(ctx: Ctx, name: string, template: string, draft: Definition, handling: Handling): Promise<Form> {
  const [row] = await ctx.db
    .insert(forms)
    .values({ name, slug: newSlug(name), template, draft, handling, createdBy: userOf(ctx) })
    .returning({ id: forms.id })
  announce(ctx, 'forms', row!.id)
  return get(ctx, { id: row!.id })
}

export async function create(ctx: Ctx, { template, name }: { template: TemplateName; name?: string }): Promise<Form> {
  const { definition, handling } = templates[template]
  const title = name || definition.title
  return add(ctx, title, template, { ...definition, title }, { ...handling, notify: ctxUser(ctx) })
}

/** The member who makes a form is told of its submissions, until they turn that off. */
const ctxUser = (ctx: Ctx) => (userOf(ctx) ? [userOf(ctx)!] : [])

export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<Form> {
  const { name, draft, handling } = await get(ctx, { id })
  return add(ctx, `${name.slice(0, 110)} (copy)`, 'copy', draft, handling)
}

/** Two tabs: the second is told, and nothing is overwritten. */
export async function update(ctx: Ctx, { id, version, draft, handling, name }: FormChange): Promise<Form> {
  const before = await get(ctx, { id })
  if (draft) mustKeepTypes(before, draft)
  if (draft) await mustFillFields(ctx, before.draft, draft)
  if (handling) await mustBeOurs(ctx, handling, before.handling)
  if (handling && before.live) mustSendFile(handling)
  const [row] = await ctx.db
    .update(forms)
    .set({ ...(name && { name }), ...(draft && { draft, fresh: false }), ...(handling && { handling }) })
    .where(and(eq(forms.id, id), eq(forms.version, version)))
    .returning({ id: forms.id })
  if (!row) throw new Failure('CONFLICT')
  // What is for few readers is not kept before it is sent, nor what was kept while it was for all.
  if (handling && handling.privacy !== 'team')
    await withEveryRight(ctx, 'purge', () => ctx.db.delete(formPartials).where(eq(formPartials.formId, id)))
  announce(ctx, 'forms', id)
  return get(ctx, { id })
}

/** What was answered under a key as one kind of thing can't become another: its column would mean two things. */
function mustKeepTypes({ draft: before, keptKeys: kept }: Form, { fields }: Definition): void {
  for (const { key, type } of fields) {
    const was = before.fields.find(one => one.key === key)
    if (kept.includes(key) && was && was.type !== type)
      throw invalid('type', 'This field already has answers. Please add another one instead.')
  }
}

/** One of the church's own fields, of a type that the answer fits; one that was there already may be deleted by now. */
async function mustFillFields(ctx: Ctx, before: Definition, { fields }: Definition): Promise<void> {
  const known = new Set(before.fields.map(({ map, type }) => `${map} ${type}`))
  const own = await fieldsOf(ctx)
  for (const [i, field] of fields.entries()) {
    const id = factOf(field)
    if (!id || known.has(`${field.map} ${field.type}`)) continue
    const custom = own.find(one => one.id === id)
    if (!custom) throw invalid(`draft.fields.${i}.map`, 'This field no longer exists')
    if (!canFill(field.type, custom.type))
      throw invalid(`draft.fields.${i}.map`, 'This type of field can’t be saved there')
  }
}

/** The file that the mail leads to is one of the church's; it is kept from now on. */
async function mustHaveFile(ctx: Ctx, { replyFile }: Handling, before: Handling): Promise<void> {
  if (!replyFile || replyFile.id === before.replyFile?.id) return
  const file = await fileById(ctx, replyFile.id, 'giveaway').catch(absent)
  if (!file) throw invalid('handling.replyFile', 'This file no longer exists. Please choose it again.')
  await keepForGood(ctx, [file.id])
}

/** What the form says that it sends has to be there. */
function mustSendFile({ reply, replyFile }: Handling): void {
  if (replyFile === undefined) return
  if (!replyFile) throw invalid('handling.replyFile', 'Please choose the file that people get')
  if (!reply) throw invalid('handling.reply', 'Please turn this email on: it brings the file')
}

async function mustBeOurs(ctx: Ctx, handling: Handling, before: Handling): Promise<void> {
  if (handling.leadOwner !== before.leadOwner) await requireMember(ctx, handling.leadOwner, 'leadOwner')
  for (const userId of handling.notify) if (!before.notify.includes(userId)) await requireMember(ctx, userId, 'notify')
  await mustHaveFile(ctx, handling, before)
  const fresh = handling.tagIds.filter(id => !before.tagIds.includes(id))
  if (fresh.length === 0) return
  const known = await ctx.db.select({ id: tags.id }).from(tags).where(inArray(tags.id, fresh))
  if (known.length < new Set(fresh).size) throw invalid('tagIds', 'One of these tags no longer exists')
}

export async function publish(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<Form> {
  const [before] = await ctx.db.select().from(forms).where(eq(forms.id, id)).for('update')
  const form = found(before?.deletedAt ? undefined : before, 'Form')
  // A double click, or a form that is as it was: there is nothing new to freeze.
  if (form.live && form.fresh) return get(ctx, { id })
  if (form.version !== version) throw new Failure('CONFLICT')
  if (form.draft.fields.every(({ type }) => isWords(type) || type === 'hidden'))
    throw invalid('fields', 'Please add a field that people can fill in')
  mustSendFile(form.handling)
  const number = form.fresh ? form.lastNumber : form.lastNumber + 1
  if (!form.fresh)
    await ctx.db.insert(formVersions).values({
      formId: id,
      number,
      publishedBy: userOf(ctx),
      definition: isPriced(form.draft) ? { ...form.draft, currency: (await offers(ctx)).currency } : form.draft,
    })
  await ctx.db
    .update(forms)
    .set({ live: true, fresh: true, lastNumber: number, publishedAt: clock.now() })
    .where(eq(forms.id, id))
  announce(ctx, 'forms', id)
  return get(ctx, { id })
}

export async function unpublish(ctx: Ctx, { id }: { id: string }): Promise<Form> {
  await ctx.db
    .update(forms)
    .set({ live: false })
    .where(and(eq(forms.id, id), isNull(forms.deletedAt)))
  announce(ctx, 'forms', id)
  return get(ctx, { id })
}

/** What would break without the form. */
export async function uses(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  return { items: await usesOf(ctx, 'form', id) }
}

/** Into the trash for 30 days, with what was sent in; its page is closed meanwhile. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  await ctx.db.update(forms).set({ deletedAt: clock.now() }).where(eq(forms.id, id))
  announce(ctx, 'forms', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Form> {
  const [row] = await ctx.db
    .update(forms)
    .set({ deletedAt: null })
    .where(and(eq(forms.id, id), gt(forms.deletedAt, new Date(clock.ms() - days(30)))))
    .returning({ id: forms.id })
  found(row, 'Form')
  announce(ctx, 'forms', id)
  return get(ctx, { id })
}

export async function frozen(ctx: Ctx, { id, number }: { id: string; number: number }): Promise<Definition> {
  const [row] = await ctx.db
    .select({ definition: formVersions.definition })
    .from(formVersions)
    .where(and(eq(formVersions.formId, id), eq(formVersions.number, number)))
  return found(row, 'Version').definition
}
