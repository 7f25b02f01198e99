import { expect, test } from 'vitest'
import { nextStep, type Step, steps } from './rules.ts'

const done = (...keys: Step[]) => steps.map(key => ({ key, done: keys.includes(key) }))

test('the next step is the first open one after the current, then one before it', () => {
  expect(nextStep(done('people'), 'people')).toBe('consent')
  expect(nextStep(done('consent', 'number'), 'consent')).toBe('address')
  expect(nextStep(done('message', 'colleague'), 'message')).toBe('people')
  expect(nextStep(done(...steps), 'message')).toBeUndefined()
})
