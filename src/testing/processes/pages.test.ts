// Isolated: runs servers of its own
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparedDataDir } from './prepared.ts'
import { clearAway, type RunningServer, startServer } from './server.ts'

let server: RunningServer
const address = 'https://lampstand.example.org'

beforeAll(async () => {
  server = await startServer({ dataDir: await preparedDataDir(), set: { PUBLIC_URL: address } })
}, 300_000)
afterAll(() => clearAway(server.dataDir, server))

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' })
const paths = async () =>
  [...(await (await get('/sitemap.xml')).text()).matchAll(/<loc>https:\/\/[^/]+([^<]*)<\/loc>/g)].map(
    match => match[1]!,
  )
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(match => match[1]!)

test('every public page says what it is, under the address of this server, and to machines too', async () => {
  const [titles, descriptions] = [new Set<string>(), new Set<string>()]
  const pages = await paths()
  for (const wanted of ['/', '/pricing', '/sales-funnel', '/tour', '/status', '/help', '/help/import-people'])
    expect(pages).toContain(wanted)
  for (const path of pages) {
    const html = await (await get(path)).text()
    const one = (pattern: RegExp) => {
      const found = all(html, pattern)
      expect(found, `${path} ${pattern}`).toHaveLength(1)
      return found[0]!
    }
    titles.add(one(/<title>([^<]+)<\/title>/g))
    descriptions.add(one(/<meta name="description" content="([^"]+)"/g))
    expect(one(/<link rel="canonical" href="([^"]+)"/g)).toBe(address + path)
    expect(one(/<meta property="og:url" content="([^"]+)"/g)).toBe(address + path)
    for (const picture of [...all(html, /(?:og|twitter):image" content="([^"]+)"/g)]) {
      const answer = await get(picture.replace(address, ''))
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], picture).toEqual([1200, 630])
    }
    expect(html, path).not.toContain('lampstand.invalid')
    for (const text of all(html, /<script type="application\/ld\+json">(.*?)<\/script>/g))
      expect(JSON.parse(text)['@context'], path).toBe('https://schema.org')
  }
  expect(titles.size).toBe(pages.length)
  expect(descriptions.size).toBe(pages.length)
})

test('the main pages carry what search engines look for', async () => {
  const kinds = async (path: string) =>
    all(await (await get(path)).text(), /<script type="application\/ld\+json">(.*?)<\/script>/g).map(text =>
      JSON.parse(text),
    )
  const named = async (path: string) => (await kinds(path)).map(thing => thing['@type'])
  expect(await named('/')).toEqual(['Organization', 'WebSite'])
  expect(await named('/pricing')).toEqual(['SoftwareApplication', 'FAQPage', 'BreadcrumbList'])
  expect(await named('/sales-funnel')).toEqual(['SoftwareApplication', 'FAQPage', 'BreadcrumbList'])
  expect(await named('/blog/a-board-for-monday')).toEqual(['BlogPosting', 'BreadcrumbList'])
  const [software] = await kinds('/pricing')
  expect(software.offers.map((offer: any) => offer.price)).toContain('29.00')
})

test('a page from the build: compressed, known by its tag, guarded, without an address of its own file', async () => {
  const page = await get('/about', { 'accept-encoding': 'br' })
  expect(page.headers.get('content-encoding')).toBe('br')
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
  expect(page.headers.get('x-request-id')).toBeTruthy()
  const again = await get('/about', { 'if-none-match': page.headers.get('etag')! })
  expect(again.status).toBe(304)
  expect((await get('/about/index.html')).headers.get('location')).toBe('/about')
  expect((await fetch(`${server.url}/about`, { method: 'HEAD' })).status).toBe(200)
  expect((await get('/nothing-here')).headers.get('location')).toBe('/?missing=%2Fnothing-here')
})

test('a page of today: compressed too, its styles inside, the same for everyone', async () => {
  const page = await get('/pricing', { 'accept-encoding': 'gzip' })
  expect(page.headers.get('content-encoding')).toBe('gzip')
  const html = await page.text()
  expect(html).toContain('<style>')
  expect(html).not.toMatch(/nonce="[^"]/)
  expect(html).not.toMatch(/<link[^>]+rel="stylesheet"/)
  // Our own letters wait until the page is painted; without scripts they are there from the start.
  expect(html).toContain('<style media="print" data-letters>@font-face')
  expect(html.split('</noscript>').at(-1)).not.toMatch(/@font-face[^}]*url\(/)
  const searched = await (await get('/help?q=import')).text()
  expect(searched).toContain('about “import”')
  expect(await (await get('/help?q=%3Cscript%3E')).text()).not.toContain('<script>”')
})

test('icons and manifest are there', async () => {
  const manifest = (await (await get('/manifest.webmanifest')).json()) as { icons: { src: string; purpose?: string }[] }
  expect(manifest.icons.some(icon => icon.purpose === 'maskable')).toBe(true)
  for (const { src } of [...manifest.icons, { src: '/apple-touch-icon.png' }, { src: '/favicon.svg' }])
    expect((await get(src)).status, src).toBe(200)
})

test('no public page sends more than 120 kB of scripts, and the chat is under 8 kB', async () => {
  const { gzipSync } = await import('node:zlib')
  const weigh = async (file: string) => gzipSync(await (await get(file)).text(), { level: 9 }).length
  const chat = (await weigh('/chat.js')) + (await weigh('/chat-window.js'))
  expect(chat).toBeLessThan(8_000)
  for (const path of await paths()) {
    const files = all(await (await get(path)).text(), /<script[^>]* src="([^"]+)"/g)
    let size = chat
    for (const file of files.filter(file => file !== '/chat.js')) size += await weigh(file)
    expect(size, path).toBeLessThanOrEqual(120_000)
  }
})
