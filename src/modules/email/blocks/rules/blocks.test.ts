import { expect, test } from 'vitest'
import { linksIn, MARK } from '../../rules/counting.ts'
import { blank, blockNames } from './blank.ts'
import { aboutSize, findings } from './checks.ts'
import { composeMail } from './compose.ts'
import { wholeHref } from './links.ts'
import { mailColor } from './look.ts'
import { Blocks, type BlockType } from './schema.ts'
import { starters } from './starters.ts'

const look = { businessName: 'Grace', logo: null, color: '#3b4cb8', picture: (id: string) => `https://x.org/p/${id}` }
const around = { look, topicName: 'News & events' }
const values = {
  firstName: '<Ann>',
  lastName: 'Miller',
  name: 'Ann Miller',
  email: 'ann@example.org',
  businessName: 'Grace & Hope',
  businessAddress: '12 Church Road',
  unsubscribeLink: 'https://x.org/u/1',
  preferencesLink: 'https://x.org/p/1',
  archiveLink: 'https://x.org/m/1',
  bookingLink: 'https://x.org/book/grace',
}
const kinds = Object.keys(blockNames) as BlockType[]
const id = '0198a000-0000-7000-8000-000000000001'

const full = [
  { ...blank('header', 'a'), logo: false },
  { ...blank('heading', 'b'), text: 'Dear {firstName|friend}' },
  {
    ...blank('text', 'c'),
    text: '**Hello** <script>alert(1)</script> [give](https://grace.org/give?a=1&b=2) [bad](javascript:alert(1))',
  },
  { ...blank('image', 'd'), fileId: id, alt: 'A "lamp"', href: 'grace.org' },
  { ...blank('button', 'e'), label: 'Come', href: 'grace.org/come' },
  {
    ...blank('columns', 'f'),
    left: { fileId: null, alt: '', text: 'Left', label: 'Go', href: 'https://grace.org/give?a=1&b=2' },
  },
  blank('divider', 'g'),
  { ...blank('verse', 'h'), text: 'Light', reference: 'Matthew 5:14' },
  { ...blank('events', 'i'), items: [{ title: 'Supper', when: 'Friday', where: 'Hall', href: '' }] },
  { ...blank('sermon', 'j'), title: 'On a stand', speaker: 'Ruth', label: 'Listen', href: 'https://grace.org/listen' },
  { ...blank('give', 'k'), href: 'javascript:alert(1)' },
  { ...blank('booking', 'n'), slug: 'coffee' },
  {
    ...blank('video', 'o'),
    title: 'The <Lamp>',
    text: 'Twelve minutes.',
    poster: 'https://x.org/media/1/pictures/2',
    href: 'https://x.org/watch/grace/the-lamp',
  },
  { ...blank('social', 'l'), facebook: 'facebook.com/grace' },
]
const mail = { subject: 'To {firstName}', preheader: 'Two\nthings', blocks: full }

