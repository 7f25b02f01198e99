import { and, asc, desc, eq, gt, ilike, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { members } from '#clients/tables.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { consents } from '#consent/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { decimal } from '#kernel/money.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { notify } from '#notifications/service.ts'
import { saleStateNames } from '#payments/sales/rules.ts'
import { sales } from '#payments/sales/tables.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'
import { foldName } from '#people/rules/names.ts'
import { households, people } from '#people/tables.ts'
import { type Language, ownName } from '#public-page/rules/languages.ts'
import { mustPay } from '../paying/service.ts'
import type { Answers } from '../rules/answers.ts'
import { alsoNeeded } from '../rules/reading.ts'
import { isThrowaway } from '../rules/spam.ts'
import { answerText, columnsOf } from '../rules/text.ts'
import { count } from '../service/stats.ts'
import { forms, formVersions, formSubmissions as rows } from '../tables.ts'
import { readSubmission } from '../tasks.ts'
import type { FormSubmission, Selection, SubmissionFilter, SubmissionFilters } from './contract.ts'

const columns = {
  id: rows.id,
  formId: rows.formId,
  formName: forms.name,
  number: rows.number,
  language: rows.language,
  state: rows.state,
  via: rows.via,
  name: rows.name,
  email: rows.email,
  phone: rows.phone,
  privacy: rows.privacy,
  personId: rows.personId,
  personName: people.name,
  match: rows.match,
  assignedTo: rows.assignedTo,
  signs: rows.signs,
  problem: rows.problem,
  payment: {
    state: sales.state,
    total: sales.total,
    refunded: sales.refunded,
    currency: sales.currency,
  },
  createdAt: rows.createdAt,
  deletedAt: rows.deletedAt,
  version: rows.version,
}

const soldBy = and(eq(sales.clientId, rows.clientId), eq(sales.module, 'forms'), eq(sales.refId, rows.id))
const select = (ctx: Ctx) =>
  ctx.db
    .select(columns)
    .from(rows)
    .innerJoin(forms, and(eq(forms.clientId, rows.clientId), eq(forms.id, rows.formId)))
    .leftJoin(people, and(eq(people.clientId, rows.clientId), eq(people.id, rows.personId), isNull(people.deletedAt)))
    .leftJoin(sales, soldBy)

function where(filter: SubmissionFilters): SQL | undefined {
  const { formId, search, state, number, assignedTo, personId, stuck, days: within, deleted } = filter
  const words = search ? foldName(search).split(/\s+/).filter(Boolean).slice(0, 6) : []
  return and(
    isNull(forms.deletedAt),
    deleted ? gt(rows.deletedAt, new Date(clock.ms() - days(30))) : isNull(rows.deletedAt),
    formId ? eq(rows.formId, formId) : undefined,
    state?.length
      ? inArray(rows.state, state)
      : deleted
        ? undefined
        : inArray(rows.state, ['new', 'processed', 'unpaid']),
    ...words.map(word => ilike(rows.searchBody, containing(word))),
    number ? eq(rows.number, number) : undefined,
    assignedTo === 'nobody' ? isNull(rows.assignedTo) : assignedTo ? eq(rows.assignedTo, assignedTo) : undefined,
    personId ? eq(rows.personId, personId) : undefined,
    stuck ? isNotNull(rows.problem) : undefined,
    within ? gt(rows.createdAt, new Date(clock.ms() - days(within))) : undefined,
  )
}

const orders = {
  '-createdAt': [desc(rows.id)],
  createdAt: [asc(rows.id)],
  name: [sql`lower(${rows.name})`, asc(rows.id)],
  '-name': [sql`lower(${rows.name}) desc`, desc(rows.id)],
}

export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: SubmissionFilter) {
  const offset = pageStart(cursor, 100_000)
  const items = await select(ctx)
    .where(where(filter))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(offset)
  const [total] = await ctx.db
    .select({ n: sql<number>`count(*)::int` })
    .from(rows)
    .innerJoin(forms, and(eq(forms.clientId, rows.clientId), eq(forms.id, rows.formId)))
    .where(where(filter))
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null, total: total!.n }
}

