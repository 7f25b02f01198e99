export { type Country, countries, type Tradition, traditions } from '#church-year/rules/observances.ts'

export const entryTypes = ['holiday', 'theme', 'event', 'outreach'] as const
export type EntryType = (typeof entryTypes)[number]
export const typeNames: Record<EntryType, string> = {
  holiday: 'Holiday',
  theme: 'Theme',
  event: 'Event',
  outreach: 'Outreach',
}
/** Where something on the grid comes from. */
export const sources = ['entry', 'church-year', 'sermon', 'video', 'event', 'campaign', 'form'] as const
export type Source = (typeof sources)[number]
export const sourceNames: Record<Source, string> = {
  entry: 'Content',
  'church-year': 'Church year',
  sermon: 'Sermons',
  video: 'Videos',
  event: 'Services and events',
  campaign: 'Campaigns',
  form: 'Forms closing',
}
export const traditionNames = {
  western: 'Western Protestant',
  catholic: 'Catholic',
  anglican: 'Anglican, one year',
  orthodox: 'Orthodox',
  none: 'None',
} as const
export const countryNames = {
  us: 'United States',
  ca: 'Canada',
  uk: 'United Kingdom',
  au: 'Australia',
  none: 'None',
} as const
export const weekStarts = ['sunday', 'monday'] as const
/** A cell shows so many; the others are behind "+2 more". */
export const SHOWN = 2
/** The list of what comes next. */
export const UPCOMING = 3
/** The longest that a plan is made for. */
export const MOST_DAYS = 92
