/** Who may watch a video: everyone; those who have its link; members of the church, people who are named, and those with a share link. */
export const visibilities = ['public', 'unlisted', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/**
 * processing: the file is being read. ready: browsers play it. needs_conversion: they don't, and `problem` says why.
 * failed: it can't be read, and `problem` says why.
 */
export const states = ['processing', 'ready', 'needs_conversion', 'failed'] as const
export type VideoState = (typeof states)[number]

/** What a worker does with a video, in this order. */
export const stages = ['queued', 'probe', 'convert', 'sizes'] as const
export type Stage = (typeof stages)[number]

export const sorts = ['newest', 'mostViewed', 'longest'] as const

/** Days for which a deleted video can be restored. */
export const KEPT_DAYS = 30
/** Videos that one block of a page shows. */
export const MOST_IN_BLOCK = 12
/** Pictures to choose the thumbnail from. */
export const MAX_PICTURES = 4
export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 30

export const FORMATS = 'Supported formats: MP4, MOV, AVI, WEBM. Maximum file size: 500MB.'

/** `4:05`, and from an hour on `1:04:05`; an empty text where the duration isn't known. */
export function durationText(ms: number | null): string {
  if (ms === null) return ''
  // As players count: a second is shown once it is over.
  const seconds = Math.floor(ms / 1_000)
  const two = (number: number) => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Tags as they are stored: trimmed, in lower case, each once, in the order they were entered. */
export const cleanTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map(tag => tag.trim().replace(/\s+/g, ' ').toLowerCase()).filter(Boolean)),
]
/** What a person types into the field, separated by commas. */
export const tagsFrom = (text: string): string[] => cleanTags(text.split(','))

interface Watched {
  visibility: Visibility
  slug: string
  publicId: string
}
/** The page of a video. Only a public one is reached by its title: anything else would be guessed. */
export const watchPath = (church: string, { visibility, slug, publicId }: Watched): string =>
  `/watch/${church}/${visibility === 'public' ? slug : publicId}`

/** `1.2 GB`, `340 MB`, `12 kB`: in units of 1,024, as file managers show them. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let [size, unit] = [bytes, 0]
  while (size >= 1_024 && unit < units.length - 1) [size, unit] = [size / 1_024, unit + 1]
  const digits = unit < 3 || size >= 100 ? 0 : 1
  return `${size.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`
}

/** `3 minutes left`; empty while nothing is known. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return ''
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minute left' : `${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? '1 hour left' : `${hours} hours left`
}

export const visibilityNames: Record<Visibility, string> = {
  public: 'Public',
  unlisted: 'Unlisted',
  private: 'Private',
}
export const visibilityHints: Record<Visibility, string> = {
  public: 'Everyone can find and watch it on your watch page.',
  unlisted: 'Everyone who has the link can watch it. It is listed nowhere.',
  private: 'Your team, people you choose, and people with a share link.',
}
export const stateNames: Record<VideoState, string> = {
  processing: 'Processing',
  ready: 'Ready',
  needs_conversion: 'Needs conversion',
  failed: 'Failed',
}
export const sortNames: Record<(typeof sorts)[number], string> = {
  newest: 'Newest first',
  mostViewed: 'Most viewed',
  longest: 'Longest',
}

/** `12:30`, `1:02:03` or `90` as seconds; 0 for an empty text, undefined for anything else. */
export function startSeconds(typed: string): number | undefined {
  const text = typed.trim()
  if (text === '') return 0
  if (!/^(\d{1,2}:)?\d{1,3}(:\d{2})?$/.test(text)) return
  const parts = text.split(':').map(Number)
  if (parts.length > 1 && parts.slice(1).some(part => part > 59)) return
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}
