import { expect, test } from 'vitest'
import { cardColumns } from './card-columns.ts'
import { cardReader, isCards } from './cards.ts'

/** What the cards of a text say, by the names of columns; `size` is how much arrives at once. */
function read(text: string, size = text.length) {
  const reader = cardReader(cardColumns)
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  const records = [...pieces.flatMap(piece => reader.write(piece)), ...reader.end()]
  const rows = records.map(({ cells, ...record }) => ({
    ...record,
    said: Object.fromEntries(cardColumns.flatMap(({ name }, i) => (cells[i] ? [[name, cells[i]]] : []))),
  }))
  return { rows, photos: reader.photos() }
}
const one = (...lines: string[]) => read(['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')).rows[0]!

test('a card of an iPhone: groups with labels, a birthday without its year, a folded note', () => {
  const { said } = one(
    'VERSION:3.0',
    'PRODID:-//Apple Inc.//iPhone OS 18.0//EN',
    'N:O\\;Neil;Anna,Maria;Lee;Dr.;Jr.',
    'FN:Dr. Anna Maria O;Neil Jr.',
    'ORG:Faith\\, Hope & Love;Choir;',
    'TITLE:Music director',
    'EMAIL;type=INTERNET;type=HOME:anna@example.org',
    'item1.EMAIL;type=INTERNET;type=pref:office@example.org',
    'item1.X-ABLabel:_$!<Work>!$_',
    'TEL;type=CELL;type=VOICE:+1 (512) 555-0143',
    'item2.TEL:512 555 0144',
    'item2.X-ABLabel:Summer house',
    'TEL;type=WORK;type=FAX:512 555 0199',
    'item3.ADR;type=HOME:;;12 Oak St\\nApt 3;Austin;TX;78701;United States',
    'item3.X-ABADR:us',
    'BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-15',
    'item4.X-ABDATE;type=pref:2004-06-12',
    'item4.X-ABLabel:_$!<Anniversary>!$_',
    'item5.X-ABRELATEDNAMES:Ben',
    'item5.X-ABLabel:_$!<Brother>!$_',
    'NOTE:Sings alto\\, and very',
    '  well.\\nAsk about Easter',
    'UID:5f0c7d3e-1111-4222-8333-444455556666',
  )
  expect(said).toEqual({
    prefix: 'Dr.',
    first: 'Anna Maria',
    middle: 'Lee',
    last: 'O;Neil',
    suffix: 'Jr.',
    email: 'office@example.org',
    emailKind: 'Work',
    'email 2': 'anna@example.org',
    'emailKind 2': 'Home',
    phone: '+1 (512) 555-0143',
    phoneKind: 'Mobile',
    'phone 2': '512 555 0144',
    'phoneKind 2': 'Summer house',
    fax: '512 555 0199',
    street: '12 Oak St, Apt 3',
    city: 'Austin',
    region: 'TX',
    postalCode: '78701',
    country: 'United States',
    addressKind: 'Home',
    birthday: '1604-04-15',
    anniversary: '2004-06-12',
    related: 'Brother: Ben',
    organization: 'Faith, Hope & Love, Choir',
    jobTitle: 'Music director',
    notes: 'Sings alto, and very well.\nAsk about Easter',
    id: '5f0c7d3e-1111-4222-8333-444455556666',
  })
})

test('2.1 as Outlook and old phones write it: types without a name, quoted-printable in any charset, soft breaks', () => {
  const { said, skippedLines } = one(
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;',
    'FN;LANGUAGE=de;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:J=F6rg M=FCller',
    'TEL;CELL;VOICE:0176 1234567',
    'TEL;WORK;FAX:030 7654321',
    'EMAIL;PREF;INTERNET:joerg@example.org',
    'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Spielt Orgel, seit=',
    ' Ostern 2019=0D=0Aund Geige =96 =',
    'gern',
    'X-MS-OL-DEFAULT-POSTAL-ADDRESS:0',
    'REV:20260101T000000Z',
  )
  expect(skippedLines).toBe(0)
  expect(said).toMatchObject({ first: 'Jörg', last: 'Müller', phone: '0176 1234567', phoneKind: 'Mobile' })
  expect(said).toMatchObject({ fax: '030 7654321', email: 'joerg@example.org' })
  expect(said.notes).toMatch(/^Spielt Orgel, seit Ostern 2019\nund Geige . gern$/)
})

