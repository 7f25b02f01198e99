import { expect, test } from 'vitest'
import { defaultCompliance } from '#call-rules/rules/defaults.ts'
import { readNumberFile } from '#call-rules/rules/number-file.ts'
import { readSound } from './audio.ts'
import { type CallFacts, type CallPolicy, decideCall } from './decide.ts'
import { whyNotCallable } from './numbers.ts'
import { lintScript, sayScript } from './script.ts'
import { speechForMachine, speechForPerson, speechText, spokenNumber } from './speech.ts'

const policy: CallPolicy = {
  window: { from: '09:00', until: '17:00', days: [1, 2, 3, 4, 5], holidays: true, closedOn: [], byState: true },
  respectDnc: true,
  requireOptIn: true,
  cap: defaultCompliance.cap,
  capDays: defaultCompliance.capDays,
}
const consent = { id: '1', state: 'granted' as const, source: 'staff', at: new Date(), wording: '', isWritten: false }
const facts: CallFacts = {
  notCallable: undefined,
  consent,
  onNationalRegistry: false,
  isRegistryStale: false,
  recent: 0,
  today: 0,
  place: { zones: ['America/Chicago'], states: [] },
  now: new Date('2027-01-13T18:00:00Z'),
}
const decide = (purpose: Parameters<typeof decideCall>[0], change: Partial<CallFacts> = {}, rules = policy) => {
  const verdict = decideCall(purpose, rules, { ...facts, ...change })
  return verdict.go === 'skip' ? verdict.reason : verdict.go
}

test('which consent a purpose needs, and what stops a call', () => {
  expect(decide('informational')).toBe('send')
  expect(decide('informational', { consent: null })).toBe('no_consent')
  expect(decide('informational', { consent: null }, { ...policy, requireOptIn: false })).toBe('send')
  expect(
    decide('informational', { consent: { ...consent, state: 'revoked' } }, { ...policy, requireOptIn: false }),
  ).toBe('no_consent')
  expect(decide('fundraising')).toBe('no_written_consent')
  const written = { consent: { ...consent, isWritten: true } }
  expect(decide('fundraising', written)).toBe('send')
  expect(decide('promotion', { ...written, onNationalRegistry: true })).toBe('national_dnc')
  expect(decide('promotion', { ...written, isRegistryStale: true })).toBe('registry_stale')
  expect(decide('promotion', { ...written, isRegistryStale: true }, { ...policy, respectDnc: false })).toBe('send')
  expect(decide('informational', { recent: 3 })).toBe('call_cap')
  expect(decide('informational', { today: 3 })).toBe('call_cap')
  expect(decide('informational', { notCallable: 'toll_free_or_premium' })).toBe('not_callable')
  expect(decide('emergency', { consent: null, recent: 9 })).toBe('send')
  expect(decide('emergency', { notCallable: 'toll_free_or_premium' })).toBe('not_callable')
})

test('numbers that a machine never calls', () => {
  const never = Object.fromEntries(
    ['+18005550100', '+19005550100', '+1911', '+15129765555', '+14165550100', '+447700900123', '+15125550100'].map(
      number => [number, whyNotCallable(number)],
    ),
  )
  expect(never).toEqual({
    '+18005550100': 'toll_free_or_premium',
    '+19005550100': 'toll_free_or_premium',
    '+1911': 'toll_free_or_premium',
    '+15129765555': 'toll_free_or_premium',
    '+14165550100': 'other_country',
    '+447700900123': 'other_country',
    '+15125550100': undefined,
  })
  // Puerto Rico is under the same rules.
  expect(whyNotCallable('+17875550100')).toBeUndefined()
})

const script = { content: '', voicemail: '', category: 'announcement', hasRecording: false }
const lint = (content: string, more: object = {}) =>
  lintScript({ ...script, content, ...more }, 'Grace Church').flatMap(one => (one.blocks ? [one.message] : []))

