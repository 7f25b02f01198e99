import { safeHref } from './blocks.ts'

/** A video that a page can show: what plays inside the page once someone asks for it, and where it is at home. */
export type Video = { kind: 'frame'; src: string; page: string } | { kind: 'file'; src: string; page: string }

/** Undefined for an address that is no video. YouTube plays without cookies until someone presses play. */
export function videoOf(typed: string): Video | undefined {
  const page = safeHref(typed)
  if (!page || !/^https?:/.test(page)) {
    return page && /^\/[^?#]+\.(mp4|webm)$/i.test(page) ? { kind: 'file', src: page, page } : undefined
  }
  const url = new URL(page)
  const host = url.hostname.replace(/^(www|m)\./, '')
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id = url.searchParams.get('v') ?? url.pathname.split('/').filter(Boolean).at(-1) ?? ''
    return /^[\w-]{6,20}$/.test(id)
      ? { kind: 'frame', src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`, page }
      : undefined
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const id = /\/(\d{5,12})/.exec(url.pathname)?.[1]
    return id ? { kind: 'frame', src: `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`, page } : undefined
  }
  return /\.(mp4|webm)$/i.test(url.pathname) ? { kind: 'file', src: page, page } : undefined
}
/** Whose frames a page with videos may show. */
export const videoFrames = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']