export async function counts(ctx: Ctx, { formId }: { formId?: string }) {
  const [row] = await ctx.db
    .select({
      quarantined: sql<number>`count(*) filter (where state = 'quarantined')::int`,
      spam: sql<number>`count(*) filter (where state = 'spam')::int`,
      unpaid: sql<number>`count(*) filter (where state = 'unpaid')::int`,
      stuck: sql<number>`count(*) filter (where problem is not null and state = 'new')::int`,
    })
    .from(rows)
    .where(and(isNull(rows.deletedAt), formId ? eq(rows.formId, formId) : undefined))
  return row!
}

export async function get(ctx: Ctx, { id }: { id: string }) {
  const [row] = await select(ctx).where(and(eq(rows.id, id), isNull(forms.deletedAt)))
  const submission = found(row, 'Submission')
  const [more] = await ctx.db
    .select({
      payload: rows.payload,
      definition: formVersions.definition,
      household: { id: households.id, name: households.name },
    })
    .from(rows)
    .innerJoin(
      formVersions,
      and(
        eq(formVersions.clientId, rows.clientId),
        eq(formVersions.formId, rows.formId),
        eq(formVersions.number, rows.number),
      ),
    )
    .leftJoin(households, and(eq(households.clientId, rows.clientId), eq(households.id, rows.householdId)))
    .where(eq(rows.id, id))
  const given = await ctx.db
    .select({ channel: consents.channel, value: consents.value, wording: sql<string>`evidence ->> 'wording'` })
    .from(consents)
    .where(
      and(
        // By what the ledger is indexed by; the reference alone would read all of it.
        inArray(consents.channel, ['email', 'sms']),
        inArray(consents.topic, [NEWSLETTER, '']),
        inArray(consents.value, valuesOf(submission, ctx.client.country)),
        sql`${consents.evidence} ->> 'reference' = ${id}`,
      ),
    )
    .orderBy(consents.id)
  const household = more!.household?.id ? more!.household : null
  return { ...submission, ...more!, household, consents: given, throwaway: isThrowaway(submission.email) }
}

/** A submission’s stored answers, for a member who may read it. */
export async function readableRow(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select({ payload: rows.payload }).from(rows).where(eq(rows.id, id))
  return found(row, 'Submission')
}

const valuesOf = ({ email, phone }: { email: string; phone: string }, country: string) =>
  [normaliseEmail(email), normalisePhone(phone, country), ''].filter(value => value !== null)

interface Chosen {
  selection: Selection
}

/** Those that are meant, as far as this member may touch them. */
const chosen = (ctx: Ctx, selection: Selection): SQL | undefined =>
  'ids' in selection
    ? inArray(rows.id, selection.ids)
    : inArray(
        rows.id,
        ctx.db
          .select({ id: rows.id })
          .from(rows)
          .innerJoin(forms, and(eq(forms.clientId, rows.clientId), eq(forms.id, rows.formId)))
          .where(where(selection.filter)),
      )

async function told(ctx: Ctx, done: { id: string }[]) {
  announce(ctx, 'formSubmissions')
  announce(ctx, 'forms')
  return { changed: done.length }
}

/** To someone who may read it, who is told. */
export async function assign(ctx: Ctx, { selection, assignedTo }: Chosen & { assignedTo: string | null }) {
  await requireMember(ctx, assignedTo, 'assignedTo')
  if (assignedTo) await mustRead(ctx, selection, assignedTo)
  const done = await ctx.db
    .update(rows)
    .set({ assignedTo })
    .where(and(chosen(ctx, selection), sql`${rows.assignedTo} is distinct from ${assignedTo}`))
    .returning({ id: rows.id, formId: rows.formId, version: rows.version })
  if (assignedTo && assignedTo !== userOf(ctx))
    for (const { id, formId, version } of done.slice(0, 20))
      await notify(ctx, [assignedTo], {
        type: 'assigned',
        title: 'A form submission was assigned to you',
        href: `/dashboard/forms/${formId}?view=submissions&submission=${id}`,
        dedupeKey: `form-assigned:${id}:${version}`,
      })
  return told(ctx, done)
}

async function mustRead(ctx: Ctx, selection: Selection, userId: string): Promise<void> {
  const [reader] = await ctx.db.select({ role: members.role }).from(members).where(eq(members.userId, userId))
  const asked = await ctx.db.selectDistinct({ privacy: rows.privacy }).from(rows).where(chosen(ctx, selection))
  const { role } = reader!
  const needed = asked.map(({ privacy }) => alsoNeeded[privacy]).filter(permission => permission !== null)
  if (!may(role, 'people.read') || needed.some(permission => !may(role, permission)))
    throw invalid('assignedTo', 'They can’t read this. Please choose someone else')
}

