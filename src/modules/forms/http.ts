import { randomUUID } from 'node:crypto'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { plainQr } from '#links/drawing/service.ts'
import type { PublicDocument } from '#public-page/rules/document.ts'
import { embedScript } from '#public-page/rules/embed.ts'
import type { Language } from '#public-page/rules/languages.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import type { PublicErrorKind } from '#public-page/rules/words.ts'
import { openOnward } from '#public-page/service/onward.ts'
import { type ErrorPage, publicError, publicPage } from '#public-page/service.ts'
import { ownSite } from '#web-domains/service.ts'
import { payRoutes } from './paying/http.ts'
import { type Answers, answersFrom } from './rules/answers.ts'
import { keeps } from './rules/keeping.ts'
import { inLanguage, languageFor } from './rules/languages.ts'
import { formPage, type Onward, qrPage, thanksPage, viewed } from './rules/page.ts'
import { rulesScript } from './rules/page-script.ts'
import { sayIn } from './rules/page-words.ts'
import { answersFor } from './service/known.ts'
import { isLimited, standing } from './service/limits.ts'
import {
  type Entries,
  formAt,
  isTokenOf,
  keepTyped,
  type PublicForm,
  type Reading,
  readingOf,
  type Sent,
  submit,
  tokenFor,
} from './service/public.ts'
import { count, countExit } from './service/stats.ts'
import { resumed } from './unfinished/service.ts'
import { uploadRoutes } from './uploads/http.ts'
import { namesOf } from './uploads/service.ts'

const SLUG = /^[a-z0-9-]{1,80}$/

const formOf = async (c: WebContext) => {
  const slug = c.req.param('slug') ?? ''
  const form = SLUG.test(slug) ? await asPlatform('form', db => formAt(db, slug)) : undefined
  const site = ownSite(c)
  // On a church's own domain only its own forms are shown.
  return site && form?.clientId !== site.clientId ? undefined : form
}

interface View {
  embedded: boolean
  kiosk: boolean
  /** The language that the address asks for. */
  home: string
}
const viewOf = (c: WebContext): View => ({
  embedded: c.req.query('embed') === '1',
  kiosk: c.req.query('kiosk') === '1',
  home: c.req.query('lang') ?? '',
})

/** Only the embedded page may stand in a frame of another site. */
function page(c: WebContext, document: PublicDocument, { embedded }: View, status = 200, redirect = '') {
  // Without JavaScript the answer to the form leads on to there, and the policy holds for that step too.
  const formTargets = redirect ? [new URL(redirect).origin] : []
  return publicPage(c, { ...document, status, formTargets, ...(embedded && { framedBy: '*' }) })
}

/** What the address asks for, else the browser; a device that many use begins in the form's own language. */
const languageOf = (c: WebContext, { definition }: PublicForm, { kiosk }: Pick<View, 'kiosk'>): Language =>
  languageFor(definition, c.req.query('lang'), kiosk ? '' : c.req.header('accept-language'))

const sentence = (
  c: WebContext,
  { embedded, kiosk }: View,
  kind: PublicErrorKind,
  { church = null, ...saying }: ErrorPage,
) =>
  publicError(c, kind, {
    ...viewed({ church, embedded, kiosk, language: saying.language ?? 'en' }),
    ...saying,
    ...(embedded && { framedBy: '*' }),
  })

const gone = (c: WebContext, view: View) =>
  sentence(c, view, 'notFound', {
    title: 'Form not found',
    text: 'It may have been closed, or the address is incomplete.',
  })
function paused(c: WebContext, view: View, form: PublicForm) {
  const { church } = form
  const language = languageOf(c, form, view)
  const say = sayIn(language)
  const text = say('{0} is not accepting forms right now. Please try again later, or ask at the church.', church.name)
  return sentence(c, view, 'unavailable', { title: say('This form is paused'), text, church, language })
}

interface Shown {
  via: string
  answers: Answers
  language: Language
  problems?: Record<string, string>
  /** Of a page that is written again: the same, so that it stays one submission. */
  key?: string
  token?: string
  goesOn?: string
  note?: string
  full?: Record<string, string[]>
  onward?: Onward | undefined
}
/** Where the form leads when it was sent, if we said so; a device that many use stays with the form. */
function onwardFrom(token: string | undefined, { kiosk }: View, { clientId }: PublicForm): Onward | undefined {
  const url = kiosk ? undefined : openOnward(token, clientId)
  return url && token ? { url, token } : undefined
}

