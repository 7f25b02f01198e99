import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'
import { escapeHtml as e } from '#messaging/rules/letter.ts'

/** Millimeters. */
export interface PageSize {
  width: number
  height: number
}
/** North America prints on Letter, everyone else on A4. */
export const pageSizeFor = (country: string): PageSize =>
  ['US', 'CA', 'MX', 'PH'].includes(country) ? { width: 215.9, height: 279.4 } : { width: 210, height: 297 }

const require = createRequire(import.meta.url)
const fonts = new Map<boolean, Font>()
function fontOf(bold: boolean): Font {
  const known = fonts.get(bold)
  if (known) return known
  const font = openSync(require.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${bold ? '-Bold' : ''}.ttf`)) as Font
  fonts.set(bold, font)
  return font
}

interface Style {
  /** Millimeters. */
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
}

const widthOf = (text: string, { size = 3.4, bold = false }: Style): number => {
  const font = fontOf(bold)
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size
}

/** Words on lines of a width; a word that is longer than a line is cut. */
export function wrapText(text: string, width: number, style: Style): string[] {
  return text.split('\n').flatMap(paragraph => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph
      .split(/\s+/)
      .filter(Boolean)
      .flatMap(long => cut(long, width, style))) {
      const longer = line ? `${line} ${word}` : word
      if (line && widthOf(longer, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  })
}

function cut(word: string, width: number, style: Style): string[] {
  if (widthOf(word, style) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)) {
    if (piece && widthOf(piece + segment, style) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece]
}

const rightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Sheets that are written from top to bottom, as SVG in millimeters. */
export class PageLayout {
  readonly margin = 18
  readonly size: PageSize
  /** Kept free below for the footer. */
  readonly foot: number
  y: number
  private readonly sheets: string[][] = [[]]

  constructor(size: PageSize, foot = 26) {
    this.size = size
    this.foot = foot
    this.y = this.margin
  }

  get left(): number {
    return this.margin
  }
  get right(): number {
    return this.size.width - this.margin
  }

  private add(markup: string): void {
    this.sheets.at(-1)!.push(markup)
  }

  text(
    words: string,
    x: number,
    y: number,
    { size = 3.4, bold = false, color = '#1c1917', align = 'left' }: Style = {},
  ) {
    if (!words) return
    const anchor = align === 'right' ? 'end' : 'start'
    const direction = rightToLeft.test(words) ? ' direction="rtl"' : ''
    // Of a text that is read from the right, the anchor's start is its right edge.
    const place = direction ? (anchor === 'end' ? 'start' : 'end') : anchor
    this.add(
      `<text x="${x.toFixed(2)}" y="${y.toFixed(2)}" font-family="sans-serif" font-size="${size}" font-weight="${bold ? 700 : 400}" fill="${color}" text-anchor="${place}"${direction}>${e(words)}</text>`,
    )
  }

  rule(y: number, color = '#d6d3d1'): void {
    this.add(
      `<rect x="${this.left}" y="${y.toFixed(2)}" width="${(this.right - this.left).toFixed(2)}" height="0.25" fill="${color}"/>`,
    )
  }

  picture(href: string, x: number, y: number, width: number, height: number): void {
    this.add(
      `<image href="${href}" x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMinYMid meet"/>`,
    )
  }

  /** Makes room for so many millimeters: a new sheet where there is none left. @returns whether there is one */
  need(height: number): boolean {
    if (this.y + height <= this.size.height - this.foot) return false
    this.sheets.push([])
    this.y = this.margin
    return true
  }

  /** Lines below each other; moves on. */
  block(words: string, x: number, width: number, style: Style = {}): void {
    const step = (style.size ?? 3.4) * 1.45
    for (const line of wrapText(words, width, style)) {
      this.need(step)
      this.text(line, style.align === 'right' ? x + width : x, this.y + (style.size ?? 3.4), style)
      this.y += step
    }
  }

  /** @param footer is written on every sheet, with its number */
  pages(footer: (page: number, of: number) => { words: string; number: string }) {
    const { width, height } = this.size
    const style = { size: 2.8, color: '#57534e' }
    const all = [...this.sheets]
    return all.map((sheet, at) => {
      const { words, number } = footer(at + 1, all.length)
      this.sheets.push([])
      const lines = wrapText(words, this.right - this.left - 30, style).slice(0, 4)
      for (const [n, line] of lines.entries()) this.text(line, this.left, height - 18 + n * 4, style)
      this.text(number, this.right, height - 18, { ...style, align: 'right' })
      const foot = this.sheets.pop()!
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${[...sheet, ...foot].join('')}</svg>`
      return { svg, width, height }
    })
  }
}
