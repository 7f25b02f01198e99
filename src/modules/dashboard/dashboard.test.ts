import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const done = async (church: Church) =>
  (await church.staff.gettingStarted.read({})).steps.filter(step => step.done).map(step => step.key)

test('each step of the checklist is done by what happened, and by nothing else', async () => {
  const church = await aChurch()
  // A test church has a member in each role.
  expect(await done(church)).toEqual(['colleague'])
  for (let i = 0; i < 9; i++) await church.staff.people.create({ firstName: `Guest ${i}` })
  expect(await done(church)).toEqual(['colleague'])
  await church.staff.people.create({ firstName: 'Guest 10' })
  expect(await done(church)).toEqual(['people', 'colleague'])
  const { id, version } = await church.staff.forms.create({ template: 'connect' })
  expect(await done(church)).toEqual(['people', 'colleague'])
  await church.staff.forms.publish({ id, version })
  expect(await done(church)).toEqual(['people', 'connectCard', 'colleague'])
})

test('the checklist is put away for everyone by those who change settings, twice without harm', async () => {
  const church = await aChurch()
  const other = await aChurch('Hope Chapel')
  await expect(church.staff.gettingStarted.dismiss({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await Promise.all([church.owner.gettingStarted.dismiss({}), church.admin.gettingStarted.dismiss({})])
  expect((await church.staff.gettingStarted.read({})).dismissed).toBe(true)
  expect((await other.staff.gettingStarted.read({})).dismissed).toBe(false)
})
