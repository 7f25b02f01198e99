import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { protection, type WebContext } from '#kernel/http.ts'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import type { PublicChurch } from './rules/branding.ts'
import { documentOf, type Html, markup, type PublicDocument, paragraphs, styleOf } from './rules/document.ts'
import { encodingFor } from './rules/encoding.ts'
import type { Language } from './rules/languages.ts'
import { type PagePolicy, policyOf } from './rules/policy.ts'
import { errorTexts, frameSay, type PublicErrorKind } from './rules/words.ts'

/** What a page needs of `clients`, for a resolver that joins it. */
export const churchColumns = {
  name: clients.name,
  logoId: clients.logoId,
  brandColor: clients.brandColor,
  publicNotice: clients.publicNotice,
  publicNoticeUntil: clients.publicNoticeUntil,
}

/** The church whose transaction this is; null for the operator's own account. */
export async function churchOf(ctx: Ctx): Promise<PublicChurch | null> {
  const [row] = await ctx.db
    .select({ ...churchColumns, isOperatorAccount: clients.house })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const { isOperatorAccount, ...church } = found(row, 'Account')
  return isOperatorAccount ? null : church
}

interface Answer {
  status?: number
  /** `no-store` by default. */
  cache?: string
}
export interface PublicPage
  extends Omit<PublicDocument, 'body'>,
    Pick<PagePolicy, 'images' | 'formTargets' | 'framedBy' | 'frames' | 'media' | 'inlineStyles'>,
    Answer {
  /** From the tag `html` of hono/html. */
  body: Html | Promise<Html>
}

/**
 * A public page of a church, or of the operator: the document around its body, with headers that let no inline script
 * run, set no cookie and keep it out of search engines unless `indexed`. Compressed as the browser accepts.
 */
export async function publicPage(c: WebContext, page: PublicPage): Promise<Response> {
  const { html, options } = await documentFor(page)
  return publicDocument(c, html, options)
}

async function documentFor(page: PublicPage): Promise<{ html: string; options: DocumentOptions }> {
  const { status, cache, images, formTargets, framedBy, frames, media, inlineStyles, ...document } = page
  const style = styleOf(page)
  const policy = {
    images,
    formTargets,
    framedBy,
    frames,
    media,
    inlineStyles,
    styleHashes: style ? [hashOf(style)] : [],
  }
  const options = {
    ...(Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined)) as PagePolicy),
    status: status ?? 200,
    cache: cache ?? 'no-store',
    indexed: page.indexed ?? false,
  }
  return { html: documentOf({ ...document, notice: noticeOf(page.church), body: await page.body }), options }
}

/** What the church wants every visitor to read now. */
const noticeOf = (church: PublicChurch | null): string =>
  church?.publicNotice && church.publicNoticeUntil && church.publicNoticeUntil > clock.now() ? church.publicNotice : ''

export interface DocumentOptions extends PagePolicy, Answer {
  indexed?: boolean
}

/** The same headers for a document that brings its own frame: mail in the archive, a sheet to print. */
export async function publicDocument(c: WebContext, html: string, options: DocumentOptions): Promise<Response> {
  const { body, encoding } = await compressed(html, c.req.header('accept-encoding'))
  return answer(c, options, body, encoding)
}

function answer(c: WebContext, options: DocumentOptions, body: Buffer, encoding: Encoding): Response {
  c.set('isProtected', true)
  const headers = { ...guarded(c, options), ...headersOf(options, encoding) }
  return new Response(body as Uint8Array<ArrayBuffer>, { status: options.status ?? 200, headers })
}

function guarded(c: WebContext, { framedBy = "'none'" }: DocumentOptions) {
  const { 'X-Frame-Options': deny, ...guards } = protection(c)
  return framedBy === "'none'" ? { ...guards, 'X-Frame-Options': deny } : guards
}

function headersOf(options: DocumentOptions, encoding: Encoding): Record<string, string> {
  const { status: _, cache = 'no-store', indexed, ...policy } = options
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(policy),
    'cache-control': cache,
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
    ...(!indexed && { 'x-robots-tag': 'noindex' }),
  }
}

type Encoding = ReturnType<typeof encodingFor>
interface Variant {
  body: Buffer
  headers: Record<string, string>
}
/** A page made once for many visitors, compressed for each kind of browser. */
export interface PreparedPage {
  options: DocumentOptions
  variants: { plain: Variant; br: Variant; gzip: Variant }
}

/** For pages that are the same for every visitor; the caller keeps them, and says when they are old. */
export async function preparePage(page: PublicPage): Promise<PreparedPage> {
  const { html, options } = await documentFor(page)
  const plain = Buffer.from(html)
  const [br, gzipped] = await Promise.all([brotli(plain, { params }), zip(plain)])
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const variant = (body: Buffer, encoding?: 'br' | 'gzip'): Variant => ({
    body,
    headers: { ...headersOf(options, encoding), etag: `"${hash}${encoding ? `-${encoding}` : ''}"` },
  })
  return { options, variants: { plain: variant(plain), br: variant(br, 'br'), gzip: variant(gzipped, 'gzip') } }
}

export function answerPrepared(c: WebContext, { options, variants }: PreparedPage): Response {
  c.set('isProtected', true)
  const { body, headers } = variants[encodingFor(c.req.header('accept-encoding')) ?? 'plain']
  const all = { ...guarded(c, options), ...headers }
  if (c.req.header('if-none-match') === headers.etag) return new Response(null, { status: 304, headers: all })
  return new Response(body as Uint8Array<ArrayBuffer>, { status: options.status ?? 200, headers: all })
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
