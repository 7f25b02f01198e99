import { createHash, randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cardNumberProblems } from '#card-numbers/rules.ts'
import { clients } from '#clients/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { digest, open, seal } from '#kernel/secrets.ts'
import { recordGoal } from '#links/goals/service.ts'
import type { SaleLine } from '#payments/sales/rules.ts'
import { foldName } from '#people/rules/names.ts'
import { guardSubmission } from '#public-page/guard/service.ts'
import { HONEYPOT } from '#public-page/rules/guard.ts'
import type { Language } from '#public-page/rules/languages.ts'
import type { Say } from '#public-page/rules/words.ts'
import { openOnward } from '#public-page/service/onward.ts'
import { openSale, payPathOf, reasonAgainst, reservationEnd } from '../paying/service.ts'
import { type Answers, answersFrom, problemsOf } from '../rules/answers.ts'
import { type Definition, type Handling, LEAST_TIME } from '../rules/definition.ts'
import { identityOf } from '../rules/identity.ts'
import { isReachable, keeps } from '../rules/keeping.ts'
import { inLanguage, languageFor } from '../rules/languages.ts'
import { sayIn } from '../rules/page-words.ts'
import { currencyOf, isPriced, linesFrom, priceProblems } from '../rules/prices.ts'
import { REFUSED, signsOf, TOO_MANY } from '../rules/spam.ts'
import { formSubmissions, forms, formVersions } from '../tables.ts'
import { readSubmission } from '../tasks.ts'
import { dropSent, holdKey, keepBegun } from '../unfinished/service.ts'
import { attach, withFiles } from '../uploads/service.ts'
import { findRefusal, lockPlaces, type Refusal, withoutUnasked } from './limits.ts'
import { count } from './stats.ts'

/** What a visitor’s page needs of a form, no matter whose it is. */
export interface PublicForm {
  id: string
  clientId: string
  slug: string
  live: boolean
  number: number
  definition: Definition
  handling: Handling
  church: { name: string; logoId: string | null; brandColor: string | null }
  /** Its account is suspended. */
  paused: boolean
}

/** The form of an address; undefined where there is none, or none any more. */
export async function formAt(db: Db, slug: string): Promise<PublicForm | undefined> {
  const [row] = await db
    .select({
      id: forms.id,
      clientId: forms.clientId,
      slug: forms.slug,
      live: forms.live,
      number: forms.lastNumber,
      definition: formVersions.definition,
      handling: forms.handling,
      name: clients.name,
      logoId: clients.logoId,
      brandColor: clients.brandColor,
      access: clients.access,
    })
    .from(forms)
    .innerJoin(clients, eq(clients.id, forms.clientId))
    .innerJoin(
      formVersions,
      and(
        eq(formVersions.clientId, forms.clientId),
        eq(formVersions.formId, forms.id),
        eq(formVersions.number, forms.lastNumber),
      ),
    )
    .where(and(eq(forms.slug, slug), sql`${forms.deletedAt} is null and ${clients.closedAt} is null`))
  if (!row) return
  const { name, logoId, brandColor, access, ...form } = row
  return { ...form, church: { name, logoId, brandColor }, paused: access === 'suspended' }
}

/** f: form, v: the version shown, t: when. */
const Token = z.object({ f: z.uuid(), v: z.number().int(), t: z.number() })
const CONTEXT = 'form page'
const TOKEN_LIFE = days(60)

/** Says which version a page shows and since when; made by us alone. */
export const tokenFor = ({ id, number }: Pick<PublicForm, 'id' | 'number'>) =>
  seal(JSON.stringify({ f: id, v: number, t: clock.ms() }), CONTEXT)

function readToken(token: string, formId: string): z.infer<typeof Token> | undefined {
  try {
    const read = Token.parse(JSON.parse(open(token, CONTEXT)))
    return read.f === formId && clock.ms() - read.t < TOKEN_LIFE ? read : undefined
  } catch {
    // Forged, cut off or from another server: a sign among others.
  }
}

/** Whether the token is of a page of that form. */
export const isTokenOf = (form: Pick<PublicForm, 'id'>, token: string) => readToken(token, form.id) !== undefined

/** As the page sent it. */
export type Entries = readonly (readonly [string, string])[]
const said = (entries: Entries, name: string) => entries.find(([key]) => key === name)?.[1] ?? ''

export interface Sent extends Reading {
  problems: Record<string, string>
  answers: Answers
  /** It takes nothing more. */
  closed?: boolean
  /** The page where it is paid, of one that costs something. */
  payPath?: string
  /** The page is older than its prices. */
  stale?: boolean
}

/** Which version a page of the form shows, and in which language. */
export interface Reading {
  number: number
  definition: Definition
  language: Language
}

/** By what we sealed into the page, and by what it says of itself. */
export async function readingOf(ctx: Ctx, form: PublicForm, entries: Entries): Promise<Reading> {
  const number = readToken(said(entries, 'token'), form.id)?.v ?? form.number
  const definition = number === form.number ? form.definition : await versionOf(ctx, form.id, number)
  return { number, definition, language: languageFor(definition, said(entries, '_lang')) }
}

