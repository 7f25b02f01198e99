import type { Ctx } from '#kernel/ctx.ts'
import type { OneDay, Range } from './contract.ts'
import { yearOf } from './rules/dates.ts'
import { type Observance, observancesOf } from './rules/observances.ts'
import { observanceOn } from './rules/seasons.ts'

const toAnswer = (one: Observance) => ({ ...one, colors: [...one.colors] })

/** Observances that touch a range of days. Nothing is stored: the rules know them. */
export async function list(_: Ctx, { from, to, ...options }: Range) {
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, i) => yearOf(from) + i)
  const items = years
    .flatMap(year => observancesOf(year, options))
    .filter(one => one.date <= to && (one.endDate ?? one.date) >= from)
  return { items: items.map(toAnswer) }
}

export async function day(_: Ctx, { date, ...options }: OneDay) {
  const found = observanceOn(date, options)
  return { ...found, colors: [...found.colors], observances: found.observances.map(toAnswer) }
}
