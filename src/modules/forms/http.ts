import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import QRCode from 'qrcode'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, protection, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { type Entries, formAt, type PublicForm, submit, tokenFor } from './public/service.ts'
import { type Answers, answersFrom } from './rules/answers.ts'
import { embedScript } from './rules/embed.ts'
import { inkOn } from './rules/ink.ts'
import { type Church, formPage, qrPage, sentencePage, thanksPage } from './rules/page.ts'
import { rulesScript } from './rules/page-script.ts'
import { count, countExit } from './stats/service.ts'
import { uploadRoutes } from './uploads/http.ts'

const SLUG = /^[a-z0-9-]{1,80}$/
const lampstand: Church = { name: 'Lampstand', logoId: null, brandColor: null }

const formOf = async (c: WebContext) => {
  const slug = c.req.param('slug') ?? ''
  return SLUG.test(slug) ? asPlatform('form', db => formAt(db, slug)) : undefined
}

interface View {
  embedded: boolean
  kiosk: boolean
  nonce: string
}
const viewOf = (c: WebContext): View => ({
  embedded: c.req.query('embed') === '1',
  kiosk: c.req.query('kiosk') === '1',
  nonce: randomBytes(16).toString('base64'),
})

/** No cookies, nothing kept by anybody in between. Only the embedded page may stand in a frame of another site. */
function page(c: WebContext, html: string, { embedded, nonce }: View, status = 200, redirect = ''): Response {
  c.set('isProtected', true)
  const { 'X-Frame-Options': deny, ...guards } = protection(c)
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    // Without JavaScript the answer to the form leads on to there, and the policy holds for that step too.
    `form-action 'self'${redirect ? ` ${new URL(redirect).origin}` : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${embedded ? '*' : "'none'"}`,
  ].join('; ')
  const headers = {
    ...guards,
    ...(!embedded && { 'X-Frame-Options': deny }),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  }
  return new Response(html, { status, headers })
}

const sentence = (c: WebContext, view: View, status: number, title: string, text: string, church = lampstand) =>
  page(c, sentencePage({ title, text, church, ink: inkOn(church.brandColor), ...view }), view, status)

const gone = (c: WebContext, view: View) =>
  sentence(c, view, 404, 'This form is not here', 'It may have been closed, or the address is not whole.')
const paused = (c: WebContext, view: View, { church }: PublicForm) =>
  sentence(
    c,
    view,
    503,
    'This form is resting',
    `${church.name} takes no forms at the moment. Please try again later, or ask at the church.`,
    church,
  )

function shown(
  form: PublicForm,
  view: View,
  via: string,
  answers: Answers,
  problems: Record<string, string> = {},
  key = randomUUID(),
) {
  const { definition, church, slug } = form
  const rest = { token: tokenFor(form), via, answers, problems, ink: inkOn(church.brandColor), key }
  return formPage({ definition, church, slug, ...view, ...rest })
}

/** Hidden fields may come with the address; a device that many use takes nothing from it. */
function hiddenFrom(c: WebContext, { definition }: PublicForm, { kiosk }: View): Answers {
  if (kiosk) return {}
  const hidden = definition.fields.filter(({ type, key }) => type === 'hidden' && c.req.query(key) !== undefined)
  return answersFrom(
    hidden,
    hidden.map(({ key }) => [key, (c.req.query(key) ?? '').slice(0, 500)] as const),
  )
}

async function open(c: WebContext): Promise<Response> {
  const view = viewOf(c)
  const form = await formOf(c)
  if (!form) return gone(c, view)
  if (form.paused) return paused(c, view, form)
  if (c.req.query('sent') === '1')
    return page(c, thanksPage({ ...form, ...view, ink: inkOn(form.church.brandColor) }), view)
  if (!form.live) return gone(c, view)
  const via = view.kiosk ? 'kiosk' : view.embedded ? 'embed' : c.req.query('via') === 'qr' ? 'qr' : 'link'
  return page(c, shown(form, view, via, hiddenFrom(c, form, view)), view, 200, form.definition.redirect)
}

/** 200 kB are more than any form of ours holds. */
const MOST = 200_000