test('every block becomes mail-safe HTML and text: no script, no style sheet to load, nothing typed is markup', () => {
  expect(new Set(full.map(block => block.type))).toEqual(new Set(kinds))
  expect(Blocks.parse(full)).toHaveLength(kinds.length)
  const { html, text, subject, missing } = composeMail(mail, around)(values)
  expect(missing).toEqual([])
  expect(subject).toBe('To <Ann>')
  expect(html).not.toMatch(/<script|javascript:|<link|<iframe|<form|\son\w+=/i)
  expect(html).toContain('Dear &lt;Ann&gt;')
  expect(html).toContain('alt="A &quot;lamp&quot;"')
  expect(html).toContain('<a href="https://x.org/book/grace/coffee"')
  expect(html).toMatch(
    /<a href="https:\/\/x.org\/watch\/grace\/the-lamp"[^>]*><img src="https:\/\/x.org\/media\/1\/pictures\/2" alt="The &lt;Lamp&gt;"/,
  )
  expect(html).toContain('max-width:600px')
  expect(html).toContain('prefers-color-scheme:dark')
  for (const words of [
    'Hello',
    'Come: https://grace.org/come',
    '“Light”',
    '- Supper, Friday, Hall',
    'Listen: https://grace.org/listen',
    'Choose a time: https://x.org/book/grace/coffee',
    'Watch: https://x.org/watch/grace/the-lamp',
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/<(p|table|a) /)
})

test('the way out, the preferences and the postal address stand under every mail, whatever is in it', () => {
  for (const blocks of [[], full]) {
    const { html, text } = composeMail({ ...mail, blocks }, around)(values)
    for (const part of [html.replaceAll('&amp;', '&'), text])
      for (const words of ['https://x.org/u/1', 'https://x.org/p/1', 'Grace & Hope, 12 Church Road', 'News & events'])
        expect(part).toContain(words)
  }
  const without = composeMail(mail, around)({ ...values, businessAddress: '' })
  expect(without.missing).toContain('businessAddress')
})

test('links of the web are counted by their number, each reader’s own ways out are not', () => {
  const links = linksIn(composeMail(mail, around)({}).html)
  expect(links).toEqual([
    'https://grace.org/give?a=1&b=2',
    'https://grace.org',
    'https://grace.org/come',
    'https://grace.org/listen',
    'https://x.org/watch/grace/the-lamp',
    'https://facebook.com/grace',
  ])
  const counting = { links, clicks: `https://x.org/r/${MARK}`, opens: `https://x.org/o/${MARK}` }
  const { html } = composeMail(mail, around, { counting })(values, 'me')
  expect(html.match(/https:\/\/x\.org\/r\/me\/\d/g)).toEqual(
    [0, 1, 2, 0, 3, 4, 4, 5].map(n => `https://x.org/r/me/${n}`),
  )
  expect(html).toContain('<img src="https://x.org/o/me" width="1"')
  expect(html).toContain('href="https://x.org/u/1"')
  expect(html).not.toContain(MARK)
})

test('where a link leads is made whole, or nothing', () => {
  expect(wholeHref('grace.org/give')).toBe('https://grace.org/give')
  expect(wholeHref('mailto:office@grace.org')).toBe('mailto:office@grace.org')
  expect(wholeHref('{archiveLink}')).toBe('{archiveLink}')
  expect(wholeHref('{bookingLink}/coffee')).toBe('{bookingLink}/coffee')
  expect(wholeHref('{bookingLink}/../login')).toBeUndefined()
  for (const bad of ['', 'javascript:alert(1)', 'data:text/html,x', 'give', 'https://', 'grace org', '{firstName}'])
    expect(wholeHref(bad), bad).toBeUndefined()
})

test('the checks name what is missing, beside its block', () => {
  const bad = [
    { ...blank('image', 'a'), fileId: id },
    { ...blank('button', 'b'), label: 'Come' },
    { ...blank('button', 'c'), label: 'Come', href: 'nowhere' },
    { ...blank('text', 'd'), text: 'See [this]() and {firstname}' },
  ]
  const found = findings({ subject: '', preheader: '', blocks: bad })
  const errors = found.filter(({ level }) => level === 'error')
  expect(errors.map(({ block }) => block)).toEqual([null, 'a', 'b', 'c', 'd', 'd'])
  expect(errors[0]!.text).toBe('The subject is missing.')
  expect(errors.at(-1)!.text + errors.at(-2)!.text).toContain('Did you mean {firstName}?')
  expect(findings({ subject: 'x', preheader: 'y', blocks: [] })).toMatchObject([{ level: 'error' }])
  const loud = findings({
    subject: 'FREE MONEY!! ACT NOW',
    preheader: 'y',
    blocks: [{ ...blank('text', 'a'), text: 'x' }],
  })
  expect(loud.map(({ level }) => level)).toEqual(['warning', 'warning', 'warning'])
  expect(aboutSize(102 * 1024)).toEqual([])
  expect(aboutSize(102 * 1024 + 1)).toMatchObject([{ level: 'error' }])
})

test('a starter has nothing wrong but the links that are to be given', () => {
  for (const { name, blocks, ...words } of starters) {
    expect(Blocks.safeParse(blocks).success, name).toBe(true)
    expect(new Set(blocks.map(block => block.key)).size).toBe(blocks.length)
    for (const { level, text } of findings({ ...words, blocks }))
      if (level === 'error') expect(text).toContain('has no link')
  }
})

test('a brand color on which white can’t be read gives way to the server’s', () => {
  expect(mailColor('#1d3557')).toBe('#1d3557')
  for (const bad of ['#ffee00', null, 'red']) expect(mailColor(bad)).toBe('#3b4cb8')
})
