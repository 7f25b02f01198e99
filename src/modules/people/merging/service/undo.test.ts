import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { bring } from '#testing/imports.ts'
import { mail, make, merge, now, rowsOf } from '#testing/merging.ts'
import { purgeOldMerges } from '../service.ts'

test('what is new since stays with the one who stayed; what came late for the other follows', async () => {
  const church = await aChurch()
  const [ann, bea] = [
    await make(church, { firstName: 'Ann', points: [mail('a@example.org')] }),
    await make(church, { firstName: 'Annie', campus: 'South', points: [mail('b@example.org')] }),
  ]
  const { id } = await merge(church, ann.id, bea.id)
  await rowsOf(church, `insert into notes (person_id, body) values ('${bea.id}', 'on its way')`)
  await church.settle()
  expect((await church.staff.notes.list({ personId: ann.id })).items.map(note => note.body)).toEqual(['on its way'])
  await church.staff.notes.create({ personId: ann.id, body: 'new' })
  const { version } = await now(church, ann.id)
  await church.staff.people.update({ id: ann.id, version, lastName: 'Miller', campus: 'West' })
  await church.staff.merges.undo({ id })
  expect(await now(church, ann.id)).toMatchObject({
    firstName: 'Ann',
    lastName: 'Miller',
    campus: 'West',
    email: 'a@example.org',
  })
  expect(await now(church, bea.id)).toMatchObject({ name: 'Annie', campus: 'South', email: 'b@example.org' })
  expect((await church.staff.notes.list({ personId: ann.id })).items.map(note => note.body)).toEqual(['new'])
  expect((await church.staff.people.list({ search: 'b@example.org' })).items.map(one => one.id)).toEqual([bea.id])
})

test('an import that is undone leaves alone who was merged or edited since', async () => {
  const church = await aChurch()
  const { staff } = church
  const known = await Promise.all(
    Array.from({ length: 4 }, (_, i) => make(church, { firstName: 'Known', lastName: `No ${i}` })),
  )
  const lines = Array.from({ length: 200 }, (_, i) => `Guest,Number${i},guest${i}@example.org`)
  const done = await bring(church, `First name,Last name,Email\n${lines.join('\n')}\n`)
  const { items } = await staff.people.list({ importId: done.id, sort: 'createdAt', limit: 200 })
  expect(items).toHaveLength(200)
  // Some go into others of the import, some into people who were there before, some are edited.
  for (let i = 0; i < 4; i++) await merge(church, items[i]!.id, items[4 + i]!.id)
  for (let i = 0; i < 4; i++) await merge(church, known[i]!.id, items[8 + i]!.id)
  for (let i = 12; i < 16; i++)
    await staff.people.update({ id: items[i]!.id, version: (await now(church, items[i]!.id)).version, campus: 'North' })
  await staff.imports.undo({ id: done.id })
  await church.settle()
  const left = (await staff.people.list({ limit: 200 })).items.map(person => person.id).sort()
  const expected = [...items.slice(0, 4), ...items.slice(12, 16), ...known].map(person => person.id).sort()
  expect(left).toEqual(expected)
  expect((await now(church, items[5]!.id)).id).toBe(items[1]!.id)
  expect((await now(church, items[9]!.id)).points.map(point => point.valueNorm)).toEqual(['guest9@example.org'])
})

test('after thirty days a merge stays', async () => {
  const church = await aChurch()
  const [ann, bea] = [await make(church, { firstName: 'Ann' }), await make(church, { firstName: 'Bea' })]
  const { id } = await merge(church, ann.id, bea.id)
  const steps = () => rowsOf(church, 'select from merge_steps')
  await church.inside(purgeOldMerges)
  expect(await steps()).not.toEqual([])
  clock.advance(days(31))
  await church.inside(purgeOldMerges)
  expect(await steps()).toEqual([])
  expect((await church.staff.merges.list({ personId: ann.id })).items).toEqual([])
  await expect(church.staff.merges.undo({ id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('30 days'),
  })
})
