import { expect, test } from 'vitest'
import { cardColumns } from '#imports/rules/card-columns.ts'
import { cardReader } from '#imports/rules/cards.ts'
import { type CardContact, vcard } from './vcard.ts'

const contact: CardContact = {
  firstName: "O'Neil; Jr.",
  lastName: 'حداد',
  prefix: 'Rev.',
  organization: 'Faith, Hope & Love',
  title: 'Pastor',
  phones: [
    { value: '+15125550143', label: 'mobile' },
    { value: '+15125550144', label: 'work' },
  ],
  emails: [{ value: 'ann@example.org', label: 'work' }],
  website: 'https://grace.example/a;b,c',
  addresses: [
    {
      street: '12 Oak St',
      street2: 'Apt 3',
      city: 'Austin',
      region: 'TX',
      postalCode: '78701',
      country: 'US',
      label: 'home',
    },
  ],
  birthDate: '--04-15',
  anniversary: '2004-06-12',
  tags: ['Choir', 'Youth, old'],
  note: `Back\\slash\nand 🎶 ${'long words '.repeat(20)}`.trim(),
  uid: 'urn:uuid:0198c0de-0000-7000-8000-000000000000',
  photo: { type: 'JPEG', base64: 'A'.repeat(200) },
}

test('3.0 for a QR code is the text that phones read: mandatory names, escapes, no folding and no picture', () => {
  const text = vcard(
    { ...contact, note: '', tags: [], uid: '', addresses: [], birthDate: null, anniversary: null },
    { version: '3.0', fold: false },
  )
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    "N:حداد;O'Neil\\; Jr.;;Rev.;",
    "FN:Rev. O'Neil\\; Jr. حداد",
    'ORG:Faith\\, Hope & Love',
    'TITLE:Pastor',
    'TEL;TYPE=CELL,VOICE;TYPE=PREF:+15125550143',
    'TEL;TYPE=WORK,VOICE:+15125550144',
    'EMAIL;TYPE=WORK,INTERNET:ann@example.org',
    'URL:https://grace.example/a;b,c',
    'END:VCARD',
    '',
  ])
})

test.each(['3.0', '4.0'] as const)(
  'a %s file is folded at 75 octets and our import reads back what it says',
  version => {
    const file = vcard(contact, { version, fold: true })
    const lines = file.split('\r\n')
    expect(Math.max(...lines.map(line => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
    expect(file).not.toContain('\uFFFD')
    expect(file).toContain('PHOTO')
    const reader = cardReader(cardColumns)
    const [record] = [...reader.write(file), ...reader.end()]
    expect(record).toMatchObject({ problem: null, skippedLines: 0 })
    const said = Object.fromEntries(cardColumns.map(({ name }, i) => [name, record!.cells[i]]))
    expect(said).toMatchObject({
      first: "O'Neil; Jr.",
      last: 'حداد',
      prefix: 'Rev.',
      organization: 'Faith, Hope & Love',
      jobTitle: 'Pastor',
      phone: '+15125550143',
      phoneKind: 'Mobile',
      'phone 2': '+15125550144',
      email: 'ann@example.org',
      street: '12 Oak St, Apt 3',
      city: 'Austin',
      website: 'https://grace.example/a;b,c',
      tags: 'Choir, "Youth, old"',
      notes: contact.note,
      id: contact.uid,
      birthday: version === '3.0' ? '1604-04-15' : '--04-15',
      anniversary: '2004-06-12',
    })
  },
)

test('who has no name is called by what is known', () => {
  expect(
    vcard(
      { firstName: '', lastName: '', emails: [{ value: 'a@b.org', label: 'other' }] },
      { version: '4.0', fold: false },
    ),
  ).toBe('BEGIN:VCARD\r\nVERSION:4.0\r\nN:;;;;\r\nFN:a@b.org\r\nEMAIL:a@b.org\r\nEND:VCARD\r\n')
})
