/** Categories of Apple Podcasts that suit a church: `[category, subcategory]`. */
export const categories = {
  christianity: ['Religion & Spirituality', 'Christianity'],
  religion: ['Religion & Spirituality', 'Religion'],
  spirituality: ['Religion & Spirituality', 'Spirituality'],
  judaism: ['Religion & Spirituality', 'Judaism'],
  courses: ['Education', 'Courses'],
  parenting: ['Kids & Family', 'Parenting'],
  music: ['Music', null],
} as const
export type CategoryKey = keyof typeof categories
export const categoryKeys = Object.keys(categories) as [CategoryKey, ...CategoryKey[]]

/** Pixels of a cover, as Apple Podcasts asks: square, JPEG or PNG. */
export const COVER = { least: 1_400, most: 3_000 } as const
/** Apps read no more. */
export const MOST_EPISODES = 300

interface Cover {
  width: number
  height: number
  format: string
}

/** Why a picture can't be a cover, as a sentence; undefined where it can. */
export function coverProblem({ width, height, format }: Cover): string | undefined {
  if (!['jpeg', 'png'].includes(format)) return 'Please choose a JPEG or PNG picture.'
  const size = `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')}`
  if (width !== height) return `A cover has to be square. This picture has ${size} pixels.`
  if (width < COVER.least || width > COVER.most)
    return `A cover needs between ${COVER.least.toLocaleString('en-US')} and ${COVER.most.toLocaleString('en-US')} pixels on each side. This picture has ${size}.`
}

interface Listed {
  container: string | null
  videoCodec: string | null
  hasAudio: boolean
  hasPlayable: boolean
}

/** What podcast apps play of a video: its audio, else a film in H.264, which Apple asks for; undefined where there is neither. */
export function enclosureOf({ container, videoCodec, hasAudio, hasPlayable }: Listed): 'audio' | 'film' | undefined {
  if (hasAudio) return 'audio'
  const isFilm = hasPlayable || (['mp4', 'mov'].includes(container ?? '') && videoCodec === 'avc')
  return isFilm ? 'film' : undefined
}

/** When an episode came out: the day on which it was preached, and never later than it was uploaded. */
export function publishedAt({ preachedOn, createdAt }: { preachedOn: string | null; createdAt: Date }): Date {
  const noon = preachedOn && new Date(`${preachedOn}T12:00:00Z`)
  return noon && noon < createdAt ? noon : createdAt
}