/** What it has made already stays: a person can be deleted where people are. */
export async function markSpam(ctx: Ctx, { selection }: Chosen) {
  const done = await ctx.db
    .update(rows)
    .set({ state: 'spam', problem: null })
    .where(and(chosen(ctx, selection), ne(rows.state, 'spam')))
    .returning({ id: rows.id })
  return told(ctx, done)
}

/** What was read before it was called spam is not read again. */
export async function notSpam(ctx: Ctx, { selection }: Chosen) {
  const done = await ctx.db
    .update(rows)
    .set({ state: sql`case when ${rows.processedAt} is null then 'new' else 'processed' end` as never, signs: [] })
    .where(and(chosen(ctx, selection), inArray(rows.state, ['quarantined', 'spam'])))
    .returning({ id: rows.id, formId: rows.formId, state: rows.state })
  for (const { id, formId, state } of done) {
    if (state !== 'new' || (await mustPay(ctx, id))) continue
    await count(ctx, formId, 'completes')
    await enqueue(ctx, readSubmission, { submissionId: id })
  }
  return told(ctx, done)
}

export async function retry(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(rows)
    .set({ problem: null })
    .where(and(chosen(ctx, { ids: [id] })))
    .returning({ id: rows.id, state: rows.state })
  if (found(row, 'Submission').state === 'new') await enqueue(ctx, readSubmission, { submissionId: id })
  announce(ctx, 'formSubmissions', id)
  return {}
}

export async function trash(ctx: Ctx, { selection }: Chosen) {
  const done = await ctx.db
    .update(rows)
    .set({ deletedAt: clock.now() })
    .where(and(chosen(ctx, selection), isNull(rows.deletedAt)))
    .returning({ id: rows.id })
  return told(ctx, done)
}

/** Undo, for 30 days; one that waited to be read is read then. */
export async function restore(ctx: Ctx, { selection }: Chosen) {
  const done = await ctx.db
    .update(rows)
    .set({ deletedAt: null })
    .where(and(chosen(ctx, selection), gt(rows.deletedAt, new Date(clock.ms() - days(30)))))
    .returning({ id: rows.id, state: rows.state })
  for (const { id, state } of done) if (state === 'new') await enqueue(ctx, readSubmission, { submissionId: id })
  return told(ctx, done)
}

/** One column for each field that any version had, in the newest version’s order; 50,000 rows at most. */
export async function exportCsv(ctx: Ctx, filter: SubmissionFilters) {
  const all = await ctx.db
    .select({ ...columns, payload: rows.payload })
    .from(rows)
    .innerJoin(forms, and(eq(forms.clientId, rows.clientId), eq(forms.id, rows.formId)))
    .leftJoin(people, and(eq(people.clientId, rows.clientId), eq(people.id, rows.personId)))
    .leftJoin(sales, soldBy)
    .where(where(filter))
    .orderBy(desc(rows.id))
    .limit(50_000)
  const versions = await ctx.db
    .select({ definition: formVersions.definition })
    .from(formVersions)
    .where(inArray(formVersions.formId, [...new Set(all.map(row => row.formId)), NIL]))
    .orderBy(desc(formVersions.number))
  const fields = columnsOf(versions.map(one => one.definition))
  const isPaidFor = all.some(({ payment }) => payment)
  const header = [
    'Received',
    'Form',
    'Version',
    'Person',
    'State',
    'Source',
    'Language',
    ...(isPaidFor ? ['Payment', 'Amount', 'Refunded', 'Currency'] : []),
    ...fields.map(one => one.label),
  ]
  const lines = all.map(row => [
    row.createdAt,
    row.formName,
    row.number,
    row.personName ?? row.name,
    row.state,
    row.via,
    row.language && ownName(row.language as Language),
    ...(isPaidFor ? paymentCells(row.payment) : []),
    ...fields.map(({ key }) => answerText((row.payload as Answers)[key])),
  ])
  return { csv: csvFile(header, lines) }
}
type PaymentFacts = FormSubmission['payment']
const paymentCells = (payment: PaymentFacts) =>
  payment
    ? [
        saleStateNames[payment.state],
        decimal(payment.total, payment.currency),
        decimal(payment.refunded, payment.currency),
        payment.currency,
      ]
    : ['', '', '', '']
const NIL = '00000000-0000-0000-0000-000000000000'