async function entriesOf(c: WebContext): Promise<Entries> {
  const body = await c.req.text()
  if (body.length > MOST) throw new Failure('BAD_REQUEST', 'That is too much for one form.')
  return [...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\0', '')] as const)
}

/** The page’s own script asks for JSON; a browser without it gets a page. */
async function send(c: WebContext): Promise<Response> {
  const view = viewOf(c)
  const json = c.req.header('accept') === 'application/json'
  const form = await formOf(c)
  if (!form) return json ? problem(new Failure('NOT_FOUND', 'This form is closed.'), c) : gone(c, view)
  if (form.paused)
    return json
      ? problem(new Failure('UNAVAILABLE', `${form.church.name} takes no forms at the moment.`), c)
      : paused(c, view, form)
  try {
    const entries = await entriesOf(c)
    const userAgent = c.req.header('user-agent') ?? ''
    const sent = await asVisitor(c.get('caller'), form.clientId, ctx => submit(ctx, form, entries, userAgent))
    const wrong = Object.keys(sent.problems).length > 0
    if (json) return wrong ? c.json({ code: 'BAD_REQUEST', problems: sent.problems }, 400) : c.json({})
    const key = entries.find(([name]) => name === 'key')?.[1]
    const via = entries.find(([name]) => name === 'via')?.[1] ?? 'link'
    if (wrong)
      return page(
        c,
        shown({ ...form, definition: sent.definition }, view, via, sent.answers, sent.problems, key as never),
        view,
        400,
      )
    const on =
      sent.definition.redirect ||
      `/f/${form.slug}?sent=1${view.embedded ? '&embed=1' : ''}${view.kiosk ? '&kiosk=1' : ''}`
    return c.redirect(on, 303)
  } catch (error) {
    if (json || !(error instanceof Failure)) return problem(error, c)
    return sentence(c, view, 429, 'That did not work', error.message, form.church)
  }
}

const beacons = { view: 'views', start: 'starts' } as const

/** The page says that it was looked at or begun; who did it is nobody’s business. */
async function seen(c: WebContext): Promise<Response> {
  const form = await formOf(c)
  const said = (await c.req.text()).slice(0, 60)
  const what = beacons[said as keyof typeof beacons]
  const at = said.startsWith('exit:') ? said.slice(5) : ''
  if (form?.live && form.definition.fields.some(({ key }) => key === at))
    await asVisitor(c.get('caller'), form.clientId, ctx => countExit(ctx, form.id, at))
  if (form?.live && what) await asVisitor(c.get('caller'), form.clientId, ctx => count(ctx, form.id, what))
  return c.body(null, 204)
}

const addressOf = ({ slug }: PublicForm) => `${env.publicUrl}/f/${slug}`
const codeOf = (form: PublicForm) =>
  QRCode.toString(`${addressOf(form)}?via=qr`, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })

async function qr(c: WebContext): Promise<Response> {
  const form = await formOf(c)
  if (!form) return problem(new Failure('NOT_FOUND', 'There is no such form.'), c)
  return c.body(await codeOf(form), 200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
}

async function projector(c: WebContext): Promise<Response> {
  const view = { ...viewOf(c), embedded: false, kiosk: false }
  const form = await formOf(c)
  if (!form?.live) return gone(c, view)
  const { church, definition } = form
  const address = addressOf(form).replace(/^https?:\/\//, '')
  return page(
    c,
    qrPage({
      title: definition.title,
      church,
      ink: inkOn(church.brandColor),
      ...view,
      svg: await codeOf(form),
      address,
    }),
    view,
  )
}

const script = (c: WebContext, text: string) =>
  c.body(text, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=600' })

async function embed(c: WebContext): Promise<Response> {
  const slug = (c.req.param('file') ?? '').replace(/\.js$/, '')
  const form = SLUG.test(slug) ? await asPlatform('form', db => formAt(db, slug)) : undefined
  if (!form) return script(c, 'console.warn("Lampstand: there is no such form.")')
  return script(c, embedScript({ origin: env.publicUrl, slug, title: form.definition.title }))
}

/** The letters of the app, for pages that are not built with it. */
async function letters(c: WebContext): Promise<Response> {
  const file = path.join(env.root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
  return c.body(await readFile(file), 200, {
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  })
}

export const formRoutes: RawRoute[] = [
  raw('GET', '/f/rules.js', 'anonymous', c => script(c, rulesScript())),
  raw('GET', '/f/inter.woff2', 'anonymous', letters),
  raw('GET', '/f/:slug', 'anonymous', open),
  raw('POST', '/f/:slug', 'anonymous', send),
  ...uploadRoutes,
  raw('POST', '/f/:slug/seen', 'anonymous', seen),
  raw('GET', '/f/:slug/qr.svg', 'anonymous', qr),
  raw('GET', '/f/:slug/qr', 'anonymous', projector),
  raw('GET', '/embed/forms/:file', 'anonymous', embed),
]
