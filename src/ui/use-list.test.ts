import { expect, test } from 'vitest'
import { z } from 'zod'
import { onFields, schemaErrors } from './schema-errors.ts'
import { askedOf } from './use-list.ts'
import type { ListState } from './use-list-state.ts'

const state = (change: Partial<ListState> = {}): ListState => ({
  q: '',
  sort: '',
  filters: {},
  narrowed: false,
  ...change,
  setQ: () => {},
  setSort: () => {},
  setFilter: () => {},
  clear: () => {},
})

test('a list asks by its address: search, filters and sort, each where it is set', () => {
  expect(askedOf(state(), {})).toEqual({})
  const full = state({ q: 'ann', sort: '-name', filters: { state: 'sent' } })
  expect(askedOf(full, {})).toEqual({ search: 'ann', state: 'sent', sort: '-name' })
  expect(askedOf(full, { searchAs: 'q', given: { formId: '1' } as object })).toEqual({
    formId: '1',
    q: 'ann',
    state: 'sent',
    sort: '-name',
  })
  const input = ({ filters }: ListState<string>) => ({ held: filters.held === 'yes' })
  expect(askedOf(state({ filters: { held: 'yes' } }), { input })).toEqual({ held: true })
})

test('a contract’s schema refuses every wrong field at once, in its own words', () => {
  const schema = z.object({
    name: z.string().min(1, 'Name is required').max(3),
    to: z.array(z.email('Not an address')),
    body: z.string().min(1, 'Message is required'),
  })
  expect(schemaErrors(schema, { name: '', to: ['a@b.co', 'x'], body: '' })).toEqual({
    name: 'Name is required',
    'to.1': 'Not an address',
    body: 'Message is required',
  })
  expect(schemaErrors(schema, { name: 'Ann', to: [], body: 'Hi' })).toEqual({})
  expect(onFields({ 'to.1': 'Not an address', 'list.0': 'x', name: 'y' }, { to: 'a, b', list: ['a'] })).toEqual({
    to: 'Not an address',
    'list.0': 'x',
    name: 'y',
  })
})
