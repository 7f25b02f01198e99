import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aPersonWith } from '#testing/robocalls.ts'

const dayAgo = (count: number) => new Date(clock.ms() - days(count)).toISOString().slice(0, 10)

test('a number that is not called is added once, found by number and by name, exported, and of no other church', async () => {
  const church = await aChurch()
  await aPersonWith(church, 'Ann', '+15125550188')
  const add = (number: string) => church.owner.callRules.addNoCall({ number, how: 'She asked at the door' })
  await add('(512) 555-0188')
  await add('512-555-0188')
  await add('(737) 555-0111')
  await expect(add('555-01')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const found = async (search?: string) =>
    (await church.staff.callRules.noCalls({ search, sort: 'number' })).items.map(one => [one.number, one.name])
  const ann = ['+15125550188', expect.stringContaining('Ann')]
  expect(await found()).toEqual([ann, ['+17375550111', null]])
  expect(await found('555-0188')).toEqual([ann])
  expect(await found('ann')).toEqual([ann])
  expect(await found('nobody')).toEqual([])
  const { csv } = await church.owner.callRules.exportNoCalls({ search: '0188' })
  expect(csv.trim().split('\n')).toHaveLength(2)
  expect(csv).toContain('5125550188')
  const other = await aChurch('Other')
  expect(await other.owner.callRules.noCalls({})).toMatchObject({ items: [], total: 0 })
  const { items } = await church.owner.callRules.noCalls({})
  await expect(other.owner.callRules.releaseNoCall({ id: items[0]!.id, why: 'A try' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(church.viewer.callRules.addNoCall({ number: '+15125550100', how: 'A try' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a registry file is loaded, added to by its further parts and replaced by the next one; an old or empty one changes nothing', async () => {
  const church = await aChurch()
  const load = (csv: string, more: { asOf?: string; adds?: boolean } = {}) =>
    church.owner.callRules.loadRegistry({ csv, name: 'a.txt', san: 'SAN-1', asOf: dayAgo(1), ...more })
  expect(await load('512,5550188\n512,5550189\nnonsense\n')).toMatchObject({ numbers: 2, known: 0, failed: 1 })
  expect(await load('512,5550189\n512,5550190\n', { adds: true })).toMatchObject({ numbers: 1, known: 1 })
  const registry = async () => (await church.staff.callRules.read({})).registry
  expect(await registry()).toMatchObject({ asOf: dayAgo(1), isStale: false, san: 'SAN-1', fileName: 'a.txt' })
  const { numbers } = await registry()
  await expect(load('512,5550191\n', { asOf: dayAgo(60) })).rejects.toThrow('older than')
  await expect(load('512,5550191\n', { asOf: dayAgo(-3) })).rejects.toThrow('still to come')
  await expect(load('nonsense\n')).rejects.toThrow('There are no phone numbers in this file.')
  expect(numbers).toBe(3)
  expect((await registry()).numbers).toBe(3)
  await load('512,5550199\n')
  expect((await registry()).numbers).toBe(1)
  const other = await aChurch('Other')
  expect((await other.owner.callRules.read({})).registry.numbers).toBe(0)
  await expect(
    church.staff.callRules.loadRegistry({ csv: '512,5550100', name: 'b', san: 'x', asOf: dayAgo(1) }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
