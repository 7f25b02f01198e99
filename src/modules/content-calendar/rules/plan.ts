import { addDays, weekdayOf } from '#church-year/rules/dates.ts'
import { quietDaysOf } from '#church-year/rules/observances.ts'
import { observanceOn } from '#church-year/rules/seasons.ts'
import { ideasFor } from './ideas.ts'
import type { Country, Tradition } from './options.ts'

export const pillars = ['benefit', 'community', 'invitation'] as const
export type Pillar = (typeof pillars)[number]
export const pillarNames: Record<Pillar, string> = {
  benefit: 'For everyday faith',
  community: 'Community',
  invitation: 'Invitation',
}
/** Five of ten posts are of use to the reader, three show the community, two invite. */
const MIX: readonly Pillar[] = [
  'benefit',
  'community',
  'benefit',
  'invitation',
  'benefit',
  'community',
  'benefit',
  'invitation',
  'benefit',
  'community',
]
/** Days of the week by how many posts there are in one; 0 is Sunday. */
const RHYTHM: readonly (readonly number[])[] = [
  [3],
  [2, 4],
  [1, 3, 5],
  [0, 1, 3, 5],
  [1, 2, 3, 4, 5],
  [1, 2, 3, 4, 5, 6],
]

export interface Wishes {
  from: string
  to: string
  perWeek: number
  tradition: Tradition
  country: Country
  /** Nothing on the days on which the church keeps quiet, such as Good Friday. */
  keepQuiet: boolean
}
export interface Proposal {
  /** The same for the same day: accepted twice, it is stored once. */
  slot: string
  date: string
  pillar: Pillar
  title: string
  idea: string
  /** `Isaiah 9:2` */
  verse: string
}

/** What a church can post in a range of days, by the church's year; the same wishes propose the same. */
export function planFor({ from, to, perWeek, tradition, country, keepQuiet }: Wishes): Proposal[] {
  const weekdays = RHYTHM[perWeek - 1] ?? [0, 1, 2, 3, 4, 5, 6]
  const used = new Map<string, number>()
  const turn = (key: string) => {
    const at = used.get(key) ?? 0
    used.set(key, at + 1)
    return at
  }
  const proposals: Proposal[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (!weekdays.includes(weekdayOf(date))) continue
    const year = Number(date.slice(0, 4))
    if (keepQuiet && quietDaysOf(year, { tradition }).includes(date)) continue
    const day = observanceOn(date, { tradition, country })
    const { ideas, verses } = ideasFor(day)
    const feast = day.observances.find(({ kind }) => kind !== 'civil')
    const of = feast?.id ?? day.season
    const at = turn(of)
    const idea = ideas[at % ideas.length]!
    const pillar = MIX[proposals.length % MIX.length]!
    proposals.push({
      slot: `plan ${date}`,
      date,
      pillar,
      title: feast ? feast.name : idea,
      idea,
      verse: verses[at % verses.length]!,
    })
  }
  return proposals
}
