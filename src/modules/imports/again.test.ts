import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { bring, check, look } from '#testing/imports.ts'
import { readTimeZone } from './rules/values.ts'

test('time zones by their IANA names and as Americans call them; anything else is said, kept as a note, and no zone', async () => {
  const words: Record<string, string | null> = {
    'america/new_york': 'America/New_York',
    'America/Los Angeles': 'America/Los_Angeles',
    'US/Central': 'America/Chicago',
    Eastern: 'America/New_York',
    'Pacific Standard Time': 'America/Los_Angeles',
    MDT: 'America/Denver',
    '(GMT-05:00) Eastern Time (US & Canada)': 'America/New_York',
    Arizona: 'America/Phoenix',
    UTC: 'UTC',
    'Mars/Olympus': null,
    'Church Street': null,
    '+02:00': null,
    '12/03': null,
  }
  expect(Object.fromEntries(Object.keys(words).map(word => [word, readTimeZone(word)]))).toEqual(words)

  const church = await aChurch()
  const file = (zone: string) => `First name,Email,Time zone\nAnn,ann@example.org,${zone}\n`
  const first = await look(church, `${file('Central Time')}Bea,bea@example.org,On the moon\n`)
  expect(first.columns[2]).toMatchObject({ header: 'Time zone', field: 'timeZone', unknown: false })
  expect(first.preview.map(row => row.timeZone)).toEqual(['America/Chicago', null])
  expect(first.preview[1]!.warnings[0]!.text).toContain('“On the moon” in “Time zone” is not a value we recognize')
  const person = async (search: string) => {
    const { items } = await church.staff.people.list({ search })
    return church.staff.people.get({ id: items[0]!.id })
  }
  await check(church, first.id)
  await church.staff.imports.run({ id: first.id })
  await church.settle()
  expect([(await person('ann@')).timeZone, (await person('bea@')).timeZone]).toEqual(['America/Chicago', null])
  const { items } = await church.staff.notes.list({ personId: (await person('bea@')).id })
  expect(items[0]!.body).toContain('On the moon')
  // Someone known takes another one where the column's rule says so.
  await bring(church, file('Hawaii'), { mapping: [{ column: 2, rule: 'overwrite' }] })
  expect((await person('ann@')).timeZone).toBe('Pacific/Honolulu')
})

test('a file with the headers of an earlier one begins with its mapping, in whatever order; of another church, never run or undone it does not', async () => {
  const [church, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { staff } = church
  const shirt = await staff.personFields.create({ label: 'Size', type: 'text' })
  const rows = (n: number) => `Wer,Kontakt,T-Shirt,Am\nAnn ${n},ann${n}@example.org,M,03/04/2001\n`
  const mapping = [
    { column: 0, field: 'firstName' as const, rule: 'never' as const },
    { column: 2, field: 'custom' as const, custom: shirt.id },
    { column: 3, field: 'anniversary' as const },
  ]
  const mapped = async (content: string, who = church) => {
    const { columns, mappedAs, dates } = await look(who, content)
    return { fields: columns.map(({ field, rule, custom }) => [field, rule, custom]), mappedAs, dates }
  }
  const fresh = await mapped(rows(0))
  expect(fresh.mappedAs).toBeNull()
  const { id: begun, version } = await look(church, rows(0))
  await staff.imports.update({ id: begun, version, mapping })
  expect(await mapped(rows(0))).toEqual(fresh)

  const first = await bring(church, rows(1), { mapping, options: { dateOrder: { 3: 'dmy' } } })
  expect(first.state).toBe('completed')
  const again = await mapped(`Am,${rows(2).split('\n')[0]!.replace(',Am', '')}\n05/06/2002,Ben,ben@example.org,L\n`)
  expect(again).toMatchObject({
    mappedAs: first.createdAt,
    dates: [{ column: 0, order: 'dmy', examples: [{ read: '2002-06-05' }] }],
    fields: [
      ['anniversary', 'fill', null],
      ['firstName', 'never', null],
      ['email', 'fill', null],
      ['custom', 'fill', shirt.id],
    ],
  })
  expect((await mapped(rows(3), hope)).mappedAs).toBeNull()
  expect((await mapped('Wer,Kontakt,T-Shirt\nAnn,a@example.org,M\n')).mappedAs).toBeNull()

  // A field that is gone is proposed anew; a file that was undone is no example.
  await staff.personFields.remove({ id: shirt.id })
  expect((await mapped(rows(4))).fields[2]).toEqual(fresh.fields[2])
  await staff.imports.undo({ id: first.id })
  await church.settle()
  expect(await mapped(rows(5))).toEqual(fresh)
})
