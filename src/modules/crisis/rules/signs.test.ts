import { expect, test } from 'vitest'
import { answerTo, languages } from './answers.ts'
import { signKinds } from './options.ts'
import { plainWords } from './patterns.ts'
import { findSign, readSigns } from './signs.ts'

test.each([
  ['I want to kill myself', 'self_harm'],
  ['I don’t want to live anymore', 'self_harm'],
  ['everyone would be better off without me', 'self_harm'],
  ['kms tonight fr', 'self_harm'],
  ['My son is suicidal, please pray', 'self_harm'],
  ['I have the pills counted', 'self_harm'],
  ['I hope I don’t wake up tomorrow', 'self_harm'],
  ['he chokes me when he is drunk', 'abuse'],
  ['My husband hits me', 'abuse'],
  ['I’m scared of my boyfriend', 'abuse'],
  ['he locks me in and took my phone', 'abuse'],
  ['he said he will kill us if I leave', 'violence'],
  ['I am going to shoot my boss', 'violence'],
  ['my dad beats my little brother', 'minor'],
  ['my uncle comes into my room at night', 'minor'],
  ['quiero morir', 'self_harm'],
  ['No quiero vivir más', 'self_harm'],
  ['mi esposo me pega', 'abuse'],
  ['Mi padrastro toca a mi hermanita', 'minor'],
  ['quero me matar', 'self_harm'],
  ['Não aguento mais viver', 'self_harm'],
  ['meu marido me bate', 'abuse'],
  ['ele disse que vai me matar', 'violence'],
])('%s: %s', (text, kind) => expect(findSign(text)?.kind).toBe(kind))

test.each([
  'This traffic is killing me',
  'Christ died for us',
  'My grandmother died yesterday. Please pray for our family.',
  'Our suicide prevention workshop is on Tuesday',
  'I’m not suicidal, just tired of my job',
  'Pray for the survivors of domestic violence',
  'Thou shalt not kill',
  'I have surgery on Friday and I am afraid',
  'We shoot hoops after youth group',
  'me muero de hambre',
  'Jesucristo murió por nosotros',
  'morrendo de saudade de vocês',
  'Pray for my son, who starts school on Monday',
])('%s is no sign', text => expect(findSign(text)).toBeNull())

test('10,000 characters are looked through, and the sign at their end is found', () => {
  expect(findSign(`${'Pray for our town. '.repeat(520)} I want to die.`)?.kind).toBe('self_harm')
  expect(plainWords('Don’t!!  Nó…')).toBe(' dont no ')
})

test('each kind has its words in each language, with numbers of the country and the church’s name', () => {
  for (const language of languages)
    for (const kind of signKinds)
      for (const [country, number] of [
        ['US', '911'],
        ['BR', '190'],
        ['ES', '112'],
        ['ZZ', '112'],
      ] as const) {
        const words = answerTo(kind, language, { country, church: 'Grace' })
        expect(words).toContain(number)
        expect(words).toContain('Grace')
      }
})

test('988 takes texts, other lines are called; a number is given once', () => {
  const words = (country: string) => answerTo('self_harm', 'en', { country, church: 'Grace' })
  expect(words('US')).toContain('please call or text 988 now, or 911.')
  expect(words('GB')).toContain('please call 116 123 now, or 999.')
  expect(words('PT')).toContain('please call 112 now.')
})

test('a line that can’t be read stops the start', () => {
  expect(() => readSigns('harm en: {NOBODY} x')).toThrow('nothing is called NOBODY')
  expect(() => readSigns('nonsense')).toThrow('line 1')
})
