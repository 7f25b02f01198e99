import { expect, test } from 'vitest'
import { callsByTag, fieldsOf, typeOf } from './openapi.ts'

const lead = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    stage: { enum: ['new', 'closed'] },
    owner: { anyOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { type: 'null' }] },
  },
}

test('types read as one would say them', () => {
  expect(typeOf({ type: 'array', items: { type: 'string', format: 'email' } })).toBe('string (email)[]')
  expect(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null')
  expect(typeOf({ const: true })).toBe('true')
  expect(typeOf({})).toBe('any')
})

test('fields inside lists and choices carry their path', () => {
  const page = { type: 'object', properties: { items: { type: 'array', items: lead } } }
  expect(fieldsOf(page).map(field => [field.name, field.type, field.required])).toEqual([
    ['items', 'object[]', false],
    ['items[].id', 'string (uuid)', true],
    ['items[].stage', '"new" | "closed"', false],
    ['items[].owner', 'object | null', false],
    ['items[].owner.name', 'string', false],
  ])
})

test('a call tells what it takes, gives and refuses', () => {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })
  const code = { properties: { code: { const: 'NOT_FOUND' }, message: { type: 'string', default: 'Gone.' } } }
  const get = {
    operationId: 'leads.get',
    tags: ['leads'],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { '200': json(lead), '404': json({ oneOf: [code, { properties: { code: { type: 'string' } } }] }) },
  }
  const [[tag, calls]] = callsByTag({ info: { title: 't', version: '1' }, paths: { '/leads/{id}': { get } } }) as [any]
  expect(tag).toBe('leads')
  expect(calls[0]).toMatchObject({
    id: 'leads.get',
    method: 'GET',
    input: [{ name: 'id', type: 'string', required: true, note: 'path' }],
    refusals: [{ status: '404', code: 'NOT_FOUND', message: 'Gone.' }],
  })
})
