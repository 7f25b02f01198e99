import { expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { parseText } from './parsing.ts'
import { findingOf, verify } from './verifying.ts'
import { linesOf, plain } from './words.ts'

const web = {
  edition: 'web' as const,
  text: 'For God so loved the world, that he gave his one and only Son, that whoever believes in him should not perish, but have eternal life.',
}
const kjv = {
  edition: 'kjv' as const,
  text: 'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
}
const check = (quotation: string) => verify(quotation, [web, kjv])

test('the same words are verified, whatever their case and punctuation, and in whichever edition', () => {
  expect(check('For God so loved the world, that he gave his one and only Son')).toMatchObject({
    verdict: 'verified',
    edition: 'web',
  })
  expect(check('for god so loved the world — that he gave his only begotten son')).toMatchObject({
    verdict: 'verified',
    edition: 'kjv',
  })
  expect(check('For God so loved the world … should not perish, but have eternal life.')).toMatchObject({
    verdict: 'shortened',
  })
})

test('a verse that lost its "not" is reworded, however like it is, and says what belongs there', () => {
  const found = check('that whoever believes in him should perish, but have eternal life')
  expect(found).toMatchObject({
    verdict: 'reworded',
    edition: 'web',
    replacement: 'that whoever believes in him should not perish, but have eternal life.',
  })
  expect(found.difference.filter(({ kind }) => kind !== 'same')).toEqual([{ kind: 'missing', text: 'not' }])
  expect(found.similarity).toBeGreaterThan(0.9)
})

test('words of two editions blended are reworded, and an invented verse is not found', () => {
  expect(
    check('For God so loved the world that he gave his only begotten Son, that whoever believes in him shall not die')
      .verdict,
  ).toBe('reworded')
  expect(check('God helps those who help themselves')).toMatchObject({ verdict: 'not_found', replacement: null })
  expect(verify('anything at all', []).verdict).toBe('not_found')
})

const claims = (text: string) =>
  claimsIn(text, parseText(text)).map(({ text: words, reference, unknown }) => [
    words,
    reference?.name ?? unknown?.text ?? null,
  ])

test('a quotation belongs to the reference after it, else to the one before it', () => {
  expect(
    claims(
      'Paul writes: “Rejoice in the Lord always” (Phil 4:4). Then John 3:16 says, "For God so loved the world". See Ps 23.',
    ),
  ).toEqual([
    ['Rejoice in the Lord always', 'Philippians 4:4'],
    ['For God so loved the world', 'John 3:16'],
    ['', 'Psalm 23'],
  ])
  expect(
    claims('> Yahweh is my shepherd:\n> I shall lack nothing.\n\nPsalm 23:1\n\nA “door” is no quotation.'),
  ).toEqual([['Yahweh is my shepherd:\nI shall lack nothing.', 'Psalm 23:1']])
  expect(claims('“God is my buddy and pal” (Hezekiah 3:16)')).toEqual([['God is my buddy and pal', 'Hezekiah 3:16']])
})

test('a passage of three chapters is one quotation, also with speech inside it', () => {
  const text = `“${'They said to her, "No, but we will return with you to your people." '.repeat(200)}” (Ruth 1-3)`
  expect(claimsIn(text, parseText(text)).map(({ reference }) => reference?.name)).toEqual(['Ruth 1-3'])
})

test('a reference alone is found where an edition has words for it', () => {
  const [claim] = claimsIn('Read John 3:16.', parseText('Read John 3:16.'))
  expect(findingOf(claim!, () => [web])).toMatchObject({ verdict: 'verified', reference: 'John 3:16' })
  expect(findingOf(claim!, () => [])).toMatchObject({ verdict: 'not_found' })
})

test('a document of 10,000 words is read in one pass', () => {
  const text = 'He said, “For God so loved the world” (John 3:16), and we went on with the day as it was. '.repeat(500)
  const found = claimsIn(text, parseText(text)).map(claim => findingOf(claim, () => [web, kjv]))
  expect(found).toHaveLength(500)
  expect(found.every(({ verdict }) => verdict === 'verified')).toBe(true)
})

test('marks of paragraphs and lines are laid out or left away', () => {
  const body = '¶Yahweh is my shepherd:\nI shall lack nothing.'
  expect(plain(body)).toBe('Yahweh is my shepherd: I shall lack nothing.')
  expect(linesOf(body)).toEqual(['Yahweh is my shepherd:', 'I shall lack nothing.'])
})

test('what stands in brackets is shown as added and is never part of the verse', () => {
  const found = check('For God so loved the [whole] world')
  expect(found).toMatchObject({ verdict: 'verified', additions: ['whole'] })
  expect(found.difference.filter(({ kind }) => kind === 'added')).toEqual([{ kind: 'added', text: 'whole' }])
  expect(check('For God so loved [not] the world')).toMatchObject({ verdict: 'reworded', additions: ['not'] })
})

test('an ellipsis may drop words and whole sentences, but nothing that turns the meaning', () => {
  const text = 'You shall not murder. You shall not commit adultery. Honor your father, if he lives, and your mother.'
  const verdictOf = (quotation: string) => verify(quotation, [{ edition: 'web', text }]).verdict
  expect(verdictOf('You shall … commit adultery')).toBe('reworded')
  expect(verdictOf('You shall not murder. … Honor your father, if he lives')).toBe('shortened')
  expect(verdictOf('Honor your father … and your mother')).toBe('reworded')
  expect(verdictOf('Honor … your mother')).toBe('reworded')
})

test('a part that says another thing comes with the whole verse, of several only with its own', () => {
  const verses = ['Jesus wept.', 'For the love of money is a root of all kinds of evil.']
  expect(
    verify('Money is a root of all kinds of evil', [{ edition: 'web', text: verses.join(' '), verses }]),
  ).toMatchObject({
    verdict: 'part',
    replacement: verses[1],
  })
})
