import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { routes } from '#app/http.ts'
import { aChurch, clientFor, nobody } from '#testing/church.ts'
import { aBrowser, somebody } from '#testing/portal.ts'
import { newEmail } from '#testing/sign-in.ts'
import type { ProcedureMeta } from './contract.ts'
import { may, permissions, type Role, reach, roles } from './permissions.ts'

/** What docs/permissions.md says of each permission and role. */
function matrix(): Map<string, string> {
  const lines = fs
    .readFileSync('docs/permissions.md', 'utf8')
    .split('\n')
    .filter(line => line.startsWith('|'))
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
  const [, , ...columns] = cells(lines[0]!)
  const all = new Map<string, string>()
  for (const line of lines.slice(2)) {
    const [names, , ...marks] = cells(line) as [string, string, ...string[]]
    const [module, first] = names.split(' / ')[0]!.split('.') as [string, string]
    const verbs = [first, ...names.split(' / ').slice(1)]
    for (const [i, mark] of marks.entries())
      for (const verb of verbs) {
        const limited = ['read', 'use'].includes(mark)
        const says = mark === '●' ? 'all' : mark === '○' ? 'own' : limited ? (verb === mark ? 'all' : '') : ''
        all.set(`${columns[i]} ${module}.${verb}`, says)
      }
  }
  return all
}

test('roles may exactly what docs/permissions.md says', () => {
  const said = matrix()
  expect(said.size).toBe(roles.length * permissions.length)
  for (const role of roles)
    for (const permission of permissions)
      expect(reach(role, permission) ?? '', `${role} ${permission}`).toBe(said.get(`${role} ${permission}`))
})

interface Procedure {
  name: string
  path: string[]
  meta: ProcedureMeta
}
const walk = (node: any, path: string[] = []): Procedure[] =>
  '~orpc' in node
    ? [{ name: path.join('.'), path, meta: node['~orpc'].meta }]
    : Object.entries(node).flatMap(([name, child]) => walk(child, [...path, name]))
const procedures = walk(contract)

test('every procedure says who may call it, and every raw route how it is guarded', () => {
  expect(procedures.length).toBeGreaterThan(40)
  for (const { name, meta } of procedures) {
    expect(meta.mode, name).toBeTruthy()
    if (meta.mode === 'member') expect(permissions, name).toContain(meta.permission)
    if (meta.mode === 'personOf') expect(meta.field, name).toBe('church')
  }
  for (const route of routes) expect(route.mode, route.path).toBeTruthy()
})

type Church = Awaited<ReturnType<typeof aChurch>>
const call = (client: any, path: string[], input: unknown) => path.reduce((node, name) => node[name], client)(input)

const ofMembers = procedures.filter(one => one.meta.mode === 'member')
const resources = [...new Set(ofMembers.map(({ path }) => path[0]!))]
const within = (resource: string) => ofMembers.filter(({ path }) => path[0] === resource)

describe('by resource', () => {
  let grace: Church
  let hope: Church
  beforeAll(async () => {
    ;[grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  })

  test.concurrent.each(resources)(
    '%s lets in the roles of each permission and no other, before it reads the input',
    async resource => {
      for (const { name, path, meta } of within(resource)) {
        for (const role of roles as readonly Role[]) {
          const answer = await call(grace[role], path, { nonsense: true, id: 'not an id', cursor: 5 }).catch(
            (error: any) => error,
          )
          const refused = answer?.code === 'FORBIDDEN'
          const needed = [meta.permission!, ...(meta.exports ? (['people.export'] as const) : [])]
          expect(refused, `${role} ${name}`).toBe(!needed.every(one => may(role, one)))
        }
        await expect(call(grace.visitor, path, { nonsense: true }), name).rejects.toMatchObject({
          code: 'UNAUTHORIZED',
        })
      }
    },
  )

  test.concurrent.each(resources)('%s lets no member of another church in', async resource => {
    const stranger = clientFor({ ...grace.people.owner.call, clientId: hope.id })
    for (const { name, path } of within(resource))
      await expect(call(stranger, path, {}), name).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Account not found',
      })
  })
})

test('signed-in and platform procedures refuse visitors, and platform ones every church role', async () => {
  const church = await aChurch()
  for (const { name, path, meta } of procedures) {
    if (meta.mode === 'signedIn' || meta.mode === 'platform' || meta.mode === 'house')
      await expect(call(clientFor(nobody()), path, {}), name).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    if (meta.mode === 'platform' || meta.mode === 'house')
      await expect(call(church.owner, path, {}), name).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

test('procedures of the portal refuse members, visitors and people of other churches; its people reach no others', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const browsers = [await aBrowser(grace), await aBrowser(hope)] as const
  const email = newEmail()
  await somebody(grace, 'Ann', email)
  await browsers[0].signIn(email)
  const person = clientFor({ ...nobody(grace.id), portal: browsers[0].token() })
  const refused = { code: 'UNAUTHORIZED' }
  for (const { name, path, meta } of procedures) {
    if (meta.mode === 'personOf') {
      const input = { church: browsers[0].slug }
      for (const client of [grace.visitor, ...roles.map(role => grace[role])])
        await expect(call(client, path, input), name).rejects.toMatchObject(refused)
      await expect(call(person, path, { church: browsers[1].slug }), name).rejects.toMatchObject(refused)
      await expect(call(person, path, {}), name).rejects.toMatchObject({ code: 'NOT_FOUND' })
    } else if (meta.mode !== 'anonymous' && meta.mode !== 'publicOf')
      await expect(call(person, path, {}), name).rejects.toMatchObject(refused)
  }
})

test('a removed member and an ended session are out at once', async () => {
  const church = await aChurch()
  const { items } = await church.owner.members.list({})
  const staff = items.find(member => member.userId === church.people.staff.id)!
  await expect(church.staff.leads.list({})).resolves.toMatchObject({ items: [] })
  await church.owner.members.remove({ id: staff.id })
  await expect(church.staff.leads.list({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('without the account header the only account is meant, and several need a word', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const bare = clientFor({ ...grace.people.staff.call, clientId: null })
  expect((await bare.church.read({})).id).toBe(grace.id)
  const both = await grace.addMember('admin', { name: 'Agency', email: 'agency@example.org' })
  await hope.inside(async ctx => {
    const { addMember } = await import('#clients/service.ts')
    await addMember(ctx, { clientId: hope.id, userId: both.id, role: 'admin' })
  })
  const unsaid = clientFor({ ...both.call, clientId: null })
  await expect(unsaid.church.read({})).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /several accounts/ })
  const malformed = clientFor({ ...both.call, clientId: `${grace.id}'; drop table leads` })
  await expect(malformed.church.read({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
