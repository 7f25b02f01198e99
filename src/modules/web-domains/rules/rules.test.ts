import { expect, test } from 'vitest'
import { answeredOn, hostIn, hostOf, isProductHost, problemWith } from './host.ts'

test('a domain is read from what people paste, in ASCII; anything else is none', () => {
  expect(hostIn(' https://www.GraceChurch.org/visit?x=1 ')).toBe('www.gracechurch.org')
  expect(hostIn('gracechurch.org.')).toBe('gracechurch.org')
  expect(hostIn('münchen-kirche.de')).toBe('xn--mnchen-kirche-wob.de')
  // A Cyrillic letter is not the Latin one it looks like.
  expect(hostIn('grаce.org')).toMatch(/^xn--/)
  for (const odd of [
    '',
    'grace',
    '127.0.0.1',
    '[::1]',
    'a b.org',
    '-a.org',
    'localhost',
    'a..org',
    'x@y.org',
    'a.org:80',
  ])
    expect(hostIn(odd), odd).toBeUndefined()
  expect(hostOf('GraceChurch.org:8443')).toBe('gracechurch.org')
})

test('the product’s own host, and names below and above it, belong to nobody', () => {
  for (const host of ['app.lamp.example', 'x.app.lamp.example', 'lamp.example'])
    expect(isProductHost(host, 'app.lamp.example'), host).toBe(true)
  expect(isProductHost('otherlamp.example', 'lamp.example')).toBe(false)
})

test('one TXT record of ours is enough; another value is said', () => {
  expect(problemWith(['v=spf1 -all', ' lampstand-site=abc '], 'abc')).toBeUndefined()
  expect(problemWith(['lampstand-site=old'], 'abc')).toContain('another value')
  expect(problemWith([], 'abc')).toContain('no such record yet')
})

test('on a church’s own domain its pages are at the root, and nothing of the product is', () => {
  const on = (path: string) => answeredOn(path, 'grace')
  expect(on('/')).toEqual({ as: 'page', path: '/c/grace' })
  expect(on('/visit')).toEqual({ as: 'page', path: '/c/grace/visit' })
  expect(on('/sitemap.xml')).toEqual({ as: 'page', path: '/c/grace/sitemap.xml' })
  expect(on('/c/grace/visit')).toEqual({ as: 'moved', to: '/visit' })
  expect(on('/c/grace')).toEqual({ as: 'moved', to: '/' })
  for (const path of [
    '/c/hope/visit',
    '/c/gracex',
    '/rest/v1/people',
    '/auth/v1/token',
    '/internal/tls-allowed',
    '/outbox',
  ])
    expect(on(path), path).toEqual({ as: 'missing' })
  for (const path of ['/book/grace/pastor', '/my/grace', '/login']) expect(on(path), path).toEqual({ as: 'elsewhere' })
  for (const path of ['/site.css', '/storage/v1/images/x/640.avif', '/media/abc/file', '/f/connect', '/l/abcdefgh'])
    expect(on(path), path).toEqual({ as: 'same' })
  expect(on('/go/visit/thanks')).toEqual({ as: 'page', path: '/c/grace/go/visit/thanks' })
  for (const path of ['/a/b', '//evil.example/x', '/a/b/c/d'])
    expect(on(path), path).toEqual({ as: 'page', path: '/c/grace/-' })
  expect(on('/robots.txt')).toEqual({ as: 'robots' })
})
