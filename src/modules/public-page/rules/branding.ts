/** How a church's public pages present it. */
export interface PublicChurch {
  name: string
  /** Served at /storage/v1/logos/{id}. */
  logoId: string | null
  /** #rrggbb */
  brandColor: string | null
}

const COLOR = /^#[0-9a-f]{6}$/i

/** Black or white text on the brand color, whichever has more contrast (WCAG 2.2); white on the default color. */
export function inkOn(brandColor: string | null): '#ffffff' | '#000000' {
  if (!brandColor || !COLOR.test(brandColor)) return '#ffffff'
  const [r, g, b] = [1, 3, 5]
    .map(at => Number.parseInt(brandColor.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

/** The only inline style of a public page, allowed by its hash; empty without a valid brand color. */
export const brandStyle = ({ brandColor }: Pick<PublicChurch, 'brandColor'>): string =>
  brandColor && COLOR.test(brandColor) ? `:root{--brand:${brandColor};--on-brand:${inkOn(brandColor)}}` : ''
