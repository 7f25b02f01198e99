import { create } from 'qrcode'
import { CARD, type CardFace } from '../rules/design.ts'
import { type Piece, piecesOf } from '../rules/layout.ts'
import { outlineOf } from './outlines.ts'

export interface DrawnCard {
  svg: string
  /** Texts that had to be made smaller. */
  shrunk: string[]
}
export interface Drawing {
  face: CardFace
  /** What the code says. */
  code: string
  /** A picture as data URI. */
  logo: string | null
  /** Pixels around the card that are cut off in print. */
  bleed?: number
}

/** The one drawing of a card: for the editor, for pictures and for print. All text is outlines. */
export function drawCard({ face, code, logo, bleed = 0 }: Drawing): DrawnCard {
  const { width, height } = CARD
  const shrunk: string[] = []
  const pieces = piecesOf(face, logo !== null).map(piece => {
    if (piece.kind === 'rect') return rectOf(piece, bleed)
    if (piece.kind === 'logo') return logoOf(piece, logo!)
    return piece.kind === 'qr' ? codeOf(piece, code) : textOf(piece, shrunk)
  })
  const box = [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed]
  const size = `width="${box[2]}" height="${box[3]}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" ${size}>${pieces.join('')}</svg>`
  return { svg, shrunk }
}

type Of<K extends Piece['kind']> = Extract<Piece, { kind: K }>
const short = (value: number) => String(Math.round(value * 100) / 100)

/** What touches the edge goes on into what is cut off. */
function rectOf({ x, y, width: w, height: h, fill, bleeds }: Of<'rect'>, bleed: number): string {
  const [left, top] = [bleeds && x === 0 ? -bleed : x, bleeds && y === 0 ? -bleed : y]
  const right = bleeds && x + w === CARD.width ? CARD.width + bleed : x + w
  const bottom = bleeds && y + h === CARD.height ? CARD.height + bleed : y + h
  return `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="${fill}"/>`
}

const logoOf = ({ x, y, size }: Of<'logo'>, logo: string) =>
  `<image x="${x}" y="${y}" width="${size}" height="${size}" preserveAspectRatio="xMidYMid meet" href="${logo}"/>`

/** Black on white whatever the card's colors are, with one module of quiet around it. */
function codeOf({ x, y, size }: Of<'qr'>, code: string): string {
  const { modules } = create(code, { errorCorrectionLevel: 'M' })
  const module = size / (modules.size + 2)
  let d = ''
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) d += `M${column + 1} ${row + 1}h1v1h-1z`
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="#ffffff"/><path transform="translate(${x} ${y}) scale(${module})" fill="#000000" d="${d}"/>`
}

/** As large as it is meant to be, else as large as fits; what is still too long is cut off with an ellipsis. */
function textOf(piece: Of<'text'>, shrunk: string[]): string {
  const { text, most, size: wished, least, family, weight, anchor, fill } = piece
  const whole = outlineOf(text, family, weight)
  const size = Math.max(least, Math.min(wished, (most / whole.width) * 0.999))
  if (size < wished * 0.8) shrunk.push(text)
  const { glyphs, width } = whole.width * size > most ? cut(piece, size) : whole
  const start = piece.x - (anchor === 'start' ? 0 : (anchor === 'end' ? 1 : 0.5) * width * size)
  const paths = glyphs.map(glyph => {
    const scale = size * glyph.scale
    const at = `${short(start + glyph.x * size)} ${short(piece.y - glyph.y * size)}`
    return `<path transform="translate(${at}) scale(${scale.toPrecision(5)} ${(-scale).toPrecision(5)})" d="${glyph.d}"/>`
  })
  return `<g fill="${fill}">${paths.join('')}</g>`
}

function cut({ text, most, family, weight }: Of<'text'>, size: number) {
  const characters = [...text]
  let [low, high] = [1, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const fits = outlineOf(`${characters.slice(0, middle).join('').trim()}…`, family, weight).width * size <= most
    if (fits) low = middle
    else high = middle - 1
  }
  return outlineOf(`${characters.slice(0, low).join('').trim()}…`, family, weight)
}
