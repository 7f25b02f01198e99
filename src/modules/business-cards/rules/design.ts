import { contrastOf } from '#public-page/rules/contrast.ts'

/** In pixels at 300 dpi: 3.5 × 2 inches. */
export const CARD = { width: 1050, height: 600, safe: 36, qr: 120, dpi: 300 } as const

export const templateKeys = ['classic', 'modern', 'centered', 'bold', 'quiet', 'band'] as const
export type TemplateKey = (typeof templateKeys)[number]

export interface Colors {
  backgroundColor: string
  textColor: string
  accentColor: string
}

export const templates: Record<TemplateKey, { name: string; colors: Colors }> = {
  classic: { name: 'Classic', colors: { backgroundColor: '#fffdf8', textColor: '#25221f', accentColor: '#3b4cb8' } },
  modern: { name: 'Modern', colors: { backgroundColor: '#ffffff', textColor: '#1d2433', accentColor: '#1f6f68' } },
  centered: { name: 'Centered', colors: { backgroundColor: '#f7f1e6', textColor: '#3a2f25', accentColor: '#8a4b1f' } },
  bold: { name: 'Bold', colors: { backgroundColor: '#27336f', textColor: '#ffffff', accentColor: '#f2c14e' } },
  quiet: { name: 'Quiet', colors: { backgroundColor: '#ffffff', textColor: '#333333', accentColor: '#767676' } },
  band: { name: 'Band', colors: { backgroundColor: '#fbfaf7', textColor: '#2b2a28', accentColor: '#7a2f3d' } },
}

/** What stands on a card. */
export interface CardFace extends Colors {
  template: TemplateKey
  firstName: string
  lastName: string
  title: string
  organization: string
  phone: string
  email: string
  website: string
}

export const nameOf = ({ firstName, lastName }: Pick<CardFace, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** As it is read: without the scheme and a slash at the end. */
export const shownWebsite = (website: string): string => website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** WCAG's least contrast of text. */
const LEAST_CONTRAST = 4.5

/** Sentences about what is hard to read; `shrunk` are texts that had to be made smaller than they are meant to be. */
export function findingsOf(face: CardFace, shrunk: readonly string[]): string[] {
  const { backgroundColor, textColor, accentColor } = face
  const low = (color: string) => contrastOf(color, backgroundColor) < LEAST_CONTRAST
  return [
    ...(low(textColor) ? ['The text is hard to read on this background. Choose a darker or lighter color.'] : []),
    ...(low(accentColor) ? ['The accent color is hard to read on this background.'] : []),
    ...shrunk.map(text => `“${text}” is long and was made smaller to fit.`),
  ]
}
