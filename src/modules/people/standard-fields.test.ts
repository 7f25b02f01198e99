import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { aForm, fill, inboxOf, pat } from '#testing/forms.ts'
import { bring } from '#testing/imports.ts'
import { mail, merge } from '#testing/merging.ts'
import { describeField, labelField } from './rules/standard-fields.ts'

const field = 'pronouns' as const
const label = labelField(field)

test('a standard field is stored, seen, asked, imported, merged, found and exported', async () => {
  const church = await aChurch()
  const { staff, owner, volunteer } = church
  const made = await staff.people.create({ firstName: 'Ann', lastName: 'Field', points: [mail('ann@example.org')] })
  expect(made[field]).toBeNull()
  const ann = await staff.people.update({ id: made.id, version: made.version, [field]: 'they/them' })
  expect(ann[field]).toBe('they/them')
  expect((await volunteer.people.get({ id: ann.id }))[field]).toBe('they/them')
  const tooLong = { id: ann.id, version: ann.version, [field]: 'x'.repeat(describeField(field).most! + 1) }
  await expect(staff.people.update(tooLong)).rejects.toMatchObject({ data: { issues: [{ path: [field] }] } })

  // A form fills it for someone new.
  const { form, at } = await aForm('blank', church)
  const blank = form.draft.fields[0]!
  const asked = {
    ...blank,
    key: 'asked',
    type: 'text',
    label,
    required: false,
    options: [],
    map: field,
  } as typeof blank
  const names = form.draft.fields.filter(({ map }) => map !== '')
  const draft = { ...form.draft, fields: [...names, asked] }
  await staff.forms.publish(await staff.forms.update({ id: form.id, version: form.version, draft }))
  await fill(at, { ...pat(), asked: 'xe/xem' })
  await church.settle()
  const [{ personId } = { personId: null }] = await inboxOf(church)
  expect((await staff.people.get({ id: personId! }))[field]).toBe('xe/xem')

  // An import knows its header, fills gaps, replaces where that is chosen, and is undone.
  const rows = ['Ann,Field,ann@example.org,she/her', 'Ben,Field,ben@example.org,he/him']
  const file = `First name,Last name,Email,${label}\n${rows.join('\n')}\n`
  const done = await bring(church, file)
  const [ben] = (await staff.people.list({ search: 'ben' })).items
  expect((await staff.people.get({ id: ben!.id }))[field]).toBe('he/him')
  expect((await staff.people.get({ id: ann.id }))[field]).toBe('they/them')
  await bring(church, `First name,Last name,Email,${label}\n${rows[0]}\n`, {
    mapping: [{ column: 3, rule: 'overwrite' }],
  })
  expect((await staff.people.get({ id: ann.id }))[field]).toBe('she/her')

  const value = { kind: 'text' as const, field, op: 'is' as const, value: 'She/Her' }
  expect((await staff.segments.count({ conditions: { match: 'all', of: [value] } })).count).toBe(1)
  const [header, ...lines] = (await owner.people.export({})).csv.trim().split(/\r?\n/)
  const column = header!.split(',').indexOf(label)
  expect(lines.map(line => line.split(',')[column]).sort()).toEqual(['he/him', 'she/her', 'xe/xem'])

  // Of two people one chooses; what only the other has comes along.
  const { id: other } = await staff.people.create({ firstName: 'Annie', lastName: 'Field' })
  const { fields } = await staff.merges.preview({ keepId: other, goneId: ann.id })
  expect(fields).toContainEqual(expect.objectContaining({ field, kept: null, gone: 'she/her', side: 'gone' }))
  await merge(church, other, ann.id)
  expect((await staff.people.get({ id: other }))[field]).toBe('she/her')

  await staff.imports.undo({ id: done.id })
  await church.settle()
  expect((await staff.people.list({ search: 'ben' })).items).toEqual([])
})
