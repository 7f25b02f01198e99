import { expect, test } from 'vitest'
import { CARD, type CardFace, findingsOf, shownWebsite, templateKeys, templates } from './design.ts'
import { piecesOf, QR_PLACE } from './layout.ts'
import { CardSlug, slugsFor } from './slug.ts'

const face = (template: CardFace['template'], more: Partial<CardFace> = {}): CardFace => ({
  template,
  ...templates[template].colors,
  firstName: 'Ann',
  lastName: 'Reed',
  title: 'Pastor',
  organization: 'Grace',
  phone: '512 555 0143',
  email: 'ann@grace.example',
  website: 'https://www.grace.example/',
  ...more,
})

test('the code stands bottom right inside the safe area, drawn last, on every template', () => {
  expect(QR_PLACE).toEqual({ x: 1050 - 36 - 120, y: 600 - 36 - 120, size: 120 })
  for (const template of templateKeys)
    for (const hasLogo of [true, false])
      expect(piecesOf(face(template), hasLogo).at(-1)).toEqual({ kind: 'qr', ...QR_PLACE })
})

test('text begins and ends inside the safe area and keeps clear of the code', () => {
  const { safe, width, height } = CARD
  for (const template of templateKeys)
    for (const piece of piecesOf(face(template), true)) {
      if (piece.kind !== 'text') continue
      const left = piece.x - (piece.anchor === 'middle' ? piece.most / 2 : 0)
      expect(left, `${template} ${piece.text}`).toBeGreaterThanOrEqual(safe)
      expect(left + piece.most, `${template} ${piece.text}`).toBeLessThanOrEqual(width - safe)
      expect(piece.y, `${template} ${piece.text}`).toBeLessThanOrEqual(height - safe)
      if (piece.y > QR_PLACE.y) expect(left + piece.most, `${template} ${piece.text}`).toBeLessThanOrEqual(QR_PLACE.x)
    }
})

test('colors of the templates can be read, and what can’t is said', () => {
  for (const template of templateKeys) expect(findingsOf(face(template), []), template).toEqual([])
  expect(findingsOf(face('quiet', { accentColor: '#cccccc' }), [])).toEqual([
    'The accent color is hard to read on this background.',
  ])
})

test('addresses: from the name, else from the church; reserved words are no address', () => {
  expect(slugsFor('Zoë Łukasz', 'Grace Church')[0]).toBe('zoe-ukasz')
  expect(slugsFor('ليلى', 'Grace Church')[0]).toBe('grace-church')
  expect(slugsFor('Admin', 'Grace Church')).toEqual(['admin-card', 'admin-card-grace-church'])
  const allowed = ['ann-reed', 'Ann-2', 'new', 'a--b', '-a', 'ä', 'a'.repeat(61)].map(
    slug => CardSlug.safeParse(slug).success,
  )
  expect(allowed).toEqual([true, true, false, false, false, false, false])
})

test('a website is shown without what nobody types', () => {
  expect(shownWebsite('https://www.grace.example/')).toBe('grace.example')
})
