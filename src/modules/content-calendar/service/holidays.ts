import { and, isNotNull, isNull } from 'drizzle-orm'
import { yearOf } from '#church-year/rules/dates.ts'
import { observancesOf } from '#church-year/rules/observances.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { Entry, NewHoliday } from '../contract.ts'
import { type Tradition, traditions } from '../rules/options.ts'
import { datesOf, type Rule } from '../rules/recurring.ts'
import { entryOf } from '../service.ts'
import { contentEntries } from '../tables.ts'
import { settingsOf, todayOf } from './settings.ts'

/** Days of the church that the calendar can add, each once; the church's own tradition shows its days by itself. */
export async function holidays(ctx: Ctx, { search }: { search: string }) {
  const year = yearOf(todayOf(ctx))
  const { tradition: own } = await settingsOf(ctx)
  const rows = await ctx.db
    .select({ key: contentEntries.ruleKey })
    .from(contentEntries)
    .where(and(isNull(contentEntries.deletedAt), isNotNull(contentEntries.ruleKey)))
  const added = new Set(rows.map(({ key }) => key))
  const words = search.trim().toLowerCase()
  const items = traditions
    .filter(tradition => tradition !== 'none')
    .flatMap(tradition => catalog(tradition, year))
    .filter(({ name }) => name.toLowerCase().includes(words))
    .filter((one, at, all) => all.findIndex(({ id, dates }) => id === one.id && dates[0] === one.dates[0]) === at)
  const shown = new Set(observancesOf(year, { tradition: own }).map(({ id, date }) => `${id} ${date}`))
  return {
    items: items.slice(0, 200).map(one => ({
      ...one,
      added: shown.has(`${one.id} ${one.dates[0]}`) || added.has(keyOf({ kind: 'observance', ...one })),
    })),
  }
}

const catalog = (tradition: Tradition, year: number) =>
  observancesOf(year, { tradition, country: 'none' }).map(({ id, name }) => ({
    id,
    name,
    tradition,
    dates: datesOf({ kind: 'observance', id, tradition }, year, 5),
  }))

/** Two rules of one key are the same day each year. */
export const keyOf = (rule: Rule): string =>
  rule.kind === 'observance'
    ? `observance ${rule.tradition} ${rule.id}`
    : JSON.stringify(rule, Object.keys(rule).sort())

/** Comes back each year by its rule, so that a movable feast moves. */
export async function addHoliday(ctx: Ctx, { title, rule }: NewHoliday): Promise<Entry> {
  const [next] = datesOf(rule, yearOf(todayOf(ctx)), 8)
  if (!next) throw invalid('rule', 'There is no such day')
  const [row] = await ctx.db
    .insert(contentEntries)
    .values({ title, rule, ruleKey: keyOf(rule), date: next, type: 'holiday', createdBy: userOf(ctx) })
    .onConflictDoNothing()
    .returning()
  if (!row) throw invalid('rule', 'This is already on your calendar')
  announce(ctx, 'content-calendar')
  return entryOf(row)
}
