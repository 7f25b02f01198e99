import { expect, test } from 'vitest'
import { leadNames } from '#people/rules/lead-stages.ts'
import { moved } from './timeline.ts'

test('a move is told in the church’s own names', () => {
  const data = { from: 'new', to: 'closed', outcome: 'won' }
  expect(moved(data)).toBe('Moved from New Leads to Closed (Won)')
  const names = leadNames({ new: 'Guests', closed: 'Done' }, { won: 'Joined' })
  expect(moved({ ...data, leadNames: names })).toBe('Moved from Guests to Done (Joined)')
  expect(moved({ ...data, from: 'closed', leadNames: names })).toBe('Closed as Joined')
})
