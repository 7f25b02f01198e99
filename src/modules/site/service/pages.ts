import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { clock } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { HERE } from '../rules/head.ts'

/** A page as it leaves: once for every encoding that a browser may ask for. */
export interface Page {
  plain: Buffer<ArrayBuffer>
  gzip: Buffer<ArrayBuffer>
  br: Buffer<ArrayBuffer>
  etag: string
}

const client = path.join(env.root, 'build/client')

/** Addresses of pages that were made at build time, with their files. In development there are none. */
export const stillPages = (): Map<string, string> =>
  new Map(
    env.dev || !existsSync(client)
      ? []
      : globSync('**/index.html', { cwd: client }).map(file => [
          `/${path.posix.dirname(file)}`.replace(/\/\.$/, '/'),
          path.join(client, file),
        ]),
  )

/** Compressed thoroughly where it is done once, quickly where it is done every few seconds. */
export function compressPage(html: string, thorough: boolean): Page {
  const plain = Buffer.from(styled(html).replaceAll(HERE, env.publicUrl))
  const params = { [constants.BROTLI_PARAM_QUALITY]: thorough ? 11 : 4 }
  return {
    plain,
    gzip: gzipSync(plain, { level: thorough ? 9 : 6 }),
    br: brotliCompressSync(plain, { params }),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  }
}

const sheets = new Map<string, string>()

const letters = /@font-face\s*\{[^}]*url\([^}]*\}/g

/**
 * The few kilobytes of styles travel inside the page: asking for them would cost a phone a second round trip. Our own
 * letters lie beside them as if for paper alone: /letters.js puts them on once all is painted, and until then letters
 * as wide wait in their place.
 */
const styled = (html: string): string =>
  html.replace(/<link [^>]*href="(\/assets\/[\w-]+\.css)"[^>]*>/g, (link, href: string) => {
    const file = path.join(client, href)
    if (!/rel="stylesheet"/.test(link) || !existsSync(file)) return link
    if (!sheets.has(href)) sheets.set(href, inside(readFileSync(file, 'utf8')))
    return sheets.get(href)!
  })

function inside(sheet: string): string {
  const ours = (sheet.match(letters) ?? []).join('')
  const rules = `<style>${sheet.replace(letters, '')}</style>`
  if (!ours) return rules
  const dress = '<script type="module" fetchpriority="low" src="/letters.js"></script>'
  return `<style media="print" data-letters>${ours}</style><noscript><style>${ours}</style></noscript>${rules}${dress}`
}

const MOST_KEPT = 200
const kept = new Map<string, { until: number; page: Promise<Page | null> }>()

/** The page under that key, made at most once in `lifetime` milliseconds however many ask; null is not kept. */
export function cachedPage(key: string, lifetime: number, make: () => Promise<Page | null>): Promise<Page | null> {
  const known = kept.get(key)
  if (known && known.until > clock.ms()) return known.page
  const page = make()
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
  kept.delete(key)
  kept.set(key, { until: clock.ms() + lifetime, page })
  const forget = () => kept.get(key)?.page === page && kept.delete(key)
  page.then(made => made ?? forget(), forget)
  return page
}

/** A page of the build, read when it is first asked for. */
export function stillPage(path: string, file: string): Page {
  const page = still.get(path) ?? compressPage(readFileSync(file, 'utf8'), true)
  still.set(path, page)
  return page
}
const still = new Map<string, Page>()

// Without inline scripts a page needs no nonce, so that the same bytes suit everyone.
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** What a browser gets that accepts these encodings and has this tag already. */
export function respondWith(page: Page, accepts = '', known = '') {
  const common = { etag: page.etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' }
  if (known && known.replace(/^W\//, '') === page.etag) return { status: 304, headers: common, body: null }
  const encoding = /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : null
  const body = page[encoding ?? 'plain']
  const headers = {
    ...common,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'content-length': String(body.length),
    ...(encoding && { 'content-encoding': encoding }),
  }
  return { status: 200, headers, body }
}
