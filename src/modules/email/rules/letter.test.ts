import { expect, test } from 'vitest'
import { composer } from './letter.ts'
import { written } from './markdown.ts'

const values = {
  firstName: 'Ann',
  businessName: 'Grace & Co',
  businessAddress: '12 Church Road, Cedar Falls',
  unsubscribeLink: 'https://example.org/unsubscribe/abc',
  archiveLink: 'https://example.org/newsletter/may',
}
const compose = (body: string, extra: object = {}) =>
  composer({ subject: 'Hello {firstName|friend}', preheader: 'What is new', body, ...extra })

test('words become a mail with inline styles and a text part that says the same', () => {
  const { subject, html, text, missing } = compose(
    '# May\n\nDear {firstName|friend},\n\n- one\n- **two**\n\n[Come along](https://example.org/may)\n\n> Be kind',
  )(values)
  expect(subject).toBe('Hello Ann')
  expect(missing).toEqual([])
  expect(html).toMatch(/<h1 style="[^"]+">May<\/h1>/)
  expect(html).toMatch(/<a style="[^"]+" href="https:\/\/example.org\/may">Come along<\/a>/)
  expect(html).toContain('What is new')
  expect(html).not.toMatch(/<(style|link|script)\b/)
  expect(text).toMatch(/^May\n\nDear Ann,\n\n- one\n- two\n\nCome along \(https:\/\/example.org\/may\)\n\n> Be kind\n/)
})

test('the way out and the postal address stand in both parts, whatever is written', () => {
  const { html, text } = compose('')(values)
  for (const part of [html, text]) {
    expect(part).toContain('https://example.org/unsubscribe/abc')
    expect(part).toContain('12 Church Road, Cedar Falls')
  }
  expect(html).toContain('Grace &amp; Co')
  expect(compose('Hi')({ ...values, businessAddress: '' }).missing).toEqual(['businessAddress'])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'before <b onclick="x()">bold</b> after',
  '[press](javascript:alert(1))',
  '[press](data:text/html,<script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '[press](https://example.org/"onmouseover="x)',
  '`<script>`',
  '```\n<script>alert(1)</script>\n```',
  '| <script> |\n|--|\n| <img src=x> |',
  '[a]: <javascript:alert(1)>\n\n[a]',
  '<https://example.org/?<script>>',
  '{nonsense|<script>}',
])('%j comes out as text', body => {
  for (const html of [compose(body)(values).html, written(body, 'page')]) {
    expect(html).not.toMatch(/<(script|img|b)\b|javascript:alert\(1\)"|<[^>]+\son\w+=/i)
  }
})

test('a name in a link is never where the link leads', () => {
  const evil = { ...values, firstName: 'javascript:alert(1)' }
  expect(compose('[press]({firstName})')(evil).html).not.toContain('href="javascript')
  expect(compose('[leave]({unsubscribeLink})')(values).html).toContain(
    'href="https://example.org/unsubscribe/abc">leave',
  )
  const { html, subject } = compose('Dear {firstName}')({ ...values, firstName: '<b>Ann</b>' })
  expect(html).toContain('Dear &lt;b&gt;Ann&lt;/b&gt;')
  expect(subject).toBe('Hello <b>Ann</b>')
})

test('a page of ours gets the words without a mail’s styles', () => {
  expect(written('# May\n\nHi', 'page')).toBe('<h2>May</h2>\n<p>Hi</p>')
})
