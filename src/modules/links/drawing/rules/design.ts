/** How a QR code looks. Colors are `#rrggbb`; lengths are pixels, the margin modules of the code. */
export interface QrDesign {
  size: number
  errorCorrection: ErrorCorrection
  foreground: string
  background: string
  /** `data:image/png|jpeg|svg+xml;base64,…`, or null. */
  logo: string | null
  /** Width of the logo while the code is `size` wide. */
  logoSize: number
  cornerStyle: CornerStyle
  dotStyle: DotStyle
  margin: number
}
export const corrections = ['L', 'M', 'Q', 'H'] as const
export type ErrorCorrection = (typeof corrections)[number]
/** Percent of a code that may be unreadable. */
export const recovers: Record<ErrorCorrection, number> = { L: 7, M: 15, Q: 25, H: 30 }
export const cornerStyles = ['square', 'rounded', 'circle'] as const
export type CornerStyle = (typeof cornerStyles)[number]
export const dotStyles = ['square', 'rounded', 'dots', 'classy'] as const
export type DotStyle = (typeof dotStyles)[number]

export const sizes = { from: 200, to: 500 }
export const margins = { from: 0, to: 10 }
/** Percent of the width of a code that a logo may be. */
export const LOGO_SHARE = 25
/** Of a logo as a file. */
export const LOGO_BYTES = 1024 * 1024
/** ISO 18004 asks for four modules around a code; what is printed has them. */
export const PRINT_MARGIN = 4

export const plainDesign: QrDesign = {
  size: 300,
  errorCorrection: 'M',
  foreground: '#000000',
  background: '#ffffff',
  logo: null,
  logoSize: 60,
  cornerStyle: 'square',
  dotStyle: 'square',
  margin: 1,
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** A whole design within its limits. A logo hides dots, so it raises the correction to H. */
export function designOf(chosen: Partial<QrDesign> = {}): QrDesign {
  const design = { ...plainDesign, ...chosen }
  const size = between(sizes.from, Math.round(design.size), sizes.to)
  return {
    ...design,
    size,
    margin: between(margins.from, Math.round(design.margin), margins.to),
    logoSize: between(10, Math.round(design.logoSize), mostLogo(size)),
    errorCorrection: design.logo ? 'H' : design.errorCorrection,
  }
}

/** The widest logo of a code of that size. */
export const mostLogo = (size: number) => Math.floor((size * LOGO_SHARE) / 100)

/** Percent of the area of a code that its logo covers. */
export const logoCovers = ({ size, logoSize }: Pick<QrDesign, 'size' | 'logoSize'>) =>
  Math.round((Math.min(logoSize, mostLogo(size)) / size) ** 2 * 100)

/** Contrast of two colors by WCAG 2.2: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Below this contrast phones fail to read a code. */
export const LEAST_CONTRAST = 3
const SAFE_CONTRAST = 4.5

export interface ContrastVerdict {
  ratio: number
  level: 'good' | 'weak' | 'blocked'
  /** Light dots on a dark ground: some phones can't read them. */
  inverted: boolean
}

export function judgeContrast({
  foreground,
  background,
}: Pick<QrDesign, 'foreground' | 'background'>): ContrastVerdict {
  const ratio = contrastOf(foreground, background)
  const level = ratio < LEAST_CONTRAST ? 'blocked' : ratio < SAFE_CONTRAST ? 'weak' : 'good'
  return { ratio, level, inverted: luminance(foreground) > luminance(background) }
}
