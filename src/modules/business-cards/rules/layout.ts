import { CARD, type CardFace, nameOf, shownWebsite } from './design.ts'

export type Family = 'sans' | 'serif'
export type Weight = 400 | 600
export type Piece =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill: string; bleeds?: boolean }
  | { kind: 'logo'; x: number; y: number; size: number }
  | { kind: 'qr'; x: number; y: number; size: number }
  | {
      kind: 'text'
      text: string
      /** Of the baseline's start, middle or end. */
      x: number
      y: number
      anchor: 'start' | 'middle' | 'end'
      size: number
      /** Made smaller down to this, then cut off. */
      least: number
      most: number
      family: Family
      weight: Weight
      fill: string
    }
type Text = Extract<Piece, { kind: 'text' }>

const { width, height, safe, qr } = CARD
/** Where the code stands: bottom right, inside the safe area. */
export const QR_PLACE = { x: width - safe - qr, y: height - safe - qr, size: qr }
/** Beside the code, text ends here. */
const BESIDE = QR_PLACE.x - safe - 36
const GAP = 12

const rect = (x: number, y: number, w: number, h: number, fill: string): Piece => {
  return { kind: 'rect', x, y, width: w, height: h, fill, bleeds: true }
}

const text = (words: string, x: number, y: number, size: number, fill: string, more: Partial<Text> = {}): Piece[] =>
  words
    ? [
        {
          kind: 'text',
          text: words,
          x,
          y,
          size,
          fill,
          anchor: 'start',
          least: size * 0.55,
          most: width - safe - x,
          family: 'sans',
          weight: 400,
          ...more,
        },
      ]
    : []

/** Phone, email and website, the last of them on the line `bottom`. */
function contacts(face: CardFace, x: number, bottom: number, fill: string, more: Partial<Text> = {}): Piece[] {
  const lines = [face.phone, face.email, shownWebsite(face.website)].filter(Boolean)
  return lines.flatMap((line, i) =>
    text(line, x, bottom - (lines.length - 1 - i) * 42, 28, fill, { most: BESIDE, ...more }),
  )
}

type Layout = (face: CardFace, hasLogo: boolean) => Piece[]

const logoAt = (x: number, y: number, size: number, hasLogo: boolean): Piece[] =>
  hasLogo ? [{ kind: 'logo', x, y, size }] : []

const classic: Layout = (face, hasLogo) => {
  const { textColor: ink, accentColor: accent } = face
  const name = nameOf(face) || face.organization
  const most = width - 96 - safe - (hasLogo ? 130 : 0)
  return [
    rect(0, 0, 24, height, accent),
    ...logoAt(width - safe - 110, safe, 110, hasLogo),
    ...text(name, 84, 150, 68, ink, { family: 'serif', weight: 600, most }),
    ...text(face.title, 84, 204, 32, accent, { weight: 600, most }),
    ...text(nameOf(face) ? face.organization : '', 84, 252, 30, ink, { most: width - 84 - safe }),
    ...contacts(face, 84, height - safe - GAP, ink, { most: BESIDE - 48 }),
  ]
}

const modern: Layout = (face, hasLogo) => {
  const { textColor: ink, accentColor: accent, backgroundColor: back } = face
  return [
    rect(width - 300, 0, 300, height, accent),
    ...logoAt(width - 215, 90, 130, hasLogo),
    ...text(nameOf(face) || face.organization, 60, 160, 72, ink, { weight: 600, most: width - 300 - 60 - safe }),
    ...text(face.title, 60, 212, 30, ink, { most: width - 300 - 60 - safe }),
    rect(60, 244, 96, 6, accent),
    ...text(nameOf(face) ? face.organization : '', 60, 302, 28, ink, { weight: 600, most: width - 300 - 60 - safe }),
    ...contacts(face, 60, height - safe - GAP, ink, { most: width - 300 - 60 - safe }),
    ...(hasLogo
      ? []
      : text(initialsOf(face), width - 150, 200, 120, back, { anchor: 'middle', weight: 600, most: 220 })),
  ]
}

