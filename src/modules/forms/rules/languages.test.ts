import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import words from '../data/page-words.json' with { type: 'json' }
import { answersFrom, problemsOf } from './answers.ts'
import { type Definition, field } from './definition.ts'
import { inLanguage, languageFor, optionWords } from './languages.ts'
import { sayIn } from './page-words.ts'
import { templates } from './templates.ts'
import { missing, missingSentence, realigned, withOptions } from './translating.ts'

const card: Definition = {
  ...templates.connect.definition,
  languages: ['es', 'ar'],
  words: { es: { title: 'Tarjeta', button: '' } },
}

test('the address says which language, else the browser in its order, else the form itself', () => {
  const cases: [string | undefined, string, string][] = [
    ['es', 'ar', 'es'],
    ['ES-mx', '', 'es'],
    ['ko', 'de, ar;q=0.3, es-419;q=0.8', 'es'],
    [undefined, 'es;q=0, ar;q=0.1', 'ar'],
    [undefined, 'en-US,es;q=0.9', 'en'],
    [undefined, '*', 'en'],
    ['constructor', ';;q=x,,', 'en'],
  ]
  for (const [asked, preferred, language] of cases) expect(languageFor(card, asked, preferred)).toBe(language)
  expect(languageFor({ languages: ['tl'] }, undefined, 'fil-PH')).toBe('tl')
})

test('what is not translated is shown as it is and counted; what is answered stays the same', () => {
  const visit = card.fields.findIndex(one => one.key === 'visit')
  const told = { label: '¿Es su primera visita?', help: 'x', options: ['Primera vez', '', ''] }
  const fields = card.fields.map((one, i) => (i === visit ? { ...one, words: { es: told } } : one))
  const shown = inLanguage({ ...card, fields }, 'es')
  expect(shown).toMatchObject({ title: 'Tarjeta', button: 'Send' })
  const [asked, kept] = [shown.fields[visit]!, fields[visit]!]
  // A help that the form no longer has is not brought back by its translation.
  expect([asked.label, asked.help, asked.options]).toEqual(['¿Es su primera visita?', '', kept.options])
  expect(optionWords(asked)).toEqual(['Primera vez', 'I have been before', 'I call this church home'])
  const silent = { reply: false, replySubject: 'Thanks', replyText: 'Hello' }
  const [es, ar] = missing({ ...card, fields }, silent)
  expect([es!.count, ar!.count - es!.count]).toEqual([missing(card, silent)[0]!.count - 2, 3])
  // The answer by mail counts where there is one.
  const answering = { ...silent, reply: true, replies: { es: { subject: 'Gracias', text: '' } } }
  expect(missing({ ...card, fields }, answering).map(one => one.count)).toEqual([es!.count + 1, ar!.count + 2])
  expect([1, 3, 0].map(missingSentence)).toEqual([
    '1 text not translated yet',
    '3 texts not translated yet',
    'Everything is translated',
  ])
})

test('a translated answer stays beside its own, however the list is changed', () => {
  const before = ['Red', 'Green', 'Blue']
  const told = ['Rojo', 'Verde', 'Azul']
  const cases: [string[], string[]][] = [
    [
      ['Red', 'Pink', 'Green', 'Blue'],
      ['Rojo', '', 'Verde', 'Azul'],
    ],
    [
      ['Red', 'Blue'],
      ['Rojo', 'Azul'],
    ],
    [
      ['Red', 'Greenish', 'Blue'],
      ['Rojo', 'Verde', 'Azul'],
    ],
    [
      ['Blue', 'Red', 'Green'],
      ['Azul', 'Rojo', 'Verde'],
    ],
    [[], []],
  ]
  for (const [after, expected] of cases) expect(realigned(before, after, told, '')).toEqual(expected)
  const color = field('color', 'choice', 'Color', {
    options: before,
    words: { es: { label: '', help: '', options: told } },
  })
  expect(withOptions(color, ['Blue'])).toMatchObject({ words: { es: { options: ['Azul'] } } })
})

test('everything that the page says by itself is there in Spanish, French, Portuguese and German', () => {
  const files = [
    'rules/inputs',
    'rules/page',
    'http',
    'service/public',
    'service/limits',
    'emails/finish',
    'emails/answer',
  ]
  const module = new URL('..', import.meta.url)
  const scripts = globSync('browser/**/*.ts', { cwd: module })
  expect(scripts).toContain('browser/form.ts')
  const sources = [...files.map(name => `${name}.ts`), ...scripts].map(name =>
    readFileSync(new URL(name, module), 'utf8'),
  )
  const spoken = /\b(?:say(?:In\(\w+\))?\(|Failure\('(?:TOO_MANY_REQUESTS|BAD_REQUEST)',|OFFLINE =)\s*'([^']+)'/g
  const said = sources.flatMap(text => [...text.matchAll(spoken)].map(one => one[1]!))
  expect(said.length).toBeGreaterThan(40)
  const all = field('x', 'text', 'X', { required: true })
  const problems = (['text', 'choice', 'choices', 'family', 'file', 'address', 'yesno'] as const).flatMap(type =>
    Object.values(problemsOf([{ ...all, type }], answersFrom([{ ...all, type }], []))),
  )
  const wrong: [typeof all.type, [string, string][]][] = [
    ['text', [['x', 'x'.repeat(501)]]],
    ['paragraph', [['x', 'x'.repeat(10_001)]]],
    ...(['email', 'phone', 'number', 'date', 'choice', 'choices', 'yesno'] as const).map(
      type => [type, [['x', '?']]] as [typeof type, [string, string][]],
    ),
    ['address', [['x.city', 'x']]],
    ['address', ['x.street', 'x.city'].map(name => [name, 'x'.repeat(201)])],
    ['family', [['x.0.birthDate', 'x']]],
    ['family', [['x.0.firstName', 'x'.repeat(201)]]],
    ['file', '123456'.split('').map(ticket => ['x', ticket])],
  ]
  for (const [type, entries] of wrong) {
    const found = Object.values(problemsOf([{ ...all, type }], answersFrom([{ ...all, type }], entries)))
    expect(found.length, type).toBeGreaterThan(0)
    problems.push(...found)
  }
  for (const dictionary of [words.es, words.fr, words.pt, words.de]) {
    expect(Object.keys(dictionary)).toEqual(Object.keys(words.es))
    for (const sentence of [...said, ...problems]) expect(Object.keys(dictionary)).toContain(sentence)
    for (const [sentence, told] of Object.entries(dictionary))
      expect(told.match(/\{\d\}/g)?.sort(), sentence).toEqual(sentence.match(/\{\d\}/g)?.sort())
  }
  expect(sayIn('es')('Page {0} of {1}', 2, 3)).toBe('Página 2 de 3')
  expect(sayIn('ko')('Page {0} of {1}', 2, 3)).toBe('Page 2 of 3')
})
