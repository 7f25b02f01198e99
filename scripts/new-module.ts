/** Lays out a module that lists, shows and creates one thing, with its test; what it does beyond that is yours. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { command, Refusal } from './command.ts'

/** prayer-requests gives: prayerRequests, PrayerRequest, prayer_requests, prayer request. */
interface Names {
  module: string
  many: string
  one: string
  One: string
  table: string
  words: string
}

function namesOf(module: string): Names {
  if (!/^[a-z]+(-[a-z]+)*$/.test(module)) {
    throw new Refusal(`"${module}" can't be a module: name it like prayer-requests, in the plural.`)
  }
  const camel = (text: string) => text.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
  const singular = module
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  if (singular === module)
    throw new Refusal(`"${module}" can't be a module: name it in the plural, like prayer-requests.`)
  const one = camel(singular)
  return {
    module,
    many: camel(module),
    one,
    One: one[0]!.toUpperCase() + one.slice(1),
    table: module.replaceAll('-', '_'),
    words: singular.replaceAll('-', ' '),
  }
}

const contract = ({ module, many, One }: Names) => `\
import { z } from 'zod'
import { ById, Id, Instant, line, member, Page, pageOf, resource, Version } from '#kernel/contract.ts'

export const ${One} = z.object({ id: Id, name: z.string(), createdAt: Instant, version: Version })
export type ${One} = z.infer<typeof ${One}>

export const New${One} = z.object({ name: line(200).pipe(z.string().min(1, 'Please enter a name')) })
export type New${One} = z.infer<typeof New${One}>

export const ${many} = resource('/${module}', {
  list: member('content.read').input(Page).output(pageOf(${One})),
  get: member('content.read').input(ById).output(${One}),
  create: member('content.write').input(New${One}).output(${One}),
})
`

const tables = ({ many, table }: Names) => `\
import { text } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'

export const ${many} = clientTable('${table}', {
  name: text().notNull(),
  deletedAt: instant(),
})
`

const events = ({ one, words }: Names) => `\
import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

export const ${one}Created = event('${words}.created', z.object({ ${one}Id: z.uuid() }))
`

const service = ({ many, one, One, words }: Names) => `\
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import type { New${One} } from './contract.ts'
import { ${one}Created } from './events.ts'
import { ${many} } from './tables.ts'

export async function list(ctx: Ctx, { cursor, limit }: { cursor?: string; limit: number }) {
  const items = await ctx.db
    .select()
    .from(${many})
    .where(and(isNull(${many}.deletedAt), cursor ? lt(${many}.id, cursor) : undefined))
    .orderBy(desc(${many}.id))
    .limit(limit)
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null }
}

export async function get(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .select()
    .from(${many})
    .where(and(eq(${many}.id, id), isNull(${many}.deletedAt)))
  return found(row, '${words[0]!.toUpperCase()}${words.slice(1)}')
}

export async function create(ctx: Ctx, { name }: New${One}) {
  const [row] = await ctx.db.insert(${many}).values({ name }).returning()
  await emit(ctx, ${one}Created, { ${one}Id: row!.id })
  announce(ctx, '${many}', row!.id)
  return row!
}
`

const router = ({ many }: Names) => `\
import { expose } from '#kernel/expose.ts'
import { ${many} } from './contract.ts'
import * as service from './service.ts'

export const ${many}Router = expose(${many}, service)
`

const test = ({ many, words }: Names) => `\
import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'

test('a ${words} belongs to one church only', async () => {
  const [grace, hope] = [await aChurch(), await aChurch()]
  const made = await grace.staff.${many}.create({ name: 'First' })
  expect((await grace.staff.${many}.list({})).items).toMatchObject([{ id: made.id, name: 'First' }])
  await expect(hope.staff.${many}.get({ id: made.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a ${words} needs a name', async () => {
  const grace = await aChurch()
  await expect(grace.staff.${many}.create({ name: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
`

const readme = ({ module, words }: Names) => `\
# ${module}

What a church does with it, in two sentences.

Always true:

- A ${words} belongs to one church.
`

/** Writes the module's files; answers their paths. Throws a Refusal for a name that can't be or is taken. */
export function layOut(root: string, module: string): string[] {
  const names = namesOf(module)
  const dir = path.join('src/modules', module)
  if (existsSync(path.join(root, dir))) throw new Refusal(`${dir} exists already.`)
  mkdirSync(path.join(root, dir), { recursive: true })
  const files = Object.entries({
    'contract.ts': contract(names),
    'tables.ts': tables(names),
    'events.ts': events(names),
    'service.ts': service(names),
    'router.ts': router(names),
    [`${module}.test.ts`]: test(names),
    'README.md': readme(names),
  })
  return files.map(([name, text]) => {
    const file = path.join(dir, name)
    writeFileSync(path.join(root, file), text)
    return file
  })
}

await command(import.meta, 'npm run new:module <name>', async ({ words: [module] }) => {
  if (!module) throw new Refusal('Usage: npm run new:module <name>, for example prayer-requests')
  const { many } = namesOf(module)
  for (const file of layOut(path.resolve(import.meta.dirname, '..'), module)) console.log(file)
  console.log(`
Plug it in:
  src/app/contract.ts        import { ${many} } from '#${module}/contract.ts', and name it in contract
  src/app/router.ts          import { ${many}Router } from '#${module}/router.ts', as ${many}: ${many}Router
  src/app/jobs.ts            its jobs.ts, once it has one
  src/app/navigation.ts      its entry, once it has a screen
  scripts/check-modules.ts   its floor, unless it is there
then: npm run db:generate, npm test -- unit src/modules/${module}`)
})
