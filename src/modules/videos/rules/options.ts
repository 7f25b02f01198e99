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
export const stages = ['queued', 'probe'] as const
export type Stage = (typeof stages)[number]

export const sorts = ['newest', 'mostViewed', 'longest'] as const

/** Days for which a deleted video can be restored. */
export const KEPT_DAYS = 30
/** Pictures to choose the thumbnail from. */
export const MAX_PICTURES = 4
export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 30

export const FORMATS = 'Supported formats: MP4, MOV, AVI, WEBM. Maximum file size: 500MB.'

/** `4:05`, and from an hour on `1:04:05`; an empty text where the duration isn't known. */
export function durationText(ms: number | null): string {
  if (ms === null) return ''
  const seconds = Math.round(ms / 1_000)
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