const initialsOf = (face: CardFace) =>
  [face.firstName, face.lastName]
    .filter(Boolean)
    .map(part => [...part][0])
    .join('') ||
  ([...face.organization][0] ?? '')

const centered: Layout = (face, hasLogo) => {
  const { textColor: ink, accentColor: accent } = face
  const middle = { anchor: 'middle' as const, most: width - 2 * safe - 40 }
  const top = hasLogo ? 200 : 150
  const lines = [face.phone, face.email, shownWebsite(face.website)].filter(Boolean)
  return [
    ...logoAt(width / 2 - 50, safe, 100, hasLogo),
    ...text(nameOf(face) || face.organization, width / 2, top, 70, ink, { ...middle, family: 'serif', weight: 600 }),
    ...text(face.title, width / 2, top + 52, 30, accent, middle),
    rect(width / 2 - 60, top + 84, 120, 3, accent),
    ...text(nameOf(face) ? face.organization : '', width / 2, top + 136, 28, ink, { ...middle, family: 'serif' }),
    ...lines.flatMap((line, i) =>
      text(line, width / 2, height - safe - GAP - (lines.length - 1 - i) * 40, 27, ink, {
        anchor: 'middle',
        most: 640,
      }),
    ),
  ]
}

const bold: Layout = (face, hasLogo) => {
  const { textColor: ink, accentColor: accent } = face
  const most = width - 2 * 60 - (hasLogo ? 130 : 0)
  return [
    ...logoAt(width - 60 - 100, 60, 100, hasLogo),
    ...text(face.firstName || face.organization, 60, 140, 88, ink, { weight: 600, most }),
    ...text(face.lastName, 60, 232, 88, accent, { weight: 600, most: width - 120 }),
    ...text(face.title, 60, 292, 32, ink, { most: width - 120 }),
    ...text(nameOf(face) ? face.organization : '', 60, 340, 28, accent, { most: width - 120 }),
    ...contacts(face, 60, height - safe - GAP - 12, ink),
  ]
}

const quiet: Layout = (face, hasLogo) => {
  const { textColor: ink, accentColor: accent } = face
  return [
    ...logoAt(60, 54, 84, hasLogo),
    ...text(face.organization, hasLogo ? 168 : 60, 108, 28, accent, { weight: 600, most: width - 168 - safe }),
    ...text(nameOf(face), 60, 280, 56, ink, { most: width - 60 - safe }),
    ...text(face.title, 60, 328, 28, accent),
    { kind: 'rect', x: 60, y: 380, width: width - 120, height: 2, fill: accent },
    ...contacts(face, 60, height - safe - GAP, ink, { size: 26 }),
  ]
}

const band: Layout = (face, hasLogo) => {
  const { textColor: ink, accentColor: accent, backgroundColor: back } = face
  const most = width - 60 - safe - (hasLogo ? 190 : 0)
  return [
    rect(0, 372, width, height - 372, accent),
    ...logoAt(width - 60 - 110, 60, 110, hasLogo),
    ...text(nameOf(face) || face.organization, 60, 160, 70, ink, { family: 'serif', weight: 600, most }),
    ...text(face.title, 60, 216, 32, accent, { most }),
    ...text(nameOf(face) ? face.organization : '', 60, 268, 30, ink, { most: width - 60 - safe }),
    ...contacts(face, 60, height - safe - GAP - 12, back),
  ]
}

const layouts: Record<CardFace['template'], Layout> = { classic, modern, centered, bold, quiet, band }

/** Every piece of a card in the order in which they are drawn; the code is last and always in its place. */
export const piecesOf = (face: CardFace, hasLogo: boolean): Piece[] => [
  rect(0, 0, width, height, face.backgroundColor),
  ...layouts[face.template](face, hasLogo),
  { kind: 'qr', ...QR_PLACE },
]