/**
 * Stores what was sent before anything else happens to it. Refused only where a person can fix it: what looks like a
 * robot’s is kept in quarantine, and answered as if it were welcome.
 */
export async function submit(ctx: Ctx, form: PublicForm, entries: Entries, userAgent: string): Promise<Sent> {
  const token = readToken(said(entries, 'token'), form.id)
  // A page that was open when the form closed: its words are taken.
  if (!form.live && !token) throw new Failure('NOT_FOUND', 'This form is closed.')
  const reading = await readingOf(ctx, form, entries)
  const { definition, language } = reading
  const say = sayIn(language)
  const given = answersFrom(definition.fields, entries)
  const { answers, problems: lost } = withFiles(form.id, definition.fields, given)
  if (isStale(form, reading, token?.t)) return { ...stalePage(form, language), answers: given }
  const wrong = { ...lost, ...problemsOf(definition.fields, given), ...cardNumberProblems(typedIn(definition, given)) }
  const problems = { ...priceProblems(definition, given, say), ...translated(wrong, say) }
  if (Object.keys(problems).length > 0) return { ...reading, problems, answers: given }
  const whole = withoutUnasked(definition, answers)
  const lines = linesFrom(inLanguage(definition, language), whole)
  const unpayable = await reasonAgainst(ctx, lines)
  if (unpayable) return { ...reading, problems: { form: say(unpayable) }, answers: given }
  const since = token?.t ?? null
  const seen = await guardSubmission(ctx, {
    form: `form ${form.id}`,
    honeypot: said(entries, HONEYPOT),
    opened: since,
    leastMs: LEAST_TIME,
    suspicious: TOO_MANY,
    refused: REFUSED,
  })
  await lockPlaces(ctx, form)
  const key = await withEveryRight(ctx, 'intake', () => keyFor(ctx, said(entries, 'key'), whole))
  const { fields } = inLanguage(definition, language)
  const turned = () => findRefusal(ctx, form, { fields, answers: whole, say, since })
  const refused = await withEveryRight(ctx, 'intake', async () => ((await isStored(ctx, key)) ? none : turned()))
  const isRefused = refused.closed || Object.keys(refused.problems).length > 0
  const hasWaited = said(entries, '_waited') === '1'
  if (isRefused && !hasWaited) return { ...reading, ...refused, answers: given }
  const signs = signsOf({ seen, answers: whole, names: namesIn(definition, whole) })
  // It waited on someone's device for a connection: nobody is there any more to be told.
  if (isRefused) signs.push('No places were left when it arrived')
  await store(ctx, form, { ...reading, answers: whole, key, signs, entries, userAgent, lines })
  const payPath = lines.length > 0 ? await payPathOf(ctx, form, key) : undefined
  return { ...reading, problems: {}, answers: whole, ...(payPath && { payPath }) }
}

/** What people type; tickets of files are made by us. */
const typedIn = ({ fields }: Definition, answers: Answers): Answers =>
  Object.fromEntries(
    fields.filter(({ type }) => type !== 'file').flatMap(({ key }) => (key in answers ? [[key, answers[key]!]] : [])),
  )

function namesIn(definition: Definition, answers: Answers): string[] {
  const { name, nickName, family } = identityOf(definition, answers)
  return [name, nickName, ...family.flatMap(({ firstName, lastName }) => [firstName, lastName])]
}

/** So long a page may show a price that has changed since. */
const PRICES_LIVE = days(1)
const isStale = (form: PublicForm, { number, definition }: Reading, since = 0) =>
  number !== form.number && isPriced(definition) && clock.ms() - since > PRICES_LIVE

function stalePage({ number, definition }: PublicForm, language: Language): Omit<Sent, 'answers'> {
  const form = sayIn(language)('The prices may have changed. Please check them, and send the form again.')
  return { number, definition, language: languageFor(definition, language), stale: true, problems: { form } }
}

const translated = (problems: Record<string, string>, say: Say) =>
  Object.fromEntries(Object.entries(problems).map(([key, sentence]) => [key, say(sentence)]))

const none: Refusal = { closed: false, problems: {} }

/** Sent before: whatever has become of the places, it is one. */
async function isStored(ctx: Ctx, key: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: formSubmissions.id })
    .from(formSubmissions)
    .where(eq(formSubmissions.key, key))
  return row !== undefined
}

/** Keeps what stands in a page before it is sent, where the page that they see says so. */
export async function keepTyped(ctx: Ctx, form: PublicForm, entries: Entries): Promise<void> {
  const token = readToken(said(entries, 'token'), form.id)
  const key = z.uuid().safeParse(said(entries, 'key'))
  const isRobot = !token || clock.ms() - token.t < LEAST_TIME || said(entries, HONEYPOT) !== ''
  if (isRobot || !key.success || !form.live || form.paused || said(entries, 'via') === 'kiosk') return
  const reading = await readingOf(ctx, form, entries)
  const { definition } = reading
  const { privacy } = form.handling
  if (!keeps(form.definition, privacy) || !keeps(definition, privacy)) return
  const answers = withoutCards(definition, answersFrom(definition.fields, entries))
  if (!isReachable(definition.fields, answers)) return
  await keepBegun(ctx, form.id, { ...reading, key: key.data.toLowerCase(), answers, at: said(entries, '_at') })
}

