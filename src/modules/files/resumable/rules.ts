import type { Purpose } from '../rules.ts'

/** What is brought in pieces, with the largest size in bytes. */
export const resumableLimits: Partial<Record<Purpose, number>> = { video: 524_288_000, audio: 209_715_200 }

/** Bytes a church may keep, with what is arriving. */
export const QUOTA = 20 * 1024 ** 3

/** Enough to know what a film is. */
export const FIRST_BYTES = 65_536

export interface Kind {
  ext: string
  mime: string
}

/** By extension: what the first bytes may be. Cameras call what they write .mov or .mp4 by habit. */
const films: Record<string, readonly string[]> = {
  mp4: ['mp4', 'm4v'],
  mov: ['mov', 'mp4', 'm4v'],
  avi: ['avi'],
  webm: ['webm'],
}

/** What podcast apps play. */
const sounds: Record<string, readonly string[]> = { mp3: ['mp3'], m4a: ['m4a', 'mp4'] }
const kindsOf = (purpose: Purpose) => (purpose === 'audio' ? sounds : films)

const extensionOf = (name: string) => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a file of that name can't be a video, or the audio of one; undefined where it can. */
export function nameRefusal(name: string, purpose: Purpose = 'video'): string | undefined {
  if (Object.hasOwn(kindsOf(purpose), extensionOf(name))) return
  return purpose === 'audio' ? 'Please choose an MP3 or M4A file.' : 'Please choose an MP4, MOV, AVI or WEBM file.'
}

/** Why these bytes don't belong under that name; undefined where they do. */
export function contentRefusal(name: string, kind: Kind | undefined, purpose: Purpose = 'video'): string | undefined {
  const extension = extensionOf(name)
  if (kind && kindsOf(purpose)[extension]?.includes(kind.ext)) return
  const content = kind ? `its content is ${kind.ext.toUpperCase()}` : `its content is no ${purpose}`
  return `The file is called .${extension}, but ${content}.`
}

/** Bytes announced at creation; undefined where the header is no whole number above 0. */
export const lengthOf = (header: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(header ?? '') ? Number(header) : undefined

/** SHA-256 as 64 hex digits, or nothing. */
export const isChecksum = (given: string | undefined) => !given || /^[0-9a-f]{64}$/i.test(given)
