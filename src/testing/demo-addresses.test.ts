import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoChurch } from '#clients/rules/demo.ts'

/** Where the demo's words stand. */
const sources = globSync(['src/modules/**/seed.ts', 'src/modules/**/seed/*.ts', 'src/modules/**/data/demo*.json'])

test('the demo church has one street, one city, one domain and one number of its own', () => {
  expect(sources.length).toBeGreaterThan(30)
  const { street, city, region } = demoChurch.address
  for (const file of sources) {
    const words = readFileSync(file, 'utf8')
    for (const [domain] of words.matchAll(/\bgrace[a-z-]*\.[a-z]+(\.[a-z]+)?\b/g))
      expect(domain, `${file}: write demoChurch.domain`).toBe(demoChurch.domain)
    for (const [place] of words.matchAll(/\b\d+ Church Road\b/g)) expect(place, file).toBe(street)
    for (const [place] of words.matchAll(new RegExp(`\\b${city},? [A-Z]\\w+`, 'g')))
      if (!/High|Fall/.test(place.slice(city.length))) expect(place, file).toBe(`${city}, ${region}`)
    // The line of the office, in any spelling.
    expect(words, `${file}: write demoChurch.phone`).not.toMatch(/512\)? ?-?555-?0100|\+15125550215/)
  }
})
