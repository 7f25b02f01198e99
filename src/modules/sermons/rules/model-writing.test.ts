import { expect, test } from 'vitest'
import type { Block, Section } from './document.ts'
import { fits, materialOf, partsOf } from './model-writing.ts'

const block = (id: string, kind: Block['kind'], origin: Block['origin'], text: string): Block => ({
  id,
  kind,
  origin,
  text,
})
const part = block(
  'b2',
  'text',
  'engine',
  'Notice the question “who can be against us?” (Romans 8:31) and stay with it.',
)
const section: Section = {
  id: 'movement-1',
  kind: 'movement',
  title: 'God is for us',
  blocks: [
    { ...block('b1', 'verse', 'passage', 'If God is for us, who can be against us?'), reference: 'Romans 8:31' },
    part,
    block('b3', 'story', 'engine', 'Your story here'),
    block('b4', 'quote', 'quotation', '“A mighty fortress.” Luther'),
    block('b5', 'text', 'you', 'My own words'),
  ],
}

test('a model gets verses to read and the engine’s sentences to word, never the pastor’s own', () => {
  expect(partsOf(section)).toEqual([part])
  const text = JSON.stringify(materialOf(section, { title: 'Grace', theme: 'Trust', audienceNote: '' }))
  expect(text).toContain('[b2]')
  expect(text).not.toMatch(/My own words|Your story|fortress/)
})

test.each([
  [true, 'Stay with that question: “who can be against us?” (Romans 8:31). It is asked of all of us today.'],
  [false, ''],
  [false, 'Stay with it.'],
  [false, `${'And again the same thing over and over. '.repeat(9)}`],
  [false, 'As Billy Graham said, “Courage is contagious, my dear friends,” and so let us stay with the question.'],
  [false, 'Quédate con esta pregunta: “who can be against us?” (Romans 8:31) y no tengas miedo nunca más.'],
])('%s: %s', (isTaken, text) => expect(fits(section, part, text)).toBe(isTaken))
