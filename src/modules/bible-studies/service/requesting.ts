import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { editionById } from '#scripture/rules/editions.ts'
import { personFor } from '#scripture/rules/notes.ts'
import {
  explainUnknown,
  isDeuterocanonical,
  nearestBook,
  parsePassages,
  type Reference,
} from '#scripture/rules/parsing.ts'
import type { VerseText } from '#scripture/rules/passage.ts'
import { movementsIn } from '#scripture/rules/segments.ts'
import { nameOf } from '#scripture/rules/verses.ts'
import { allPeople } from '#scripture/service/notes.ts'
import { readPassages } from '#scripture/service/reading.ts'
import { titleOf } from '#sermons/service.ts'
import type { GenerateInput, Study } from '../contract.ts'
import { get } from '../service.ts'
import { bibleStudies } from '../tables.ts'
import { generateStudy } from '../tasks.ts'
import { CHAPTERS, isLong, replacePassages, type StudyRow } from './material.ts'

type Form = Omit<GenerateInput, 'id' | 'weeks'>

/** Stores what was entered and has the study written; while one is being written, a second press changes nothing. */
export async function generate(ctx: Ctx, { id, weeks, ...form }: GenerateInput): Promise<Study> {
  const parts = await requirePassage(ctx, form, weeks)
  if (form.sermonId && !(await titleOf(ctx, form.sermonId))) throw invalid('sermonId', 'This sermon no longer exists')
  const [row] = await ctx.db
    .insert(bibleStudies)
    .values({ id, ...form, ...partOf(form, parts, 0), ...begun(ctx) })
    .onConflictDoNothing()
    .returning()
  if (row) {
    await start(ctx, row)
    for (const week of parts.keys()) if (week > 0) await insertWeek(ctx, form, parts, week)
  } else {
    const again = await writeAgain(ctx, id, form)
    if (again) await start(ctx, again)
  }
  return get(ctx, { id })
}

const begun = (ctx: Ctx) => ({ stage: 'queued' as const, generation: 1, createdBy: userOf(ctx) })

/** A study of a series has its own part of the passage; alone, it has what was entered. */
const partOf = ({ title, scripture }: Form, parts: readonly string[], week: number) =>
  parts.length > 1
    ? {
        title: `${title.slice(0, 180)}, week ${week + 1}`,
        scripture: parts[week]!,
        series: title.slice(0, 120),
        week: week + 1,
      }
    : { title, scripture }

async function insertWeek(ctx: Ctx, form: Form, parts: readonly string[], week: number): Promise<void> {
  const [row] = await ctx.db
    .insert(bibleStudies)
    .values({ ...form, ...partOf(form, parts, week), ...begun(ctx) })
    .returning()
  await start(ctx, row!)
}

async function start(ctx: Ctx, { id, scripture, generation }: StudyRow): Promise<void> {
  await replacePassages(ctx, id, scripture)
  await enqueue(ctx, generateStudy, { studyId: id, generation })
  announce(ctx, 'bible-studies', id)
}

async function writeAgain(ctx: Ctx, id: string, form: Form): Promise<StudyRow | undefined> {
  const [row] = await ctx.db
    .update(bibleStudies)
    .set({
      ...form,
      stage: 'queued' as const,
      problem: '',
      generation: sql`${bibleStudies.generation} + 1`,
      version: sql`${bibleStudies.version} + 1`,
    })
    .where(and(eq(bibleStudies.id, id), isNull(bibleStudies.stage), isNull(bibleStudies.deletedAt)))
    .returning()
  return row
}

/** What is written until now is let go; what was there stays. */
export async function cancel(ctx: Ctx, { id }: { id: string }): Promise<Study> {
  await ctx.db
    .update(bibleStudies)
    .set({ stage: null, generation: sql`${bibleStudies.generation} + 1` })
    .where(and(eq(bibleStudies.id, id), isNotNull(bibleStudies.stage)))
  announce(ctx, 'bible-studies', id)
  return get(ctx, { id })
}

/**
 * Refuses at its field what no Bible has, what is too long, and what this edition has no words for.
 * @returns the passage of each week
 */
async function requirePassage(ctx: Ctx, form: Form, weeks: number): Promise<string[]> {
  const ranges = parsePassages(form.scripture)
  requireKnown(ranges, form)
  const isOverview = form.studyFormat === 'book' && weeks === 1
  const long = ranges.find(range => isLong([range]))
  if (long && !isOverview && weeks === 1)
    throw invalid('scripture', `${long.name} is long. Please choose at most ${CHAPTERS} chapters, or several weeks`)
  const passages = await readPassages(ctx, ranges, form.edition)
  const empty = passages.find(({ verses }) => verses.length === 0)
  if (empty) throw invalid('scripture', `${empty.name} has no words in this translation. Choose another one`)
  if (form.studyFormat === 'character' && !personFor(await allPeople(), form.title, ranges))
    throw invalid('title', 'Name someone of the Bible in the title, such as Ruth or Peter')
  if (weeks === 1) return [form.scripture]
  const parts = movementsIn(passages, weeks).map(rangeOf)
  if (parts.some(part => isLong([part])))
    throw invalid('scripture', `This is too long for ${weeks} weeks. Please choose a shorter passage, or more weeks`)
  return parts.map(part => nameOf(part))
}
const rangeOf = (verses: readonly VerseText[]) => ({ from: verses[0]!.id, to: verses.at(-1)!.id })

function requireKnown(ranges: readonly Reference[], { scripture, edition }: Form): void {
  if (ranges.length === 0) {
    const reason = explainUnknown(scripture)
    if (reason) throw invalid('scripture', reason)
    const near = nearestBook(scripture)
    throw invalid(
      'scripture',
      near ? `No Bible has “${scripture}”. Did you mean ${near}?` : 'Enter a Bible passage such as John 3:16-21',
    )
  }
  const apart = edition === 'dra' ? undefined : ranges.find(isDeuterocanonical)
  if (apart) throw invalid('scripture', `${apart.name} is not in the ${editionById(edition).name}. Douay-Rheims has it`)
}
