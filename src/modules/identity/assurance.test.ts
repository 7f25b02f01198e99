import { expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import type { ProcedureMeta } from '#kernel/contract.ts'
import { confirmed, permissions } from '#kernel/permissions.ts'
import { asIdentity, asOperator } from '#kernel/run.ts'
import { aChurch, aUser, clientFor } from '#testing/church.ts'
import { factors } from './tables.ts'

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
const call = (client: any, path: string[], input: unknown) => path.reduce((node, name) => node[name], client)(input)

const giveFactor = (userId: string, status: 'verified' | 'unverified' = 'verified') =>
  asIdentity('test', ctx => ctx.db.insert(factors).values({ userId, type: 'totp', status }))
const nonsense = { nonsense: true, id: 'not an id', cursor: 5 }

test('with a second factor, what touches money, secrets and who belongs asks for it; the rest doesn’t', async () => {
  const church = await aChurch()
  const { owner } = church.people
  await giveFactor(owner.id)
  const strong = clientFor({ ...owner.call, claims: { ...owner.call.claims!, aal: 'aal2' } })
  const members = procedures.filter(one => one.meta.mode === 'member')
  expect(members.some(({ meta }) => confirmed.has(meta.permission!))).toBe(true)
  for (const { name, path, meta } of members) {
    const refusal = await call(church.owner, path, nonsense).catch((error: any) => error)
    expect(refusal?.code === 'AAL2_REQUIRED', name).toBe(confirmed.has(meta.permission!))
    if (refusal?.code === 'AAL2_REQUIRED')
      expect(refusal).toMatchObject({
        status: 403,
        defined: true,
        message: 'Please confirm with your second factor to do this.',
      })
    const through = await call(strong, path, nonsense).catch((error: any) => error)
    expect(through?.code, name).not.toBe('AAL2_REQUIRED')
  }
})

test('whoever may not do it at all is told that, and no factor or an unfinished one asks for nothing', async () => {
  const church = await aChurch()
  await giveFactor(church.people.viewer.id)
  await giveFactor(church.people.owner.id, 'unverified')
  for (const { name, path, meta } of procedures.filter(({ meta }) => confirmed.has(meta.permission!))) {
    expect(meta.mode, name).toBe('member')
    await expect(call(church.viewer, path, nonsense), name).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const answer = await call(church.owner, path, nonsense).catch((error: any) => error)
    expect(answer?.code, name).not.toBe('AAL2_REQUIRED')
  }
})

test('whoever runs Lampstand shows a second factor for everything there, once there is one', async () => {
  const admin = await aUser({ admin: true })
  const weak = admin.caller()
  await expect(asOperator(weak, async () => 'in')).resolves.toBe('in')
  await giveFactor(admin.id)
  await expect(asOperator(weak, async () => 'in')).rejects.toMatchObject({ code: 'AAL2_REQUIRED' })
  const strong = { ...weak, claims: { ...weak.claims!, aal: 'aal2' as const } }
  await expect(asOperator(strong, async () => 'in')).resolves.toBe('in')
  for (const { name, path } of procedures.filter(one => one.meta.mode === 'platform'))
    await expect(call(clientFor(weak), path, {}), name).rejects.toMatchObject({ code: 'AAL2_REQUIRED' })
})

test('the list is that of the permissions page', () => {
  expect([...confirmed].sort()).toEqual(
    ['api.write', 'members.write', 'payments.write', 'people.export', 'settings.write'].sort(),
  )
  for (const permission of confirmed) expect(permissions).toContain(permission)
})
