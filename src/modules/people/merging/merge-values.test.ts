import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { make, merge, now, picture } from '#testing/merging.ts'

test('either birth date may be chosen, also the one of someone of age', async () => {
  const church = await aChurch()
  const [adult, child] = ['1980-01-01', '2015-01-01']
  for (const [picks, birthDate] of [
    [{ birthDate: 'kept' }, adult],
    [{ birthDate: 'gone' }, child],
    [{}, child],
  ] as const) {
    const [ann, kid] = [
      await make(church, { firstName: 'Ann', birthDate: adult }),
      await make(church, { firstName: 'Ann', birthDate: child }),
    ]
    await merge(church, ann.id, kid.id, picks)
    expect(await now(church, ann.id)).toMatchObject({ birthDate })
  }
})

test('a church’s own facts: the one who stays keeps theirs, an empty one is filled', async () => {
  const church = await aChurch()
  const { owner } = church
  const [shirt, diet] = [
    await owner.personFields.create({ label: 'Shirt', type: 'text' }),
    await owner.personFields.create({ label: 'Diet', type: 'text' }),
  ]
  const [ann, bea] = [await make(church, { firstName: 'Ann' }), await make(church, { firstName: 'Annie' })]
  await owner.people.update({ id: ann.id, version: ann.version, custom: { [shirt.id]: 'M' } })
  await owner.people.update({ id: bea.id, version: bea.version, custom: { [shirt.id]: 'L', [diet.id]: 'vegan' } })
  const before = await picture(church, [ann.id, bea.id])
  const { id } = await merge(church, ann.id, bea.id)
  expect((await now(church, ann.id)).custom).toEqual({ [shirt.id]: 'M', [diet.id]: 'vegan' })
  await church.staff.merges.undo({ id })
  expect(await picture(church, [ann.id, bea.id])).toEqual(before)
})
