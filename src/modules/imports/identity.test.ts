import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { bring } from '#testing/imports.ts'

const file = (text: string) => new TextEncoder().encode(text)

test('a household’s number in the column of ids makes no two people one; the file again changes nothing', async () => {
  const church = await aChurch()
  const family = file('Person ID,First Name,Last Name\n12,Tom,Reed\n12,Ann,Reed\n12,Joel,Reed\n')
  expect((await bring(church, family)).counts).toMatchObject({ created: 3, repeated: 0 })
  const { items } = await church.staff.people.list({ limit: 20 })
  expect(items.filter(one => one.lastName === 'Reed').map(one => one.firstName)).toHaveLength(3)
  expect((await bring(church, family)).counts).toMatchObject({ created: 0, unchanged: 3 })
})

test('a time with a zone is the church’s day; midnight in UTC and spreadsheet text stay what they say', async () => {
  const church = await aChurch()
  const text =
    'First Name,Last Name,Birthdate,Anniversary,Postal Code\n' +
    'Uma,Zone,1975-03-04T05:00:00Z,2001-06-02T03:30:00+00:00,"=""01234"""\nVera,Zone,1975-03-04T00:00:00Z,,="01235"\n'
  await bring(church, file(text))
  const { items } = await church.staff.people.list({ limit: 20 })
  const people = await Promise.all(
    items.filter(one => one.lastName === 'Zone').map(({ id }) => church.staff.people.get({ id })),
  )
  expect(people.sort((a, b) => (a.firstName < b.firstName ? -1 : 1))).toMatchObject([
    { birthDate: '1975-03-04', anniversary: '2001-06-01', addresses: [{ postalCode: '01234' }] },
    { birthDate: '1975-03-04', addresses: [{ postalCode: '01235' }] },
  ])
})