test('a script says who calls, and every variable has a fallback', () => {
  expect(lint('This is Grace Church. Sunday school begins at ten.')).toEqual([])
  expect(lint('Hello, this is {church}. See you.')).toEqual([])
  expect(lint('Sunday school begins at ten. Bring a Bible. This is Grace Church.')[0]).toMatch(/^Say who calls/)
  expect(lint('Hi {firstName}, this is {church}.')[0]).toMatch(/\{firstName\|friend\}/)
  expect(lint('Hi {nickname|you}, this is {church}.')[0]).toMatch(/is not a variable/)
  expect(lint('Hi {firstName|friend, this is {church}.')[0]).toMatch(/bracket is open/)
  expect(lint('')[0]).toBe('Please write what is said, or record it')
  expect(lint('', { hasRecording: true })).toEqual([])
  expect(sayScript('Hi {firstName|friend} at {time}', {})).toEqual({ text: 'Hi friend at', missing: ['time'] })
})

const spoken = { voicemail: '', hasRecording: false, canConnect: true, recordingId: null }
const us = { church: 'Grace Church', number: '5 1 2, 5 5 5, 0 1 0 0' }

test('who calls comes first, how to stop it at once after that, whatever the script says', () => {
  const told = (content: string, more: object = {}) =>
    speechForPerson({ ...spoken, content, ...more }, { firstName: 'Ann and Ben' }, us).map(one =>
      'say' in one ? one.say : '▶',
    )
  expect(told('Hi {firstName|friend}, this is {church}. The picnic is at noon.')).toEqual([
    'Hi Ann and Ben, this is Grace Church.',
    'To stop these calls, press 9.',
    'The picnic is at noon.',
    'To hear this again, press 1. To talk to us, press 2. Our number is 5 1 2, 5 5 5, 0 1 0 0.',
  ])
  expect(told('The picnic is at noon.')[0]).toBe('This is a recorded message from Grace Church.')
  expect(told('words', { hasRecording: true }).slice(0, 3)).toEqual([
    'This is a recorded message from Grace Church.',
    'To stop these calls, press 9.',
    '▶',
  ])
  const machine = speechText(speechForMachine({ ...spoken, content: 'This is {church}. Call us.' }, {}, us))
  expect(machine).toBe('This is Grace Church. Call us. To stop these calls, call 5 1 2, 5 5 5, 0 1 0 0 and press 9.')
  expect(spokenNumber('+15125550100')).toBe(us.number)
})

/** PCM, 16 bits, mono. */
function wav(seconds: number, loudness: number, rate = 8_000): Uint8Array {
  const data = Buffer.alloc(seconds * rate * 2)
  for (let i = 0; i < data.length / 2; i++) data.writeInt16LE(Math.round(Math.sin(i / 5) * loudness * 32_767), i * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

test('a recording: its length, silence, two hours, and what is no sound', () => {
  expect(readSound(wav(3, 0.5))).toMatchObject({ type: 'audio/wav', seconds: 3 })
  expect(readSound(wav(3, 0))).toMatch(/is silent/)
  expect(readSound(wav(7_200, 0.5, 10))).toMatch(/takes 120:00/)
  expect(readSound(Buffer.from('%PDF-1.7'))).toMatch(/WAV or MP3/)
  expect(readSound(new Uint8Array())).toMatch(/WAV or MP3/)
  // 64 kbit/s at 44.1 kHz: 208 bytes a frame, 26 ms each
  const frame = Buffer.alloc(208)
  frame.set([0xff, 0xfb, 0x50, 0xc4])
  const mp3 = readSound(Buffer.concat(Array.from({ length: 100 }, () => frame)))
  expect(mp3).toMatchObject({ type: 'audio/mpeg', peak: null })
  expect(typeof mp3 === 'object' && Math.round(mp3.seconds * 10)).toBe(26)
})

test('files of numbers: the registry’s own form, other columns, and what is no number', () => {
  expect(readNumberFile('512,5550100\n5125550101\r\n"(512) 555-0102",Ann\nno number here\n', 'US')).toEqual({
    numbers: ['+15125550100', '+15125550101', '+15125550102'],
    problems: [{ line: 4, text: 'There is no phone number in “no number here”.' }],
    failed: 1,
  })
  expect(readNumberFile('\uFEFFPhone;Name\n+1 512 555 0100;Ann\n+1 512 555 0100;Ben\n', 'US').numbers).toEqual([
    '+15125550100',
  ])
})
