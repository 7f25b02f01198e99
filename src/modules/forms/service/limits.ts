import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { withEveryRight } from '#kernel/rights.ts'
import type { Say } from '#public-page/rules/words.ts'
import { type Answers, shownKeys } from '../rules/answers.ts'
import type { Definition, Field, Handling } from '../rules/definition.ts'
import { optionWords } from '../rules/languages.ts'
import { type Closed, closedBy, endOf, fullOptions, limitedFields } from '../rules/limits.ts'
import { formSubmissions, forms } from '../tables.ts'

export interface Limited {
  id: string
  /** As it is published now: its limits count, whatever version a page shows. */
  definition: Definition
  handling: Handling
}
export interface Standing {
  closed: Closed | null
  /** Options that nobody can choose any more, by field. */
  full: Record<string, string[]>
}
/** An answer that was on its way when the form closed is taken for so long. */
const GRACE = hours(1)

export const isLimited = ({ definition, handling }: Limited) =>
  Boolean(handling.closesAfter || handling.closesOn) || limitedFields(definition).length > 0

/** What is left of a form's places. Quarantine and spam take none, and one that is deleted gives its own back. */
export async function standing(ctx: Ctx, form: Limited, at = clock.ms()): Promise<Standing> {
  if (!isLimited(form)) return { closed: null, full: {} }
  return withEveryRight(ctx, 'intake', () => placesLeft(ctx, form, at))
}

async function placesLeft(ctx: Ctx, form: Limited, at: number): Promise<Standing> {
  const { handling } = form
  const all = handling.closesAfter ? await countOf(ctx, form.id) : 0
  const full: Record<string, string[]> = {}
  for (const field of limitedFields(form.definition)) {
    const gone = fullOptions(field, await takenOf(ctx, form.id, field.key))
    if (gone.length > 0) full[field.key] = gone
  }
  return { closed: closedBy(handling, all, at, ctx.client.timeZone), full }
}

const counted = (formId: string) =>
  and(
    eq(formSubmissions.formId, formId),
    isNull(formSubmissions.deletedAt),
    or(
      inArray(formSubmissions.state, ['new', 'processed']),
      // Someone is paying for it.
      and(eq(formSubmissions.state, 'unpaid'), gt(formSubmissions.heldUntil, clock.now())),
    ),
  )

async function countOf(ctx: Ctx, formId: string): Promise<number> {
  const [row] = await ctx.db.select({ n: sql<number>`count(*)::int` }).from(formSubmissions).where(counted(formId))
  return row!.n
}

async function takenOf(ctx: Ctx, formId: string, key: string): Promise<Map<string, number>> {
  const answer = sql`${formSubmissions.payload} -> ${key}::text`
  const chosen = ctx.db
    .select({
      option: sql<string>`jsonb_array_elements_text(case jsonb_typeof(${answer}) when 'array' then ${answer}
        when 'string' then jsonb_build_array(${answer}) else '[]' end)`.as('option'),
    })
    .from(formSubmissions)
    .where(counted(formId))
    .as('chosen')
  const rows = await ctx.db
    .select({ option: chosen.option, n: sql<number>`count(*)::int` })
    .from(chosen)
    .groupBy(chosen.option)
  return new Map(rows.map(({ option, n }) => [option, n]))
}

interface Coming {
  /** The fields as the page showed them, in its language. */
  fields: readonly Field[]
  answers: Answers
  say: Say
  /** When its page was made; null where nobody knows. */
  since: number | null
}
export interface Refusal {
  closed: boolean
  problems: Record<string, string>
}

/** Of two who want the last place, the second waits here until the first has it. */
export async function lockPlaces(ctx: Ctx, form: Limited): Promise<void> {
  if (isLimited(form))
    await ctx.db.select({ id: forms.id }).from(forms).where(eq(forms.id, form.id)).for('no key update')
}

/** Whether there is a place for what comes in; the caller holds the places. */
export async function findRefusal(ctx: Ctx, form: Limited, { fields, answers, say, since }: Coming): Promise<Refusal> {
  const end = endOf(form.handling, ctx.client.timeZone)
  const wasOpen = end !== null && since !== null && since <= end && clock.ms() <= end + GRACE
  const { closed, full } = await standing(ctx, form, wasOpen ? end : clock.ms())
  if (closed) return { closed: true, problems: {} }
  const shown = shownKeys(fields, answers)
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const { key, options } = field
    const gone = [answers[key] ?? []].flat().find(one => full[key]?.includes(one as string))
    if (!gone || !shown.includes(key)) continue
    const words = optionWords(field)[options.indexOf(gone as string)] ?? (gone as string)
    problems[key] = say('“{0}” is full now. Please choose another answer.', words)
  }
  return { closed: false, problems }
}

/** What was chosen before its field was hidden takes no place. */
export function withoutUnasked(definition: Definition, answers: Answers): Answers {
  const shown = shownKeys(definition.fields, answers)
  const unasked = limitedFields(definition).filter(({ key }) => !shown.includes(key))
  return { ...answers, ...Object.fromEntries(unasked.map(({ key, type }) => [key, type === 'choices' ? [] : ''])) }
}
