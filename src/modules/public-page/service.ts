import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { protection, type WebContext } from '#kernel/http.ts'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import { brandStyle, type PublicChurch } from './rules/branding.ts'
import { documentOf, type Html, markup, type PublicDocument, paragraphs } from './rules/document.ts'
import { encodingFor } from './rules/encoding.ts'
import type { Language } from './rules/languages.ts'
import { type PagePolicy, policyOf } from './rules/policy.ts'
import { errorTexts, frameSay, type PublicErrorKind } from './rules/words.ts'

/** What a page needs of `clients`, for a resolver that joins it. */
export const churchColumns = { name: clients.name, logoId: clients.logoId, brandColor: clients.brandColor }

/** The church whose transaction this is; null for the operator's own account. */
export async function churchOf(ctx: Ctx): Promise<PublicChurch | null> {
  const [row] = await ctx.db
    .select({ ...churchColumns, house: clients.house })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const { house, ...church } = found(row, 'Account')
  return house ? null : church
}

interface Answer {
  status?: number
  /** `no-store` by default. */
  cache?: string
}
export interface PublicPage
  extends Omit<PublicDocument, 'body'>,
    Pick<PagePolicy, 'images' | 'formTargets' | 'framedBy'>,
    Answer {
  /** From the tag `html` of hono/html. */
  body: Html | Promise<Html>
}

/**
 * A public page of a church, or of the operator: the document around its body, with headers that let no inline script
 * run, set no cookie and keep it out of search engines unless `indexed`. Compressed as the browser accepts.
 */
export async function publicPage(c: WebContext, page: PublicPage): Promise<Response> {
  const { status, cache, images, formTargets, framedBy, ...document } = page
  const style = page.church ? brandStyle(page.church) : ''
  const policy = { images, formTargets, framedBy, styleHashes: style ? [hashOf(style)] : [] }
  return publicDocument(c, documentOf({ ...document, body: await page.body }), {
    ...(Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined)) as PagePolicy),
    ...{ status: status ?? 200, cache: cache ?? 'no-store', indexed: page.indexed ?? false },
  })
}

export interface DocumentOptions extends PagePolicy, Answer {
  indexed?: boolean
}

/** The same headers for a document that brings its own frame: mail in the archive, a sheet to print. */
export async function publicDocument(c: WebContext, html: string, options: DocumentOptions): Promise<Response> {
  const { status = 200, cache = 'no-store', indexed, ...policy } = options
  c.set('isProtected', true)
  const { 'X-Frame-Options': deny, ...guards } = protection(c)
  const { body, encoding } = await compressed(html, c.req.header('accept-encoding'))
  const headers = {
    ...guards,
    ...((policy.framedBy ?? "'none'") === "'none'" && { 'X-Frame-Options': deny }),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(policy),
    'cache-control': cache,
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
    ...(!indexed && { 'x-robots-tag': 'noindex' }),
  }
  return new Response(body, { status, headers })
}

export interface ErrorPage extends Pick<PublicPage, 'header' | 'data' | 'framedBy' | 'footer' | 'styles'> {
  church?: PublicChurch | null
  language?: Language
  /** In place of the kind's own words, already in the page's language. */
  title?: string
  text?: string
  status?: number
}

/** A page that says in a sentence why there is none, in the page's language. */
export function publicError(c: WebContext, kind: PublicErrorKind, page: ErrorPage = {}): Promise<Response> {
  const { church = null, language = 'en', title, text, ...rest } = page
  const say = frameSay(language)
  const own = errorTexts[kind]
  const heading = title ?? say(own.title)
  const body = markup(`<section><h1>${e(heading)}</h1>${paragraphs(text ?? say(own.text))}</section>`)
  return publicPage(c, { status: own.status, ...rest, church, language, title: heading, body })
}

/** A Content-Security-Policy source for an inline style or script. */
export const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
/** Below it, a compressed page is no fewer packets. */
const LEAST_BYTES = 1_000

// Such a page sets no cookie and holds no secret of a session, so its length gives nothing away.
async function compressed(html: string, accepts: string | undefined) {
  const plain = Buffer.from(html)
  const encoding = plain.length < LEAST_BYTES ? undefined : encodingFor(accepts)
  if (!encoding) return { body: plain, encoding }
  return { body: encoding === 'br' ? await brotli(plain, { params }) : await zip(plain), encoding }
}
