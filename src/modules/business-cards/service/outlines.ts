import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'
import type { Family, Weight } from '../rules/layout.ts'

/**
 * Text as outlines, so that a card looks the same on every screen, in every file and on a server without fonts. Inter and
 * Source Serif for Latin, Greek and Cyrillic; DejaVu for whatever they lack, such as Arabic and Hebrew.
 */
export interface Outline {
  /** Moves to the start of the baseline: `d` of an SVG path at size 1, y upwards. */
  glyphs: { d: string; x: number; y: number; scale: number }[]
  /** At size 1. */
  width: number
}

const require = createRequire(import.meta.url)
const fonts = new Map<string, Font>()

function fontAt(file: string): Font {
  const known = fonts.get(file)
  if (known) return known
  const font = openSync(require.resolve(file)) as Font
  fonts.set(file, font)
  return font
}

const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const
const packages: Record<Family, string> = { sans: 'inter', serif: 'source-serif-4' }
const filesOf = (family: Family, weight: Weight) => [
  ...subsets.map(subset => `@fontsource/${packages[family]}/files/${packages[family]}-${subset}-${weight}-normal.woff`),
  `dejavu-fonts-ttf/ttf/DejaVuSans${weight === 600 ? '-Bold' : ''}.ttf`,
]

const hasGlyph = (file: string, character: string) => fontAt(file).hasGlyphForCodePoint(character.codePointAt(0)!)
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const letter = /\p{L}/u

interface Run {
  text: string
  file: string
  isRight: boolean
}

/** Characters that go together: of one font and one direction; what has no direction goes with what is before it. */
function runsOf(text: string, files: readonly string[]): Run[] {
  const runs: Run[] = []
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.normalize('NFC'))) {
    const last = runs.at(-1)
    const isRight =
      rightToLeft.test(segment) || (!letter.test(segment) && !/\d/.test(segment) && (last?.isRight ?? false))
    const plain = last && !letter.test(segment) && hasGlyph(last.file, segment)
    const file = plain ? last.file : (files.find(one => hasGlyph(one, segment)) ?? files.at(-1)!)
    if (last && last.file === file && last.isRight === isRight) last.text += segment
    else runs.push({ text: segment, file, isRight })
  }
  // A space at a border of directions stands between them, not at the end of the one that is read from the right.
  return runs.flatMap(run => {
    const end = run.isRight ? (/\s+$/.exec(run.text)?.[0] ?? '') : ''
    if (!end || end === run.text) return [run]
    return [
      { ...run, text: run.text.slice(0, -end.length) },
      { ...run, text: end },
    ]
  })
}

const outlined = new Map<string, Outline>()
/** Outlines of texts that were drawn lately. */
const MOST_KEPT = 500

export function outlineOf(text: string, family: Family, weight: Weight): Outline {
  const key = `${family} ${weight} ${text}`
  const known = outlined.get(key)
  if (known) return known
  const runs = runsOf(text, filesOf(family, weight))
  const startsRight = rightToLeft.test([...text].find(character => letter.test(character)) ?? '')
  const glyphs: Outline['glyphs'] = []
  let x = 0
  for (const { text: words, file } of startsRight ? runs.toReversed() : runs) {
    const font = fontAt(file)
    const { glyphs: found, positions } = font.layout(words)
    for (const [i, glyph] of found.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[i]!
      const d = glyph.path.toSVG()
      const scale = 1 / font.unitsPerEm
      if (d) glyphs.push({ d, x: x + xOffset * scale, y: yOffset * scale, scale })
      x += xAdvance * scale
    }
  }
  const outline = { glyphs, width: x }
  if (outlined.size >= MOST_KEPT) outlined.delete(outlined.keys().next().value!)
  outlined.set(key, outline)
  return outline
}
