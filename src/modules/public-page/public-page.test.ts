import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { webServer } from '#kernel/http.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { brandStyle, inkOn } from './rules/branding.ts'
import { documentOf, markup } from './rules/document.ts'
import { encodingFor } from './rules/encoding.ts'
import { preferredLanguage } from './rules/languages.ts'
import { policyOf } from './rules/policy.ts'
import { type ErrorPage, type PublicPage, publicDocument, publicError, publicPage } from './service.ts'

const evil = `"><script>alert(1)</script>`
const church = { name: evil, logoId: null, brandColor: '#ffd54f' }

/** What a browser gets of a page. */
async function visit(page: Partial<PublicPage>, headers: Record<string, string> = {}) {
  const whole: PublicPage = { title: evil, church, body: html`<h1>${evil}</h1>`, description: evil, ...page }
  const route = { method: 'GET', path: '/', mode: 'anonymous', handle: (c: any) => publicPage(c, whole) } as const
  return webServer([route]).request('/', { headers })
}
const errorPage = async (kind: Parameters<typeof publicError>[1], page: ErrorPage) => {
  const route = { method: 'GET', path: '/', mode: 'anonymous', handle: (c: any) => publicError(c, kind, page) } as const
  return webServer([route]).request('/')
}

test('hostile names are text everywhere, and no inline script may run', async () => {
  const answer = await visit({
    footer: [{ href: `/${evil}`, text: evil }],
    feed: { title: evil, href: '/f' },
    data: { chat: evil },
  })
  const text = await answer.text()
  expect(text).not.toContain('<script>')
  expect(text.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(8)
  const policy = answer.headers.get('content-security-policy')!
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /)
  expect(policy).not.toContain('unsafe-inline')
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? []
  expect(style).toBe(':root{--brand:#ffd54f;--on-brand:#000000}')
  expect(policy).toContain(`style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
})

test('nobody may frame or list a page, no cookie is set, and nothing is kept in between, unless the page says so', async () => {
  const says = async (page: Partial<PublicPage>) => {
    const { headers } = await visit(page)
    return ['x-frame-options', 'x-robots-tag', 'cache-control', 'set-cookie'].map(name => headers.get(name))
  }
  expect(await says({})).toEqual(['DENY', 'noindex', 'no-store', null])
  expect(await says({ framedBy: '*', indexed: true, cache: 'public, max-age=60' })).toEqual([
    null,
    null,
    'public, max-age=60',
    null,
  ])
  expect((await visit({ framedBy: 'grace.org' })).headers.get('content-security-policy')).toContain(
    'frame-ancestors grace.org',
  )
  expect(await (await visit({ indexed: true, canonical: 'https://x.org/a?b=1&c=2' })).text()).toMatch(
    /<link rel="canonical" href="https:\/\/x\.org\/a\?b=1&amp;c=2">/,
  )
})

test('a page is compressed as the browser accepts, and is the same', async () => {
  const plain = await visit({})
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
  const small = await visit({}, { 'accept-encoding': 'gzip, deflate, br' })
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from(await small.arrayBuffer())).toString()).toBe(await plain.text())
  expect([encodingFor('gzip, br;q=0'), encodingFor('gzip'), encodingFor('identity'), encodingFor()]).toEqual([
    'gzip',
    'gzip',
    undefined,
    undefined,
  ])
})

test('language, direction and branding are the church’s; an error says so in that language', async () => {
  const arabic = documentOf({ title: 'A', church, body: markup('b'), language: 'ar', header: 'heading' })
  expect(arabic).toContain('<html lang="ar" dir="rtl">')
  expect(arabic).toContain('<span class="mark" aria-hidden="true">&quot;</span><h1>')
  expect(documentOf({ title: 'A', church: { ...church, logoId: 'x' }, body: markup('b') })).toContain('/logos/x"')
  expect(documentOf({ title: 'A', church, body: markup('b'), header: 'none' })).not.toContain('class="church"')
  expect(documentOf({ title: 'A', church: null, body: markup('b') })).toContain('<title>A · Lampstand</title>')
  const answer = await errorPage('tooMany', { church, language: 'es' })
  expect([answer.status, await answer.text()]).toEqual([429, expect.stringContaining('Demasiadas solicitudes')])
  expect((await errorPage('closed', { church })).status).toBe(410)
  expect(brandStyle({ brandColor: 'red;}body{display:none' })).toBe('')
  expect([inkOn('#3b4cb8'), inkOn('#777777'), inkOn(null)]).toEqual(['#ffffff', '#000000', '#ffffff'])
  expect(preferredLanguage(['en', 'es', 'tl'], undefined, 'fil;q=0.9, es;q=0.5')).toBe('tl')
  expect(preferredLanguage(['es', 'en'], 'fr', 'de')).toBe('es')
})

test('a document of its own gets the same headers, with its one script allowed by hash', async () => {
  const handle = (c: any) =>
    publicDocument(c, '<p>', { inlineStyles: true, images: ['https:'], scriptHashes: [], formTargets: null })
  const answer = await webServer([{ method: 'GET', path: '/', mode: 'anonymous', handle }]).request('/')
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' https:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(policyOf({ formTargets: ['https://pay.example'] })).toContain("form-action 'self' https://pay.example;")
})

test('the church’s sign-up works by plain requests alone, in its colors', async () => {
  const grace = await aChurch()
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `update clients set brand_color = '#123456', name = $2 where id = $1 returning slug`,
    [grace.id, `Grace ${evil}`],
  )
  const at = `/subscribe/${rows[0].slug}`
  const server = await aServer()
  const page = await (await server.send(at)).text()
  expect(page).toContain('--brand:#123456')
  expect(page).toContain('name="website"')
  expect(page).not.toContain('<script')
  const body = new URLSearchParams({ email: 'reader@example.org', topic: 'newsletter' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await server.send(at, { method: 'POST', headers, body })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${at}?done=subscribed`])
  const missing = await server.send('/subscribe/nobody-here')
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Page not found')])
})
