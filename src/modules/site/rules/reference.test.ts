import { expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { wholeDocument } from '#app/openapi.ts'
import { referenceOf, typeOf } from './reference.ts'

test('types read as one would say them', () => {
  expect(typeOf({ type: 'array', items: { type: 'string', format: 'uuid' } })).toBe('list of id')
  expect(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('text or null')
  expect(typeOf({ enum: ['won', 'lost'] })).toBe('"won" or "lost"')
  expect(typeOf({})).toBe('any')
})

test('the reference tells of every call: who may make it, what it takes, gives and refuses', async () => {
  const document = await wholeDocument(contract)
  const calls = referenceOf(document).flatMap(section => section.operations)
  const inContract = Object.values(contract).flatMap(verbs => Object.keys(verbs))
  expect(calls).toHaveLength(inContract.length)
  for (const call of calls) expect(call.who, call.path).not.toBe('')
  expect(new Set(calls.map(call => call.id)).size).toBe(calls.length)

  const move = calls.find(call => call.path === '/leads/{id}/move')!
  expect(move).toMatchObject({ method: 'POST', who: 'Members with leads.write' })
  expect(move.sends.find(field => field.name === 'id')).toMatchObject({ type: 'id', required: true })
  expect(move.answers.map(field => field.name)).toContain('overdue')
  expect(move.refusals).toContainEqual(expect.objectContaining({ code: 'OUTCOME_REQUIRED', status: 422 }))
})
