import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { bring, download, look } from '#testing/imports.ts'

const first = ['Ann', 'Jörg', 'ليلى', 'María 🌿', 'Bo']
const person = (i: number) => ({
  first: `${first[i % first.length]}${i}`,
  last: `O’Neil-${i}`,
  email: `card${i}@example.org`,
  phone: `+1512555${String(1000 + i)}`,
})
const quoted = (text: string) =>
  [...new TextEncoder().encode(text)].map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** 200 people as three programs write their cards. */
const shapes = {
  'Google Contacts, 3.0': (i: number) => {
    const { first, last, email, phone } = person(i)
    return [
      'BEGIN:VCARD',
      'VERSION:3.0',
      `FN:${first} ${last}`,
      `N:${last};${first};;;`,
      `EMAIL;TYPE=INTERNET;TYPE=HOME:${email}`,
      `TEL;TYPE=CELL:${phone}`,
      'ADR;TYPE=HOME:;;12 Oak St;Austin;TX;78701;US',
      'CATEGORIES:Choir,myContacts',
      'BDAY:19800415',
      'END:VCARD',
    ].join('\r\n')
  },
  'Apple Contacts, 3.0': (i: number) => {
    const { first, last, email, phone } = person(i)
    return [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//macOS 15.0//EN',
      `N:${last};${first};;;`,
      `FN:${first} ${last}`,
      `item1.EMAIL;type=INTERNET;type=pref:${email}`,
      'item1.X-ABLabel:_$!<Home>!$_',
      `TEL;type=CELL;type=VOICE;type=pref:${phone}`,
      'item2.ADR;type=HOME;type=pref:;;12 Oak St;Austin;TX;78701;United States',
      'item2.X-ABADR:us',
      'CATEGORIES:Choir',
      'BDAY:1980-04-15',
      `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(60)}`,
      ` ${'A'.repeat(60)}`,
      'END:VCARD',
    ].join('\n')
  },
  'Outlook, 2.1': (i: number) => {
    const { first, last, email, phone } = person(i)
    return [
      'BEGIN:VCARD',
      'VERSION:2.1',
      `N;LANGUAGE=en-us;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quoted(last)};${quoted(first)}`,
      `TEL;CELL;VOICE:${phone}`,
      'ADR;HOME;PREF;ENCODING=QUOTED-PRINTABLE:;;12 Oak St;Austin;TX;78701;United States of=',
      ' America',
      `EMAIL;PREF;INTERNET:${email}`,
      'BDAY:19800415',
      'CATEGORIES:Choir',
      'X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="http://schemas.microsoft.com/office/outlook/12/electronicbusinesscards"/>',
      'END:VCARD',
    ].join('\r\n')
  },
}

test.each(Object.entries(shapes))(
  '200 cards of %s come in with all they say, and again change nothing',
  async (name, card) => {
    const church = await aChurch()
    const file = `${Array.from({ length: 200 }, (_, i) => card(i)).join('\r\n')}\r\n`
    const done = await bring(church, file)
    expect(done).toMatchObject({ state: 'completed', rows: 200, cards: true, counts: { created: 200, errors: 0 } })
    expect(done.counts).toEqual(done.checked)
    const photos = ['200 cards have a photo. Photos are not imported.']
    expect(done.remarks).toEqual(name.startsWith('Apple') ? photos : [])
    const { items } = await church.staff.people.list({ search: 'card7@example.org' })
    const seven = await church.staff.people.get({ id: items[0]!.id })
    expect(seven).toMatchObject({
      firstName: 'ليلى7',
      lastName: 'O’Neil-7',
      birthDate: '1980-04-15',
      phone: '+15125551007',
      tags: [{ name: 'Choir' }],
      addresses: [{ street: '12 Oak St', city: 'Austin', region: 'TX', postalCode: '78701' }],
    })
    expect((await bring(church, file)).counts).toMatchObject({ created: 0, unchanged: 200 })
  },
)

test('a malformed card is said by its number, the others come in, and no CSV separator is asked for', async () => {
  const church = await aChurch()
  const file = [
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ann Reed\nEMAIL:ann@example.org\nEND:VCARD',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Cut Off',
    'BEGIN:VCARD\nVERSION:4.0\nFN:Ben Reed\nthis is no line\nBDAY:--0415\nEND:VCARD',
    'BEGIN:VCARD\nVERSION:3.0\nEND:VCARD',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Youth\nKIND:group\nEND:VCARD\n',
  ].join('\n')
  const seen = await look(church, file)
  expect(seen).toMatchObject({ cards: true, rows: 5, state: 'ready', mappingProblem: null })
  expect(seen.columns.map(({ header, field }) => [header, field])).toContainEqual(['Birthday', 'birthDate'])
  expect(seen.preview.map(({ name }) => name).slice(0, 3)).toEqual(['Ann Reed', 'Cut Off', 'Ben Reed'])
  const done = await bring(church, file)
  expect(done.counts).toMatchObject({ created: 2, errors: 3 })
  expect(done.rowProblems!.first.map(({ line, leftOut, texts }) => [line, leftOut, texts.join(' ')])).toEqual([
    [2, true, 'This card is cut off: its last line, END:VCARD, is missing.'],
    [3, false, '1 unreadable line was skipped.'],
    [4, true, 'This row has no name, email address or phone number.'],
    [5, true, 'This card is a list of contacts and not a person.'],
  ])
  expect(await (await download(church, done.errorFileId!)).text()).toContain('This card is cut off')
  const { items } = await church.staff.people.list({ search: 'Ben Reed' })
  expect((await church.staff.people.get({ id: items[0]!.id })).birthDate).toBe('--04-15')
  await church.staff.imports.undo({ id: done.id })
  await church.settle()
  expect((await church.staff.people.list({ search: 'Reed' })).items).toEqual([])
})

test('people chosen are saved as vCards that our own import knows again, and only by those who may export', async () => {
  const church = await aChurch()
  await bring(church, `${Array.from({ length: 5 }, (_, i) => shapes['Apple Contacts, 3.0'](i)).join('\n')}\n`)
  const { items } = await church.staff.people.list({})
  const { vcf } = await church.owner.people.cards({ selection: { ids: [items[0]!.id] }, version: '4.0' })
  expect(vcf.match(/^BEGIN:VCARD/gm)).toHaveLength(1)
  expect(vcf).toContain('BDAY:19800415')
  const all = await church.owner.people.cards({ selection: { filter: {} } })
  expect(all.count).toBe(5)
  expect((await bring(church, all.vcf)).counts).toMatchObject({ created: 0, errors: 0 })
  await expect(church.volunteer.people.cards({ selection: { filter: {} } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
