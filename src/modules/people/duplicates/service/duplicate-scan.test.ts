import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { mail, make, merge } from '#testing/merging.ts'
import { scanForDuplicates } from './duplicate-scan.ts'

test('at night pairs are found by the match rule, listed by likeness, dismissed and brought back, and never twice', async () => {
  const church = await aChurch()
  const { staff } = church
  const family = [mail('smiths@example.org')]
  const robert = await make(church, { firstName: 'Robert', lastName: 'Smith', points: family })
  const bob = await make(church, { firstName: 'Bob', lastName: 'Smith', points: family })
  // A wife is someone else; of the same name with nothing shared is a doubt.
  await make(church, { firstName: 'Ann', lastName: 'Smith', points: family })
  const twins = [
    await make(church, { firstName: 'Pat', lastName: 'Jones' }),
    await make(church, { firstName: 'Pat', lastName: 'Jones' }),
  ]
  expect(await church.inside(scanForDuplicates)).toBe(2)
  expect(await church.inside(scanForDuplicates)).toBe(0)
  const [sure, doubt] = (await staff.duplicates.list({})).items
  expect(sure).toMatchObject({
    person: { id: bob.id },
    other: { id: robert.id },
    reason: expect.stringContaining('same name'),
  })
  expect(doubt!.reason).toBe('Same first and last name.')
  const first = await staff.duplicates.list({ limit: 1 })
  expect(first.items).toEqual([sure])
  expect((await staff.duplicates.list({ limit: 1, cursor: first.nextCursor! })).items).toEqual([doubt])
  expect((await staff.duplicates.list({ sort: 'score' })).items).toEqual([doubt, sure])
  expect((await staff.duplicates.list({ search: 'robert' })).items).toEqual([sure])
  expect((await staff.duplicates.list({ reason: 'same_name' })).items).toEqual([doubt])
  expect((await staff.duplicates.list({ personId: robert.id })).items).toEqual([sure])
  expect(await staff.duplicates.count({})).toEqual({ count: 2 })
  expect((await church.owner.duplicates.export({})).csv).toContain('Bob Smith,smiths@example.org,,Robert Smith')
  await staff.duplicates.dismiss({ id: doubt!.id })
  expect(await staff.duplicates.count({})).toEqual({ count: 1 })
  expect(await church.inside(scanForDuplicates)).toBe(0)
  await staff.duplicates.restore({ id: doubt!.id })
  const { id } = await merge(church, twins[0]!.id, twins[1]!.id)
  expect(await staff.duplicates.count({})).toEqual({ count: 1 })
  await staff.merges.undo({ id })
  expect(await staff.duplicates.count({})).toEqual({ count: 2 })
})
