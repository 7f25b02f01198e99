import type { Budget } from '#files/reading/rules.ts'

export const probeBudget: Budget = { memoryMb: 384, bufferBytes: 96_000_000, ms: 60_000 }

/** What a reader found in the file of a video. */
export interface Probed {
  container: 'mp4' | 'mov' | 'webm' | 'mkv' | 'avi'
  /** null where we don't read that container. */
  durationMs: number | null
  width: number | null
  height: number | null
  /** As mediabunny names them: avc, hevc, vp8, vp9, av1, prores … Codecs without a name of their own are `unknown`. */
  videoCodec: string | null
  audioCodec: string | null
  /** The index of an MP4 or MOV is behind its pictures. */
  startsSlowly: boolean
}

const plays = { mp4: ['avc', 'av1', 'vp9'], mov: ['avc', 'av1', 'vp9'], webm: ['vp8', 'vp9', 'av1'] } as const
const sounds = ['aac', 'mp3', 'opus', 'vorbis', 'flac'] as const
const names: Record<string, string> = { hevc: 'H.265 (HEVC)', prores: 'ProRes', mpeg4: 'MPEG-4 Part 2' }

const EXPORT = 'Please export it as MP4 with H.264 and upload that file.'

/** Why browsers don't play it, as a sentence for the person who uploaded it; undefined where they do. */
export function whyNotPlayable({ container, videoCodec, audioCodec }: Probed): string | undefined {
  if (container === 'avi') return `Browsers don’t play AVI files. ${EXPORT}`
  const playable: readonly string[] = (plays as Record<string, readonly string[]>)[container] ?? []
  if (videoCodec !== null && !playable.includes(videoCodec))
    return `Browsers don’t play ${names[videoCodec] ?? 'the video format of this file'}. ${EXPORT}`
  if (audioCodec !== null && !(sounds as readonly string[]).includes(audioCodec))
    return `Browsers don’t play the sound of this file. ${EXPORT}`
}
