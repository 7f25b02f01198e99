import { createRouterClient } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { aChurch, nobody } from '#testing/church.ts'
import { external, member, publicOf, resource } from './contract.ts'
import { expose, type Handlers } from './expose.ts'
import { Failure } from './failure.ts'
import type { Caller } from './run.ts'

const Note = z.object({ id: z.uuid(), text: z.string() })
const things = resource(
  '/things',
  {
    list: member('people.read')
      .input(z.object({ limit: z.coerce.number().max(5).optional() }))
      .output(z.array(z.string())),
    refuse: member('people.read')
      .input(z.object({}))
      .output(z.object({}))
      .errors({ FULL: { status: 409, message: 'No room left.', data: z.object({ room: z.number() }) } }),
    burst: member('people.read').input(z.object({})).output(z.object({})),
    double: member('people.read').input(z.object({})).output(z.object({})),
    lie: member('people.read').input(z.object({})).output(Note),
    call: external
      .member('settings.write')
      .input(z.object({ word: z.string() }))
      .output(z.object({ said: z.string() })),
    visit: publicOf('code')
      .input(z.object({ code: z.string() }))
      .output(z.object({ clientId: z.string() })),
  },
  { list: 'list', refuse: 'refuse', burst: 'burst', double: 'double', lie: 'lie', call: 'call', visit: 'visit' },
)

let seen: unknown[] = []
const handlers: Handlers<typeof things> = {
  list: async ctx => [
    (await ctx.db.execute<{ id: string }>(sql`select current_setting('app.client_id') as id`)).rows[0]!.id,
  ],
  refuse: async () => {
    throw new Failure('FULL', undefined, { data: { room: 0 } })
  },
  burst: async () => {
    throw new TypeError('x is not a function')
  },
  double: async ctx => {
    for (const _ of ['first', 'second'])
      await ctx.db.execute(sql`insert into tags (client_id, name) values (${ctx.client.id}, 'Twice')`)
    return {}
  },
  lie: async () => ({ id: 'no id' }) as never,
  call: async (ctx, { word }) => {
    seen.push('db' in ctx)
    const before = await ctx.tx(async inner => inner.client.id)
    seen.push(before === ctx.client.id)
    return { said: word }
  },
  visit: async ctx => ({ clientId: ctx.client.id }),
}

let church: Awaited<ReturnType<typeof aChurch>>
beforeAll(async () => {
  church = await aChurch()
})
const router = { things: expose(things, handlers, async (_, code) => (code === 'grace' ? church.id : undefined)) }
const as = (caller: Caller) => createRouterClient(router, { context: caller }).things as any

test('a verb runs in a transaction of its client', async () => {
  expect(await as(church.people.staff.call).list({})).toEqual([church.id])
})

test('bad input is told by its field, after the permission was checked', async () => {
  await expect(as(church.people.staff.call).list({ limit: 9 })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { issues: [{ path: ['limit'] }] },
  })
  await expect(as(church.people.volunteer.call).list({ limit: 9 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(as(nobody(church.id)).list({ limit: 9 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a declared refusal arrives typed, with its status, words and data', async () => {
  await expect(as(church.people.staff.call).refuse({})).rejects.toMatchObject({
    defined: true,
    code: 'FULL',
    status: 409,
    message: 'No room left.',
    data: { room: 0 },
  })
})

test('anything else is a sentence and a request id; a wrong answer never leaves', async () => {
  for (const verb of ['burst', 'lie'] as const)
    await expect(as(church.people.staff.call)[verb]({})).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Something went wrong',
      data: { requestId: expect.any(String) },
    })
})

test('a verb that calls outside holds no transaction, and is authorized all the same', async () => {
  seen = []
  expect(await as(church.people.owner.call).call({ word: 'hello' })).toEqual({ said: 'hello' })
  expect(seen).toEqual([false, true])
  await expect(as(church.people.staff.call).call({ word: 'hello' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a visitor’s code leads to one client and nowhere else', async () => {
  expect(await as(nobody()).visit({ code: 'grace' })).toEqual({ clientId: church.id })
  await expect(as(nobody()).visit({ code: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(as(nobody()).visit({ code: { $gt: '' } as never })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('verbs have the addresses of the API', () => {
  const route = (verb: keyof typeof things) => {
    const { method, path } = things[verb]['~orpc'].route
    return `${method} ${path}`
  }
  expect(route('list')).toBe('GET /things')
  expect(route('visit')).toBe('POST /things/visit')
})

test('what a unique index refuses is a refusal with a sentence, and nothing is kept', async () => {
  await expect(as(church.people.staff.call).double({})).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Another entry already has this name, address or place. Please reload and try again.',
  })
  expect((await church.staff.tags.list({})).items).toEqual([])
})
