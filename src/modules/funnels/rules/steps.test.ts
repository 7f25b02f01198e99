import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { afterStep, isConversion, type Step, Steps, stepsBefore } from './steps.ts'
import { touchOf } from './touch.ts'
import { chosenVariant } from './variants.ts'
import { verdictOfStep } from './verdict.ts'

const step = (name: string, change: Partial<Step> = {}): Step => ({
  id: randomUUID(),
  name,
  slug: name,
  goal: { kind: 'view', id: null },
  next: { kind: 'next' },
  variants: [{ id: randomUUID(), pageId: null, weight: 1 }],
  test: { days: 14, isAutomatic: true },
  ...change,
})

test('a step leads to the next one on the web, to a step of choice, or to an address', () => {
  const [church, last] = [step('church', { goal: { kind: 'attended', id: null }, variants: [] }), step('last')]
  const chosen = step('chosen', { next: { kind: 'step', stepId: last.id } })
  const away = step('away', { next: { kind: 'address', href: 'https://example.org' } })
  const lost = step('lost', { next: { kind: 'step', stepId: randomUUID() } })
  const steps = [chosen, away, church, lost, last]
  expect(afterStep(steps, chosen)).toBe(last)
  expect(afterStep(steps, away)).toBe('https://example.org')
  expect(afterStep(steps, lost)).toBeUndefined()
  expect(afterStep(steps, last)).toBeUndefined()
  expect(afterStep([away, church, last], church)).toBe(last)
  expect(stepsBefore(steps, last)).toEqual([chosen])
  expect(stepsBefore(steps, church)).toEqual([away])
  expect(stepsBefore(steps, chosen)).toEqual([])
})

test('what a funnel is for: its forms and bookings, else its last step', () => {
  const [form, view] = [step('form', { goal: { kind: 'form', id: randomUUID() } }), step('view')]
  expect([form, view].map(one => isConversion([form, view], one))).toEqual([true, false])
  expect([view].map(one => isConversion([view], one))).toEqual([true])
})

test('two steps can’t have one address or one id', () => {
  const [one, other] = [step('one'), step('one')]
  expect(Steps.safeParse([one, other]).error?.issues[0]?.message).toBe('Another step has this address')
  expect(Steps.safeParse([one, { ...other, id: one.id, slug: 'two' }]).success).toBe(false)
  expect(Steps.safeParse([one, { ...other, slug: 'two' }]).success).toBe(true)
})

test('pages are shared out by weight, the same place always to the same page', () => {
  const [a, b] = [1, 3].map(weight => ({ id: randomUUID(), pageId: null, weight })) as [
    Step['variants'][0],
    Step['variants'][0],
  ]
  const places = Array.from({ length: 400 }, (_, i) => chosenVariant([a, b], i / 400)!.id)
  expect(places.filter(id => id === a.id)).toHaveLength(100)
  expect([chosenVariant([a, b], 0)!.id, chosenVariant([a, b], 0.9999)!.id]).toEqual([a.id, b.id])
  expect(chosenVariant([], 0.5)).toBeUndefined()
})

test('a page wins only against each of the others, with enough conversions', () => {
  const side = (variantId: string, visitors: number, conversions: number) => ({ variantId, visitors, conversions })
  expect(verdictOfStep([side('a', 1_000, 99), side('b', 1_000, 200)])).toEqual({ winner: null, why: 'too_few' })
  expect(verdictOfStep([side('a', 1_000, 120), side('b', 1_000, 125)])).toEqual({ winner: null, why: 'too_close' })
  expect(verdictOfStep([side('a', 1_000, 120), side('b', 1_000, 180)])).toEqual({ winner: 'b' })
  const three = [side('a', 1_000, 120), side('b', 1_000, 180), side('c', 1_000, 178)]
  expect(verdictOfStep(three)).toEqual({ winner: null, why: 'too_close' })
  expect(verdictOfStep([side('a', 1_000, 120)])).toEqual({ winner: null, why: 'too_few' })
})

test('where a visitor came from: named in the address, a short link, or the site before', () => {
  const from = (query: string, referrer = '') => touchOf(new URLSearchParams(query), referrer, 'church.example')
  expect(from('utm_source=News%20Letter&utm_medium=Email&utm_campaign=Easter')).toEqual({
    source: 'news letter',
    medium: 'email',
    campaign: 'easter',
    link: '',
  })
  expect(from('l=aB3dE5gH').link).toBe('aB3dE5gH')
  expect(from('l=aB3dE5gH').source).toBe('short link')
  expect(from('l=<script>').link).toBe('')
  expect(from('', 'https://www.google.com/search?q=church').source).toBe('google.com')
  expect(from('', 'https://church.example/c/grace').source).toBe('')
  expect(from(`utm_source=${'x'.repeat(500)}`).source).toHaveLength(80)
})
