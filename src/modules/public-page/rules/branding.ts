import { contrastOf } from './contrast.ts'

/** How a church's public pages present it. */
export interface PublicChurch {
  name: string
  /** Served at /storage/v1/logos/{id}. */
  logoId: string | null
  /** #rrggbb */
  brandColor: string | null
  /** Shown above everything until then. */
  publicNotice?: string | null
  publicNoticeUntil?: Date | null
}

const COLOR = /^#[0-9a-f]{6}$/i

/** Black or white text on the brand color, whichever has more contrast (WCAG 2.2); white on the default color. */
export function inkOn(brandColor: string | null): '#ffffff' | '#000000' {
  if (!brandColor || !COLOR.test(brandColor)) return '#ffffff'
  return contrastOf(brandColor, '#ffffff') >= contrastOf(brandColor, '#000000') ? '#ffffff' : '#000000'
}

/** The only inline style of a public page, allowed by its hash; empty without a valid brand color. */
export const brandStyle = ({ brandColor }: Pick<PublicChurch, 'brandColor'>): string =>
  brandColor && COLOR.test(brandColor) ? `:root{--brand:${brandColor};--on-brand:${inkOn(brandColor)}}` : ''
