// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs as text
import { expect, test } from 'vitest'
import { countsIn } from './check-counts.ts'

const found = (text: string) => countsIn('screen.tsx', text).map(one => one.found)

test.each([
  ['a template', 'const a = `${n} rows`', '{n} rows'],
  ['a template with more words', 'const a = `Import ${gifts} new gifts now`', '{gifts} new gifts'],
  ['an element', '<p>{number(report.entrants)} entrants</p>', '{number(report.entrants)} entrants'],
  ['an element on two lines', "<p>\n  {count}{' '}\n  people left\n</p>", '{count} people'],
  ['markup in a template', 'html`<p>${count} guests</p>`', '{count} guests'],
  ['the wrong form of the noun', "counted(n, 'row')", "counted(n, 'row')"],
])('a number before a plural is found in %s', (_, text, problem) => {
  expect(found(text)).toEqual([problem])
})

test.each([
  ['the function', "const a = `${counted(n, 'rows')} left`"],
  ['another text for one', "const a = n === 1 ? '1 row' : `${n} rows`"],
  ['a word for each', "const a = `${n} ${n === 1 ? 'row' : 'rows'}`"],
  ['many beside one', '<Card one="One guest" many={n => `${n} guests`} />'],
  ['a verb after a name', 'const a = `${name} needs a look`'],
  ['a limit', 'const a = `at most ${limit} rows`'],
  ['SQL', 'const a = sql`select ${n} rows`'],
])('a count is not found for %s', (_, text) => {
  expect(found(text)).toEqual([])
})
