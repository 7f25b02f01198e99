import { expect, test } from 'vitest'
import { compare, figuresOf } from '../bench/figures.ts'

const figures = (rate: number, p99: number) =>
  figuresOf(`
Title of 2,000 rows
  Lampstand    ${rate}/s
{"what":"Lampstand","value":${rate},"better":"more"}
{"what":"p99","value":${p99},"better":"less"}
`)

test('figures come from JSON lines, and from the printed table of a commit that has none', () => {
  expect([...figures(900, 20)]).toEqual([
    ['Lampstand', { value: 900, better: 'more' }],
    ['p99', { value: 20, better: 'less' }],
  ])
  const table = `
An audience of 100,000 people
  bare node:http and pg  1980/s, p50 9.6 ms, p99 17.1 ms
  of bare, same transaction   71%  ok      target at least 60%
  p99 to bare  1.2 times  MISSED  target under 1 times
  rows  1,234
`
  expect([...figuresOf(table)].map(([what, { value }]) => [what, value])).toEqual([
    ['bare node:http and pg', 1980],
    ['of bare, same transaction', 71],
    ['p99 to bare', 1.2],
    ['rows', 1234],
  ])
})

test('a figure is worse by the median pair alone, in its own direction', () => {
  const pairs = [
    { before: figures(1_000, 20), after: figures(950, 30) },
    { before: figures(500, 20), after: figures(300, 23) },
    { before: figures(1_000, 20), after: figures(1_000, 20) },
  ]
  expect(compare(pairs)).toEqual([
    { what: 'Lampstand', before: 1_000, after: 950, ratio: 0.95, worse: false },
    { what: 'p99', before: 20, after: 23, ratio: 1.15, worse: true },
  ])
})

test('of an even number of pairs the two in the middle count alike', () => {
  const pairs = [800, 1_000].map(rate => ({ before: figures(1_000, 20), after: figures(rate, 20) }))
  expect(compare(pairs)[0]).toEqual({ what: 'Lampstand', before: 1_000, after: 900, ratio: 0.9, worse: false })
})

test('what only one side measured is not compared', () => {
  const old = figuresOf('  Lampstand  800/s\n')
  expect(compare([{ before: old, after: figures(900, 20) }])).toEqual([
    { what: 'Lampstand', before: 800, after: 900, ratio: 1.125, worse: false },
  ])
})
