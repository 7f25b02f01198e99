import { inArray } from 'drizzle-orm'
import { addDays, yearOf } from '#church-year/rules/dates.ts'
import { observancesOf } from '#church-year/rules/observances.ts'
import { observanceOn } from '#church-year/rules/seasons.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { readPassages } from '#scripture/service/reading.ts'
import type { Item, Range, Settings } from '../contract.ts'
import { ideasFor } from '../rules/ideas.ts'
import { contentEntries } from '../tables.ts'
import { settingsOf, todayOf } from './settings.ts'
import { itemsIn } from './sources.ts'

export async function list(ctx: Ctx, range: Range) {
  const settings = await settingsOf(ctx)
  return { items: await itemsIn(ctx, range, settings), today: todayOf(ctx), settings }
}

/** Season and color of each day: the stripe of its cell. */
export async function seasons(ctx: Ctx, { from, to }: Range) {
  const settings = await settingsOf(ctx)
  const items = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const { season, colors } = observanceOn(date, settings)
    items.push({ date, season, color: settings.tradition === 'none' ? null : (colors[0] ?? null) })
  }
  return { items }
}

/** What a day is, what is on it, what could be said, and what was on it a year before. */
export async function day(ctx: Ctx, { date }: { date: string }) {
  const settings = await settingsOf(ctx)
  const found = observanceOn(date, settings)
  const items = await itemsIn(ctx, { from: date, to: date }, settings)
  const { ideas, verses } = ideasFor(found)
  const own = await wordsOf(ctx, items)
  const before = lastYearOf(date, settings)
  const past = await itemsIn(ctx, { from: before, to: before }, settings)
  return {
    date,
    season: found.season,
    items,
    ...(settings.tradition === 'none' ? { name: '', week: 0 } : { name: found.name, week: found.week }),
    color: settings.tradition === 'none' ? null : (found.colors[0] ?? null),
    readings: settings.tradition === 'anglican' || settings.tradition === 'western' ? found.readings : [],
    ideas: [...new Set([...own.flatMap(one => one.contentSuggestions), ...ideas])],
    verses: await quotesOf(ctx, [...new Set([...own.flatMap(one => one.bibleVerses), ...verses])]),
    lastYear: past.filter(({ source }) => source !== 'church-year'),
  }
}

async function wordsOf(ctx: Ctx, items: readonly Item[]) {
  const ids = items.flatMap(({ entryId }) => entryId ?? [])
  if (ids.length === 0) return []
  return ctx.db
    .select({ contentSuggestions: contentEntries.contentSuggestions, bibleVerses: contentEntries.bibleVerses })
    .from(contentEntries)
    .where(inArray(contentEntries.id, ids))
}

/** Verses with their stored words; what is no verse is left out. */
async function quotesOf(ctx: Ctx, references: readonly string[]) {
  const ranges = references.flatMap(reference => parsePassages(reference).slice(0, 1))
  const passages = await readPassages(ctx, ranges, 'web')
  return passages
    .filter(({ verses }) => verses.length > 0)
    .map(({ name, verses }) => ({ reference: name, text: verses.map(({ text }) => text).join(' ') }))
}

/** The same feast a year before, which may be another date; else the same date. */
function lastYearOf(date: string, settings: Settings): string {
  const [feast] = observancesOf(yearOf(date), settings).filter(one => one.date === date && one.kind === 'principal')
  const same = feast && observancesOf(yearOf(date) - 1, settings).find(({ id }) => id === feast.id)
  return same?.date ?? addDays(date, -364)
}
