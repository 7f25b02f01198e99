import type { AnyContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { aChurch } from '#testing/church.ts'
import { contract } from './contract.ts'

/** Every procedure with its name. */
function* procedures(node: unknown, path: string[] = []): Generator<[string, AnyContractProcedure]> {
  if ('~orpc' in (node as object)) yield [path.join('.'), node as AnyContractProcedure]
  else for (const [name, below] of Object.entries(node as object)) yield* procedures(below, [...path, name])
}

const raw =
  /^(Invalid (input|option|string|number|key|value|discriminator|element|email|URL|UUID|ISO|date|time|base64)|Required$|Too (big|small)|Unrecognized|Expected )|\b(received|expected) (undefined|null|string|number|object|array|boolean|one of|nan)\b|^Invalid \w+$/i

const wrongs: unknown[] = [
  '',
  'x',
  'x'.repeat(300_000),
  7,
  -1.5,
  1e300,
  Number.NaN,
  true,
  null,
  [],
  ['', 7],
  {},
  { a: 1 },
]
const shapeOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

test('no procedure refuses an input in the terms of the schema library, and what is missing is named', async () => {
  const found: string[] = []
  let count = 0
  for (const [name, procedure] of procedures(contract)) {
    const schema = procedure['~orpc'].inputSchema
    if (!schema) continue
    count++
    const keys = shapeOf(schema)
    const inputs = [undefined, null, 7, 'x', [], {}, { nothing: 1 }]
    const whole = wrongs.map(wrong => Object.fromEntries(keys.map(key => [key, wrong])))
    for (const input of [...inputs, ...whole]) {
      const result = await schema['~standard'].validate(input)
      for (const { message, path = [] } of result.issues ?? [])
        if (!message || raw.test(message)) found.push(`${name} ${path.map(String).join('.')}: ${message}`)
    }
  }
  expect(count).toBeGreaterThan(300)
  expect([...new Set(found)]).toEqual([])
})

test('what is missing is said at its field', async () => {
  const { staff } = await aChurch()
  await expect(staff.tags.create({} as never)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Name is required',
    data: { issues: [{ path: ['name'], message: 'Name is required' }] },
  })
  await expect(staff.leads.list({ limit: 1_000 })).rejects.toMatchObject({ message: 'Limit can be 200 at most' })
  await expect(staff.leads.get({ id: 'x' })).rejects.toMatchObject({ message: 'ID can’t be read' })
})