function shown(form: PublicForm, view: View, { problems = {}, key, token, onward, ...rest }: Shown) {
  const { definition, church, slug } = form
  const made = { key: key || randomUUID(), token: token || tokenFor(form) }
  const isKept = !view.kiosk && keeps(definition, form.handling.privacy)
  const fileNames = namesOf(form.id, definition.fields, rest.answers)
  return formPage({
    definition,
    church,
    slug,
    problems,
    fileNames,
    keeps: isKept,
    ...view,
    ...rest,
    ...made,
    ...(onward && { onward }),
  })
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
  const language = languageOf(c, form, view)
  if (c.req.query('sent') === '1') return page(c, thanksPage({ ...form, ...view, language }), view)
  if (!form.live) return gone(c, view)
  const { closed, begun, ...found } = await beginning(c, form, view)
  if (closed) return closedPage(c, view, form, language)
  const via = view.kiosk ? 'kiosk' : view.embedded ? 'embed' : c.req.query('via') === 'qr' ? 'qr' : 'link'
  const answers = { ...hiddenFrom(c, form, view), ...found.answers, ...begun?.answers }
  const onward = onwardFrom(c.req.query('next'), view, form)
  const html = shown(form, view, { via, language, full: found.full, ...begun, answers, onward })
  // A frame, a kiosk and a link that is someone's own are not the page that search engines list.
  const own = view.embedded || view.kiosk || c.req.query('for') || c.req.query('finish') || c.req.query('next')
  const indexed = !own && form.handling.indexed === true
  return page(c, { ...html, indexed, canonical: addressOf(form) }, view, 200, onward?.url ?? form.definition.redirect)
}

const visitor =
  (c: WebContext, { clientId }: PublicForm) =>
  <T>(work: (ctx: Ctx) => Promise<T>) =>
    asVisitor(c.get('caller'), clientId, work)

function closedPage(c: WebContext, view: View, { definition, church }: PublicForm, language: Language) {
  const say = sayIn(language)
  const { closedText } = inLanguage(definition, language)
  const text = closedText || say('It no longer accepts answers. Please ask {0} if you have a question.', church.name)
  return sentence(c, view, 'closed', { title: say('This form is closed'), text, church, language })
}

/** What the page begins with; a device that many use takes nothing of anyone from its address. */
async function beginning(c: WebContext, form: PublicForm, { kiosk }: View) {
  const [known, finish] = kiosk ? [] : [c.req.query('for'), c.req.query('finish')]
  const nothing = { closed: null, full: {}, answers: {}, begun: undefined }
  if (!isLimited(form) && !known && !finish) return nothing
  return visitor(
    c,
    form,
  )(async ctx => ({
    ...(await standing(ctx, form)),
    answers: known ? await answersFor(ctx, form, known) : {},
    begun: finish ? await begunFrom(ctx, form, finish, languageOf(c, form, { kiosk })) : undefined,
  }))
}

/** What someone began before, by the link that they were sent. */
async function begunFrom(ctx: Ctx, form: PublicForm, token: string, language: Language): Promise<Partial<Shown>> {
  const begun = await resumed(ctx, form, token)
  if (!begun) return { note: sayIn(language)('Your earlier answers are no longer saved. Please start again.') }
  const say = sayIn(begun.language)
  const note = say('Welcome back. Your answers are here, except files and consent checkboxes.')
  return { ...begun, note }
}

/** 200 kB are more than any form of ours holds. */
const MOST = 200_000

