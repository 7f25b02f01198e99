import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { make, merge, phone, says } from '#testing/merging.ts'

test('old ids of people, threads and cards lead to those that stay, over two merges, and are themselves again after an undo', async () => {
  const [church, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { staff } = church
  const [ann, bea, cleo] = [
    await make(church, { firstName: 'Ann', points: [phone('+15125550101')] }),
    await make(church, { firstName: 'Bea', points: [phone('+15125550102')] }),
    await make(church, { firstName: 'Cleo', points: [phone('+15125550103')] }),
  ]
  const threads = [await says(church, ann.id, 'a'), await says(church, bea.id, 'b'), await says(church, cleo.id, 'c')]
  const cards: string[] = []
  for (const { id } of [ann, bea, cleo]) cards.push((await staff.leads.create({ personId: id })).id)
  await staff.notes.create({ personId: bea.id, body: 'Likes tea' })
  const means = async (i: number, person: string) => [
    (await staff.people.get({ id: person })).id,
    (await staff.conversations.get({ id: threads[i]! })).id,
    (await staff.leads.get({ id: cards[i]! })).id,
  ]
  const first = await merge(church, ann.id, bea.id)
  expect(await means(1, bea.id)).toEqual([ann.id, threads[0], cards[0]])
  const onward = await merge(church, cleo.id, ann.id)
  const last = [cleo.id, threads[2], cards[2]]
  for (const [i, one] of [ann, bea, cleo].entries()) expect(await means(i, one.id)).toEqual(last)

  // Lists and whatever else names someone answer as the one who stays.
  const personId = bea.id
  expect((await staff.notes.list({ personId })).items).toMatchObject([{ personId: cleo.id, body: 'Likes tea' }])
  expect((await staff.timeline.list({ personId })).items.length).toBeGreaterThan(1)
  await staff.suppressions.add({ personId, value: '+15125550102', channel: 'sms', how: 'At the door' })
  expect((await staff.suppressions.of({ personId: cleo.id })).items).toMatchObject([{ how: 'At the door' }])
  expect((await staff.suppressions.of({ personId })).items).toHaveLength(1)
  expect((await staff.merges.list({ personId })).items.map(one => one.goneName).sort()).toEqual(['Ann', 'Bea'])
  expect((await staff.tasks.create({ title: 'Call', personId })).personId).toBe(cleo.id)
  expect((await staff.conversations.start({ personId })).id).toBe(threads[2])
  expect((await staff.conversations.items({ id: threads[0]! })).items.map(item => item.text).sort()).toEqual([
    'a',
    'b',
    'c',
  ])
  const now = await staff.people.get({ id: bea.id })
  expect((await staff.people.update({ id: bea.id, version: now.version, campus: 'North' })).id).toBe(cleo.id)
  await expect(hope.staff.people.get({ id: bea.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(hope.staff.leads.get({ id: cards[0]! })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await staff.merges.undo({ id: onward.id })
  expect(await means(1, bea.id)).toEqual([ann.id, threads[0], cards[0]])
  expect(await means(2, cleo.id)).toEqual(last)
  await staff.merges.undo({ id: first.id })
  expect(await means(1, bea.id)).toEqual([bea.id, threads[1], cards[1]])
  expect(await means(0, ann.id)).toEqual([ann.id, threads[0], cards[0]])
  expect((await staff.notes.list({ personId: bea.id })).items).toHaveLength(1)
  expect((await staff.notes.list({ personId: ann.id })).items).toEqual([])
})
