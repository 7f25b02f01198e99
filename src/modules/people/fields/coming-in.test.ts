import { expect, test } from 'vitest'
import { withFields } from '#testing/fields.ts'
import { aForm, fill, inboxOf, pat } from '#testing/forms.ts'
import { bring, look } from '#testing/imports.ts'

const issues = (path: string, message: string | RegExp) => ({
  code: 'BAD_REQUEST',
  data: { issues: [{ path: [path], message: typeof message === 'string' ? message : expect.stringMatching(message) }] },
})

test('an import fills fields by their columns, knows those of the same name, and says what it can’t read', async () => {
  const { church, id } = await withFields()
  const { staff } = church
  const file = `First name,Last name,Email,T-shirt size,Kam,Bapt,Serving at
Ann,Field,ann@example.org,large,"1,200.5",04/15/2001,Choir; Welcome
Ben,Field,ben@example.org,Huge,lots,02/30/2001,Roof
Cleo,Field,cleo@example.org,,,,`
  const first = await look(church, file)
  // The first look knows what is called as a field is; the rest someone maps.
  expect(first.columns.map(({ custom }) => custom)).toEqual([null, null, null, id.shirt, null, null, id.serving])
  const { version } = first
  const map = (column: number, custom: string | null) => ({ column, field: 'custom' as const, custom })
  await expect(staff.imports.update({ id: first.id, version, mapping: [map(4, id.allergies)] })).rejects.toMatchObject(
    issues('mapping', 'Please choose one of your fields'),
  )
  const mapping = [map(4, id.years), { ...map(5, id.baptism) }]
  const done = await bring(church, file, { mapping })
  expect(done.counts).toMatchObject({ created: 3, errors: 0 })
  const [ann, cleo] = await Promise.all(
    ['ann@example.org', 'cleo@example.org'].map(async search =>
      staff.people.get({ id: (await staff.people.list({ search })).items[0]!.id }),
    ),
  )
  expect(ann!.custom).toEqual({
    [id.shirt]: 'large',
    [id.years]: 1200.5,
    [id.baptism]: '2001-04-15',
    [id.serving]: ['welcome', 'choir'],
  })
  expect(cleo!.custom).toEqual({})
  expect(first.preview[0]!.facts).toEqual(['T-shirt size: Large', 'Serving at: Welcome; Choir'])
  expect(first.preview[1]!.warnings.map(({ text }) => text)).toContain(
    '“Huge” in “T-shirt size” is not one of the answers of “T-shirt size”. It was saved as a note.',
  )
  // Again it changes nothing; gaps are filled, what is known stays unless it is to be replaced.
  expect((await bring(church, file, { mapping })).counts).toMatchObject({ unchanged: 3, updated: 0 })
  const next =
    'First name,Last name,Email,T-shirt size\nAnn,Field,ann@example.org,Small\nCleo,Field,cleo@example.org,Medium'
  await bring(church, next)
  expect((await staff.people.get({ id: ann!.id })).custom[id.shirt]).toBe('large')
  expect((await staff.people.get({ id: cleo!.id })).custom[id.shirt]).toBe('medium')
  await bring(church, next, { mapping: [{ ...map(3, id.shirt), rule: 'overwrite' }] })
  expect((await staff.people.get({ id: ann!.id })).custom[id.shirt]).toBe('small')
  // Undone, the new people go with their facts; the file of people has them in columns of their own.
  expect((await church.owner.people.export({})).csv).toMatch(/T-shirt size.*\r?\n.*Ann.*Small/s)
  const { id: third } = await bring(church, 'First name,Last name,Pledge card no.\nDan,Field,4\nEve,Field,5')
  const [eve] = (await staff.people.list({ search: 'eve' })).items
  await staff.people.setField({ selection: { ids: [eve!.id] }, fieldId: id.pledge, answer: '6' })
  await staff.imports.undo({ id: third })
  await church.settle()
  expect((await staff.people.list({ importId: third })).items).toMatchObject([{ firstName: 'Eve' }])
  expect((await staff.personFields.sizes({})).items).toContainEqual({ fieldId: id.pledge, people: 1 })
})

test('a form fills fields of a matching type, never over what is known, and keeps what a list doesn’t have', async () => {
  const { church, id } = await withFields()
  const { staff } = church
  const { form, at } = await aForm('blank', church)
  const blank = form.draft.fields[0]!
  const asked = (key: string, type: string, fieldId: string, options: string[] = []) =>
    ({ ...blank, key, type, label: key, required: false, options, map: `custom:${fieldId}` }) as typeof blank
  const names = form.draft.fields.filter(({ map }) => map !== '')
  const save = async (fields: (typeof blank)[]) => {
    const { version } = await staff.forms.get({ id: form.id })
    return staff.forms.update({ id: form.id, version, draft: { ...form.draft, fields: [...names, ...fields] } })
  }
  const at_ = (n: number) => `draft.fields.${names.length + n}.map`
  await expect(save([asked('when', 'number', id.baptism)])).rejects.toMatchObject(
    issues(at_(0), 'This type of field can’t be saved there'),
  )
  await expect(save([asked('what', 'text', id.allergies)])).rejects.toMatchObject(
    issues(at_(0), 'This field no longer exists'),
  )
  await expect(save([asked('a', 'date', id.baptism), asked('b', 'date', id.baptism)])).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const saved = await save([
    asked('shirt', 'choice', id.shirt, ['Large', 'Tent']),
    asked('serving', 'choices', id.serving, ['Choir', 'Welcome', 'Roof']),
    asked('baptised', 'date', id.baptism),
    asked('years', 'number', id.years),
    asked('photo', 'yesno', id.photo),
  ])
  await staff.forms.publish({ id: form.id, version: saved.version })
  const answers = { ...pat(), serving: ['Choir', 'Roof'], baptised: '2001-04-15', years: '12,5', photo: 'no' }
  await fill(at, { ...answers, shirt: 'Tent' })
  await church.settle()
  const [first] = await inboxOf(church)
  const known = { [id.serving]: ['choir'], [id.baptism]: '2001-04-15', [id.years]: 12.5, [id.photo]: false }
  expect((await staff.people.get({ id: first!.personId! })).custom).toEqual(known)
  await fill(at, { ...answers, shirt: 'Large', years: '40', serving: ['Welcome'] })
  await church.settle()
  expect((await inboxOf(church)).every(({ personId }) => personId === first!.personId)).toBe(true)
  expect((await staff.people.get({ id: first!.personId! })).custom).toEqual({ ...known, [id.shirt]: 'large' })
})
