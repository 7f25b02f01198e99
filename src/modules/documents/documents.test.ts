import { expect, test } from 'vitest'
import { fontFor, pdfOf } from './service.ts'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60"><rect width="100" height="60" fill="#3b4cb8"/>
  <text x="5" y="20" font-family="sans-serif" font-size="8" fill="#fff">Grace Ἰησοῦς Иисус</text>
  <text x="5" y="40" font-family="Georgia, serif" font-weight="bold" font-size="8" fill="#fff">نعمة</text></svg>`

test('a PDF has a page for each drawing, in millimeters, with its title and its fonts', async () => {
  const pdf = await pdfOf(
    [
      { svg, width: 88.9, height: 50.8 },
      { svg, width: 210, height: 297 },
    ],
    { title: 'Cards' },
  )
  const text = pdf.toString('latin1')
  expect(text.slice(0, 5)).toBe('%PDF-')
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(2)
  expect(text).toContain('/MediaBox [0 0 252 144]')
  expect(text).toContain('Cards')
  expect(text).toContain('DejaVuSans')
  expect(text).toContain('DejaVuSerif-Bold')
})

test('bleed makes the page larger and says where to cut', async () => {
  const pdf = (await pdfOf([{ svg, width: 88.9, height: 50.8, bleed: 3 }], { title: 'Card' })).toString('latin1')
  const edge = (9 * 72) / 25.4
  const [, box = ''] = /\/TrimBox \[([^\]]+)\]/.exec(pdf) ?? []
  const trim = box.split(' ').map(Number)
  expect(trim[0]).toBeCloseTo(edge, 1)
  expect(trim[2]).toBeCloseTo(edge + 252, 1)
  expect(pdf).toContain('/BleedBox')
})

test('families of CSS lead to embedded fonts', () => {
  expect(fontFor('Inter, sans-serif', false, false)).toBe('DejaVuSans')
  expect(fontFor('Source Serif 4', true, true)).toBe('DejaVuSerif-BoldItalic')
})