test('4.0: preference, uris, quoted types, categories with a comma, Arabic and emoji', () => {
  const { said } = one(
    'VERSION:4.0',
    'FN:ليلى حداد',
    'N:حداد;ليلى;;;',
    'EMAIL;PREF=2;TYPE="home":second@example.org',
    'EMAIL;PREF=1:first@example.org',
    'TEL;VALUE=uri;PREF=1;TYPE="voice,work":tel:+1-512-555-0143;ext=5',
    'BDAY:--0415',
    'ANNIVERSARY:20090808T1430-0500',
    'GENDER:F',
    'CATEGORIES:Choir,Youth\\, old,myContacts,* starred',
    'RELATED;VALUE=text;TYPE=spouse:Ann',
    'TZ:America/Chicago',
    'NOTE:🎶 loves\\nmusic',
  )
  expect(said).toMatchObject({ first: 'ليلى', last: 'حداد', email: 'first@example.org', phoneKind: 'Work' })
  expect(said).toMatchObject({ phone: '+1-512-555-0143 ext. 5', birthday: '--04-15', gender: 'F' })
  expect(said).toMatchObject({ tags: 'Choir, "Youth, old"', related: 'Spouse: Ann', timeZone: 'America/Chicago' })
  expect(said.notes).toBe('🎶 loves\nmusic')
})

test('photos are left out and counted, folded, not folded and longer than any line', () => {
  const photo = (lines: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\n${lines}\r\nTEL:5125550143\r\nEND:VCARD\r\n`
  const base64 = 'A'.repeat(70)
  const all = [
    photo(`PHOTO;ENCODING=b;TYPE=JPEG:${base64}\r\n ${base64}\r\n `),
    photo(`item1.PHOTO;BASE64:\r\n${base64}\r\n${base64}\r\n`),
    photo(`PHOTO;ENCODING=b:${'A'.repeat(2_500_000)}`),
  ]
  const { rows, photos } = read(all.join(''), 100_000)
  expect(photos).toBe(3)
  expect(rows.map(({ said, problem }) => [said, problem])).toEqual(
    all.map(() => [{ full: 'Ann', phone: '5125550143' }, null]),
  )
})

test('a broken card is said by its number and costs no other; pieces of any size and any line ending are the same', () => {
  const cards = [
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nEND:VCARD\n\n',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ben\nno colon at all\n',
    'begin:vcard\nVERSION:3.0\nFN:Cleo\nno colon at all\nend:vcard\n',
    'BEGIN:VCARD\nVERSION:3.0\nN:;;;;\nFN:Youth\nX-ADDRESSBOOKSERVER-KIND:group\nEND:VCARD\n',
    `BEGIN:VCARD\nNOTE:${'x'.repeat(1_100_000)}\nEND:VCARD\n`,
    'BEGIN:VCARD\nVERSION:3.0\nORG:Hope Chapel\nFN:Hope Chapel\nN:;;;;\nEND:VCARD\n',
    'BEGIN:VCARD\nFN:Dan',
  ]
  const found = read(cards.join('')).rows
  expect(found.map(({ line, problem, skippedLines }) => [line, problem, skippedLines])).toEqual([
    [1, null, 0],
    [2, 'open_card', 1],
    [3, null, 1],
    [4, 'group_card', 0],
    [5, 'too_long', 0],
    [6, null, 0],
    [7, 'open_card', 0],
  ])
  expect(found[5]!.said).toMatchObject({ last: 'Hope Chapel', organization: 'Hope Chapel' })
  const small = cards.toSpliced(4, 1).join('')
  for (const ending of ['\r\n', '\n', '\r'])
    for (const size of [1, 7, 4096])
      expect(read(small.replaceAll('\n', ending), size), `${JSON.stringify(ending)} ${size}`).toEqual(read(small))
})

test('a file is known by how it begins', () => {
  expect(['BEGIN:VCARD\n', '\uFEFF\r\nbegin:vcard', 'Name,Email'].map(isCards)).toEqual([true, true, false])
})
