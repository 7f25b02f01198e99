import { describe, expect, test } from 'vitest'
import { palette, white } from './palette.ts'

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

function luminance(hex: string) {
  const [r, g, b] = [1, 3, 5].map(at => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: string, other: string) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

describe('contrast, 4.5 to 1', () => {
  const { gray, dark, gold, ...hues } = palette
  const stone = gray[1]

  test.each(Object.entries(hues))('%s reads on panels and on stone, and carries white', (_name, shades) => {
    expect(contrast(shades[6], white)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(shades[6], stone)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(Object.entries(hues))('a badge in %s reads, light and dark', (_name, shades) => {
    expect(contrast(shades[8], shades[1])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(shades[2], dark[5])).toBeGreaterThanOrEqual(4.5)
  })

  test('quiet text reads wherever it stands', () => {
    for (const ground of [white, gray[0], gray[1]]) expect(contrast(gray[6], ground)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [dark[6], dark[7], dark[8]]) expect(contrast(dark[2], ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('a button in the dark carries white, a link in the dark reads', () => {
    expect(contrast(palette.lamp[5], white)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.lamp[3], dark[6])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(gold[6], white)).toBeGreaterThanOrEqual(4.5)
  })
})