async function entriesOf(c: WebContext): Promise<Entries> {
  const body = await c.req.text()
  if (body.length > MOST) throw new Failure('BAD_REQUEST', 'This is too large for one form.')
  return [...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\0', '')] as const)
}

const valueIn = (entries: Entries, name: string) => entries.find(([key]) => key === name)?.[1] ?? ''

/** The same page once more, with everything that stood in it. */
function again(
  c: WebContext,
  view: View,
  form: PublicForm,
  entries: Entries,
  change: Partial<Shown> & Reading & { stale?: boolean },
) {
  const { definition, number, stale: _, ...rest } = change
  const token = valueIn(entries, 'token')
  const whole: Shown = {
    via: valueIn(entries, 'via') || 'link',
    answers: answersFrom(definition.fields, entries),
    goesOn: valueIn(entries, '_step'),
    key: valueIn(entries, 'key'),
    ...(isTokenOf(form, token) && !change.stale && { token }),
    onward: onwardFrom(valueIn(entries, '_next'), view, form),
    ...rest,
  }
  const html = shown({ ...form, definition, number }, view, whole)
  return page(c, html, view, rest.problems ? 400 : 200, whole.onward?.url ?? definition.redirect)
}

/** The page’s own script asks for JSON; a browser without it gets a page. */
async function send(c: WebContext): Promise<Response> {
  const view = viewOf(c)
  const json = c.req.header('accept') === 'application/json'
  const form = await formOf(c)
  if (!form) return json ? problem(new Failure('NOT_FOUND', 'This form is closed.'), c) : gone(c, view)
  let language = languageOf(c, form, view)
  try {
    const entries = await entriesOf(c)
    language = languageFor(form.definition, valueIn(entries, '_lang') || language)
    if (form.paused) return json ? problem(resting(form, language), c) : paused(c, view, form)
    const visit = visitor(c, form)
    const to = valueIn(entries, '_to')
    if (to) {
      const reading = await visit(ctx => readingOf(ctx, form, entries))
      const { full } = await visit(ctx => standing(ctx, form))
      return again(c, view, form, entries, { ...reading, full, language: languageFor(reading.definition, to) })
    }
    const sent = await visit(ctx => submit(ctx, form, entries, c.req.header('user-agent') ?? ''))
    const { full } = Object.keys(sent.problems).length > 0 ? await visit(ctx => standing(ctx, form)) : { full: {} }
    return answered(c, view, form, entries, { ...sent, full })
  } catch (error) {
    const say = sayIn(language)
    if (!(error instanceof Failure)) return problem(error, c)
    if (json) return problem(new Failure(error.code, say(error.message)), c)
    const saying = { title: say('That did not work'), text: say(error.message), church: form.church, language }
    return sentence(c, view, 'tooMany', saying)
  }
}

const resting = ({ church }: PublicForm, language: Language) =>
  new Failure('UNAVAILABLE', sayIn(language)('{0} is not accepting forms right now.', church.name))

type Answered = Sent & Pick<Shown, 'full'>
function answered(c: WebContext, view: View, form: PublicForm, entries: Entries, sent: Answered) {
  const { language, closed } = sent
  if (closed)
    return c.req.header('accept') === 'application/json'
      ? problem(new Failure('NOT_FOUND', sayIn(language)('This form is closed.')), c)
      : closedPage(c, view, form, language)
  const wrong = Object.keys(sent.problems).length > 0
  if (c.req.header('accept') === 'application/json')
    return wrong
      ? c.json({ code: 'BAD_REQUEST', problems: sent.problems }, 400)
      : c.json(sent.payPath ? { pay: sent.payPath } : {})
  if (wrong) return again(c, view, form, entries, sent)
  if (sent.payPath) return c.redirect(sent.payPath, 303)
  const { redirect, languages } = sent.definition
  const on = new URLSearchParams({ sent: '1', ...(languages?.length && { lang: sent.language }) })
  if (view.embedded) on.set('embed', '1')
  if (view.kiosk) on.set('kiosk', '1')
  const onward = onwardFrom(valueIn(entries, '_next'), view, form)
  return c.redirect(onward?.url || redirect || `/f/${form.slug}?${on}`, 303)
}

const beacons = { view: 'views', start: 'starts' } as const

/** What a page says without being asked, from one network about one form: dozens of open pages a minute, no more. */
const withinLimit = throttle({ most: 200, ms: minutes(1) })
function limitBeacons(c: WebContext): void {
  const key = `${networkOf(c.get('caller').ip)} ${c.req.param('slug')}`
  if (!withinLimit(key, clock.ms())) throw new Failure('TOO_MANY_REQUESTS')
}

/** The page says that it was looked at or begun; who did it is nobody’s business. */
async function seen(c: WebContext): Promise<Response> {
  limitBeacons(c)
  const form = await formOf(c)
  const said = (await c.req.text()).slice(0, 60)
  const what = beacons[said as keyof typeof beacons]
  const at = said.startsWith('exit:') ? said.slice(5) : ''
  if (form?.live && form.definition.fields.some(({ key }) => key === at))
    await asVisitor(c.get('caller'), form.clientId, ctx => countExit(ctx, form.id, at))
  if (form?.live && what) await asVisitor(c.get('caller'), form.clientId, ctx => count(ctx, form.id, what))
  return c.body(null, 204)
}

/** What stands in a page that is not sent yet; only the page's own script says so, and it waits for no answer. */
async function kept(c: WebContext): Promise<Response> {
  limitBeacons(c)
  const form = await formOf(c)
  const entries = await entriesOf(c)
  if (form) await visitor(c, form)(ctx => keepTyped(ctx, form, entries))
  return c.body(null, 204)
}

const addressOf = ({ slug }: PublicForm) => `${env.publicUrl}/f/${slug}`
const codeOf = (form: PublicForm) => plainQr(`${addressOf(form)}?via=qr`)

async function qr(c: WebContext): Promise<Response> {
  const form = await formOf(c)
  if (!form) return problem(new Failure('NOT_FOUND', 'Form not found.'), c)
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
  if (!form) return script(c, 'console.warn("Lampstand: form not found.")')
  return script(c, embedScript({ src: `${env.publicUrl}/f/${slug}?embed=1`, title: form.definition.title }))
}

export const formRoutes: RawRoute[] = [
  raw('GET', '/f/rules.js', 'anonymous', c => script(c, rulesScript())),
  raw('GET', '/f/:slug', 'anonymous', open),
  raw('POST', '/f/:slug', 'anonymous', send),
  ...uploadRoutes,
  ...payRoutes,
  raw('POST', '/f/:slug/seen', 'anonymous', seen),
  raw('POST', '/f/:slug/kept', 'anonymous', kept),
  raw('GET', '/f/:slug/qr.svg', 'anonymous', qr),
  raw('GET', '/f/:slug/qr', 'anonymous', projector),
  raw('GET', '/embed/forms/:file', 'anonymous', embed),
]
