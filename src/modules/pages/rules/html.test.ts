import { expect, test } from 'vitest'
import { type Block, beginnings, safeHref, Tree } from './blocks.ts'
import { findingsOf } from './checks.ts'
import { pageCss, pageHtml } from './html.ts'
import { nothingLive } from './live.ts'
import { templateKeys, treeOf } from './templates.ts'
import { phrasesOf, translated } from './translating.ts'
import { videoOf } from './video.ts'

const block = (type: Block['type'], props: object, id = `${type}-1`) =>
  ({ type, props: { id, ...beginnings[type], ...props } }) as Block
const known = { openForms: new Set<string>(), sections: {}, plugged: {}, brand: '#3b4cb8' }
const seo = { title: 'Home', description: 'Welcome' }
const said = (content: Block[]) => findingsOf(content, seo, known).map(one => one.message)

test('nothing that was typed becomes markup or a script', () => {
  const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
  const list = [
    block('text', { text: `${evil} [go](javascript:alert(1))` }),
    block('heading', { text: evil }),
    block('button', { label: evil, href: 'javascript:alert(1)' }),
    block('testimonial', { quote: evil, name: evil }),
    block('faq', { title: evil, items: [{ question: evil, answer: evil }] }),
    block('image', {
      fileId: '00000000-0000-4000-8000-000000000001',
      alt: `"${evil}`,
      caption: evil,
      href: 'data:text/html,x',
    }),
    block('pricing', {
      items: [{ ...beginnings.pricing.items[0], name: evil, features: evil, href: ' javascript:x' }],
    }),
  ]
  const html = pageHtml(list, nothingLive)
  expect(html).not.toMatch(/<script|<img src=x|href="(javascript|data):/i)
  expect(html).toContain('&lt;script&gt;')
})

test.each([
  ['grace.org/give', 'https://grace.org/give'],
  ['https://grace.org', 'https://grace.org'],
  ['mailto:office@grace.org', 'mailto:office@grace.org'],
  ['/c/grace/visit', '/c/grace/visit'],
  ['#times', '#times'],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['just words', undefined],
  ['https://a.b;sandbox/x.mp4', undefined],
])('a link to %s leads to %s', (typed, href) => {
  expect(safeHref(typed)).toBe(href)
})

test('styles apply at their width, and hold nothing but values', () => {
  const styles = { base: { fontSize: 24, background: '#ffffff' }, mobile: { fontSize: 16 } }
  const one = block('heading', { styles })
  expect(pageCss([one], nothingLive)).toBe(
    '.k-heading-1{background:#ffffff;font-size:1.5rem;--size:1.5rem}@media (max-width:639px){.k-heading-1{font-size:1rem;--size:1rem}}',
  )
  const wrong = (style: object) =>
    Tree.safeParse({ content: [{ ...one, props: { ...one.props, styles: { base: style } } }] })
  expect(wrong({ background: 'red;}body{display:none' }).success).toBe(false)
  expect(wrong({ fontSize: 13 }).success).toBe(false)
  expect(Tree.safeParse({ content: [block('heading', {}, 'a{}')] }).success).toBe(false)
})

test('before a page is published, contrast, pictures, headings and links are looked at', () => {
  const h1 = block('heading', { level: 1, text: 'Welcome' }, 'h1')
  expect(said([h1])).toEqual([])
  expect(said([])).toEqual(['Add at least one block'])
  expect(said([block('heading', { level: 2 })])[0]).toContain('the first heading of a page must be level 1')
  expect(said([h1, block('heading', { level: 3 })])).toEqual(['Heading: level 3 follows level 1: use level 2'])
  const grey = block('text', { styles: { base: { color: '#aaaaaa' } } })
  expect(said([h1, grey])).toEqual(['Text: its text is hard to read on its background (2.3 to 1, at least 4.5 to 1)'])
  const hidden = block('text', { styles: { mobile: { color: '#aaaaaa' } } })
  expect(said([h1, hidden])).toHaveLength(1)
  const inside = {
    ...block('columns', { count: 1, one: [block('text', {})], styles: { base: { background: '#000000' } } }),
  }
  expect(said([h1, inside])).toHaveLength(1)
  const picture = { fileId: '00000000-0000-4000-8000-000000000001' }
  expect(said([h1, block('image', picture)])[0]).toContain('describe the picture')
  expect(said([h1, block('image', { ...picture, isDecorative: true })])).toEqual([])
  expect(said([h1, block('button', { label: 'Click here', href: '/x' })])).toEqual([
    'Button: say where “Click here” leads',
  ])
  expect(said([h1, block('button', { label: 'Visit us', href: 'javascript:x' })])[0]).toContain('leads nowhere')
  expect(said([h1, block('form', {})])).toEqual(['Form: choose a published form'])
})

test.each(templateKeys)('the template %s is a page that can be saved', key => {
  const tree = treeOf(key)
  expect(Tree.parse(tree)).toEqual(tree)
  const left = said(tree.content).filter(one => !/choose a published form|enter a YouTube/.test(one))
  expect(left).toEqual([])
})

test('one tree says itself in two languages', () => {
  const tree = {
    content: [
      block('heading', { text: 'Welcome' }),
      block('faq', { items: [{ question: 'Parking?', answer: 'Yes' }] }),
    ],
    words: {
      'heading-1': { text: 'Bienvenidos', level: '9' },
      'faq-1': { 'items.0.question': '¿Dónde?', 'items.0.id': 'x' },
    },
  }
  expect(phrasesOf(tree).map(one => one.field)).toEqual(['text', 'title', 'items.0.question', 'items.0.answer'])
  const html = pageHtml(translated(tree), nothingLive)
  expect(html).toContain('<h2>Bienvenidos</h2>')
  expect(html).toContain('<summary>¿Dónde?</summary>')
  expect(html).toContain('Yes')
})

test('videos load from where they are at home, and only from there', () => {
  expect(videoOf('https://www.youtube.com/watch?v=dQw4w9WgXcQ')?.src).toContain(
    'youtube-nocookie.com/embed/dQw4w9WgXcQ',
  )
  expect(videoOf('https://vimeo.com/123456789')?.src).toContain('player.vimeo.com/video/123456789')
  expect(videoOf('https://evil.example/?v=dQw4w9WgXcQ')).toBeUndefined()
  expect(videoOf('https://media.example/a.mp4')).toMatchObject({ kind: 'file' })
})

test('a Bible passage is printed as it is stored, line by line where it is poetry', () => {
  const verse = block('verse', { reference: 'Psalm 23:1', edition: 'web' })
  const stored = {
    from: 19_023_001,
    to: 19_023_001,
    name: 'Psalm 23:1',
    osis: 'Ps.23.1',
    abbreviation: 'WEB',
    missing: [],
    edition: 'web' as const,
    verses: [
      {
        id: 19_023_001,
        number: '1',
        chapter: 23,
        label: null,
        opens: true,
        text: '',
        lines: ['Yahweh is my shepherd:', 'I shall lack <nothing>.'],
      },
    ],
  }
  const html = pageHtml([verse], { ...nothingLive, verses: { 'web Psalm 23:1': [stored] } })
  expect(html).toContain('<p>Yahweh is my shepherd:<br>I shall lack &lt;nothing&gt;.</p>')
  expect(html).toContain('<b>Psalm 23:1</b><span>WEB</span>')
  expect(said([verse]).filter(one => /passage/.test(one))).toEqual([])
  expect(said([block('verse', { reference: 'Hezekiah 3:16', edition: 'web' })]).join()).toContain(
    'Bible passage: enter a Bible passage such as John 3:16-21',
  )
})