/** Nobody has pressed a button yet, so nobody can be told: an answer with a card's number is not kept. */
function withoutCards(definition: Definition, answers: Answers): Answers {
  const wrong = cardNumberProblems(typedIn(definition, answers))
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !(key in wrong)))
}

interface Storing extends Reading {
  answers: Answers
  key: string
  signs: string[]
  entries: Entries
  userAgent: string
  lines: SaleLine[]
}

async function store(ctx: Ctx, form: PublicForm, storing: Storing) {
  const { number, answers, definition, language, key, signs, entries, userAgent, lines } = storing
  await holdKey(ctx, said(entries, 'key').toLowerCase())
  const via = ['qr', 'embed', 'kiosk'].find(one => one === said(entries, 'via')) ?? 'link'
  const id = (await ctx.db.execute<{ id: string }>(sql`select uuidv7() as id`)).rows[0]!.id
  // Nothing is read back: its sender may not read what only some of the team may.
  const { rowCount } = await ctx.db
    .insert(formSubmissions)
    .values({
      id,
      formId: form.id,
      key,
      number,
      language: definition.languages?.length ? language : '',
      payload: answers,
      ...beginning(signs, lines),
      nextUrl: openOnward(said(entries, '_next'), form.clientId) ?? '',
      signs,
      via,
      ip: ctx.ip ?? '',
      userAgent: userAgent.slice(0, 300),
      ...(await privacyOf(ctx, form.id, definition, answers)),
      ...listed(definition, answers),
    })
    .onConflictDoNothing()
  const { name, email } = identityOf(definition, answers)
  const asked = z.uuid().safeParse(said(entries, 'key')).data ?? key
  await dropSent(ctx, form.id, { key: asked, name, email })
  // Sent again: a double click, a retry, an answer that was lost on the way back.
  if (!rowCount) return
  announce(ctx, 'formSubmissions', id)
  announce(ctx, 'forms', form.id)
  await attach(ctx, definition.fields, answers)
  if (signs.length > 0) return
  await count(ctx, form.id, 'completes')
  // A device in the foyer is no visitor's own.
  const from = via === 'kiosk' ? { ...ctx, ip: undefined } : ctx
  await recordGoal(from, { kind: 'form', subjectId: form.id, refId: id })
  if (lines.length > 0) await openSale(from, id, { lines, currency: currencyOf(definition) })
  else await enqueue(ctx, readSubmission, { submissionId: id })
}

/** What costs something waits to be paid, and has its places meanwhile. */
function beginning(signs: string[], lines: SaleLine[]) {
  if (signs.length > 0) return { state: 'quarantined' as const }
  return lines.length > 0 ? { state: 'unpaid' as const, heldUntil: reservationEnd() } : { state: 'new' as const }
}

const listed = (definition: Definition, answers: Answers) => {
  const { name, email, phone } = identityOf(definition, answers)
  const words = Object.values(answers).flatMap(answer => wordsOf(answer))
  return { name, email, phone, searchBody: foldName(words.join(' ')).slice(0, 20_000) }
}
const wordsOf = (answer: unknown): string[] =>
  typeof answer === 'string' ? [answer] : Object.values(answer as object).flatMap(wordsOf)

/** As narrow as the form says, or as the person who wrote it chose. */
async function privacyOf(ctx: Ctx, formId: string, definition: Definition, answers: Answers) {
  const [form] = await ctx.db.select({ handling: forms.handling }).from(forms).where(eq(forms.id, formId))
  const { privacy: chosen } = identityOf(definition, answers)
  return { privacy: chosen ?? found(form, 'Form').handling.privacy }
}

/**
 * The page’s key. The same one with other words is another submission: husband and wife, and a Back button between
 * them. Nobody’s words are lost because a key was seen before.
 */
async function keyFor(ctx: Ctx, asked: string, answers: Answers): Promise<string> {
  const key = z.uuid().safeParse(asked).success ? asked.toLowerCase() : randomUUID()
  const [known] = await ctx.db
    .select({ payload: formSubmissions.payload })
    .from(formSubmissions)
    .where(eq(formSubmissions.key, key))
  if (!known || sameWords(known.payload, answers)) return key
  const hash = createHash('sha256').update(key).update(plain(answers)).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-5$3-8$4-$5')
}
/** PostgreSQL keeps the keys of a jsonb in an order of its own. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
const sameWords = (a: unknown, b: unknown) => digest(plain(a)) === digest(plain(b))

async function versionOf(ctx: Ctx, formId: string, number: number): Promise<Definition> {
  const [row] = await ctx.db
    .select({ definition: formVersions.definition })
    .from(formVersions)
    .where(and(eq(formVersions.formId, formId), eq(formVersions.number, number)))
  return found(row, 'Form').definition
}
