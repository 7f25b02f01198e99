import { expect, test } from 'vitest'
import { places } from './rules.ts'

test('each cap has places of its own, and a place is given back once', () => {
  const streams = places<'user' | 'account'>({ user: 2, account: 3, all: 5 })
  const take = (user: string, account: string) => streams.take({ user, account })
  const first = take('ann', 'grace')!
  expect(take('ann', 'grace')).toBeTypeOf('function')
  expect(take('ann', 'grace')).toBeUndefined()
  expect(take('ben', 'grace')).toBeTypeOf('function')
  expect(take('cleo', 'grace')).toBeUndefined()
  // What was refused took nothing of what the others share.
  expect(take('cleo', 'hope')).toBeTypeOf('function')
  expect(take('dan', 'hope')).toBeTypeOf('function')
  expect(take('eve', 'faith')).toBeUndefined()
  expect(streams.count()).toBe(5)
  first()
  first()
  expect(streams.count()).toBe(4)
  expect(take('ann', 'grace')).toBeTypeOf('function')
  expect(take('ann', 'grace')).toBeUndefined()
})
