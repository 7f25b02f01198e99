import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { absent, Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { plainQr } from '#links/drawing/service.ts'
import { portalActor } from '#portal/service/church.ts'
import { accountOf, asSignedIn, portalPage, toPortal } from '#portal/service/pages.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { churchOf, type PublicPage, publicError, publicPage } from '#public-page/service.ts'
import { playbackFor, rowByPublicId } from '../delivery/service/playback.ts'
import { playback as playbackOf } from '../delivery/service.ts'
import { watchPath } from '../rules/options.ts'
import { FILM_STYLES, PLAYER } from '../service/page-block.ts'
import {
  type Asked,
  archiveMarkup,
  filmMarkup,
  ownVideoMarkup,
  ownVideosMarkup,
  passwordMarkup,
  startOf,
  watchMarkup,
} from './rules.ts'
import { archive, refreshPath, videoAt, videosFor, watched } from './service.ts'

const STYLES = [FILM_STYLES, '/watch.css']

const slugOf = (c: WebContext) => c.req.param('church') ?? ''

/** In the church of the address; an address that leads to none is answered kindly. */
async function inChurch(c: WebContext, work: (ctx: Ctx, church: string) => Promise<Response>): Promise<Response> {
  const church = slugOf(c)
  const clientId = await asPlatform('watch', db => clientOfSlug(db, church))
  if (!clientId) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), clientId, ctx => work(ctx, church)).catch(error => {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return publicError(c, 'notFound')
    if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
    throw error
  })
}

type Film = Omit<PublicPage, 'title' | 'church' | 'body'>
/** The player brings styles of its own, and plays films of our own. */
const film: Film = { styles: STYLES, scripts: [PLAYER], media: ["'self'"], inlineStyles: true, layout: 'plain' }

/** A video for those who may watch it; a private one is the same page as none for everyone else. */
const watch = (c: WebContext, password?: string) =>
  inChurch(c, async (ctx, church) => {
    const row = await videoAt(ctx, c.req.param('video') ?? '')
    if (!row) throw new Failure('NOT_FOUND')
    const address = watchPath(church, row)
    // One address for search engines: the one with its title.
    if (row.visibility === 'public' && !address.endsWith(`/${c.req.param('video')}`)) return c.redirect(address, 302)
    const share = c.req.query('share')
    const asked = { video: row.publicId, ...(share && { share }), ...(password && { password }) }
    const shown = await playbackOf(ctx, asked).catch(error => {
      if (error instanceof Failure && error.code === 'PASSWORD_NEEDED') return error
      throw error
    })
    const at = await churchOf(ctx)
    if (shown instanceof Failure)
      return publicPage(c, {
        title: 'Password',
        church: at,
        status: password ? 401 : 200,
        body: passwordMarkup(password ? shown.message : ''),
      })
    const start = startOf(c.req.query('t'))
    const body = watchMarkup(await watched(ctx, { church, row, playback: shown, start, share }))
    return publicPage(c, {
      ...film,
      title: row.title,
      church: at,
      description: row.description || [row.passage, row.speaker].filter(Boolean).join(', '),
      canonical: `${env.publicUrl}${address}`,
      indexed: row.visibility === 'public',
      ...(shown.poster && row.visibility !== 'private' && { picture: `${env.publicUrl}${shown.poster}` }),
      body,
    })
  })

async function unlock(c: WebContext): Promise<Response> {
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
  const { password } = form
  return watch(c, typeof password === 'string' ? password.slice(0, 200) : '')
}

/** The film alone, for a frame of another site. */
const embed = (c: WebContext) =>
  inChurch(c, async (ctx, church) => {
    const row = await videoAt(ctx, c.req.param('video') ?? '')
    if (!row || row.visibility === 'private') throw new Failure('NOT_FOUND')
    const playback = await playbackOf(ctx, { video: row.publicId })
    const refresh = refreshPath(church, row.publicId)
    const body = filmMarkup({ playback, refresh, start: startOf(c.req.query('t')) }, 'embed')
    const framed = { header: 'none', framedBy: '*', data: { embedded: '' } } as const
    return publicPage(c, { ...film, ...framed, title: row.title, church: await churchOf(ctx), body })
  })

/** New addresses for a player that is open. */
const refreshed = (c: WebContext) =>
  inChurch(c, async ctx => {
    const share = c.req.query('share')
    const asked = { video: c.req.param('video') ?? '', ...(share && { share }) }
    return c.json(await playbackOf(ctx, asked), 200, { 'cache-control': 'no-store' })
  })

const qr = (c: WebContext) =>
  inChurch(c, async (ctx, church) => {
    const row = await videoAt(ctx, c.req.param('video') ?? '')
    if (!row || row.visibility === 'private') throw new Failure('NOT_FOUND')
    const start = startOf(c.req.query('t'))
    const svg = await plainQr(`${env.publicUrl}${watchPath(church, row)}${start ? `?t=${start}` : ''}`)
    return c.body(svg, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
  })

const sermons = (c: WebContext) =>
  inChurch(c, async (ctx, church) => {
    const ask = (name: string) => (c.req.query(name) ?? '').replaceAll('\0', '').trim().slice(0, 200)
    const asked: Asked = {
      q: ask('q'),
      series: ask('series'),
      speaker: ask('speaker'),
      passage: ask('passage'),
      year: ask('year'),
    }
    const isNarrowed = Object.values(asked).some(Boolean)
    return publicPage(c, {
      title: 'Sermons',
      church: await churchOf(ctx),
      body: archiveMarkup(await archive(ctx, church, asked, ask('from'))),
      styles: STYLES,
      layout: 'plain',
      indexed: !isNarrowed,
      canonical: `${env.publicUrl}/watch/${church}`,
    })
  })

/** Who is signed in to the portal of this church, and the church; undefined where nobody is. */
async function signedIn(c: WebContext) {
  const personId = await asSignedIn(c, async ({ ctx }) => portalActor(ctx).personId)
  const clientId = personId && (await accountOf(c))
  return personId && clientId ? { personId, clientId } : undefined
}

async function ownVideos(c: WebContext): Promise<Response> {
  const who = await signedIn(c)
  if (!who) return toPortal(c)
  const items = await asVisitor(c.get('caller'), who.clientId, ctx => videosFor(ctx, who.personId))
  return portalPage(c, 'Videos', async () => ownVideosMarkup(slugOf(c), items), { styles: STYLES })
}

async function ownVideo(c: WebContext): Promise<Response> {
  const who = await signedIn(c)
  if (!who) return toPortal(c)
  const found = await asVisitor(c.get('caller'), who.clientId, async ctx => {
    const row = await rowByPublicId(ctx, c.req.param('video') ?? '')
    const playback = await playbackFor(ctx, row, { kind: 'person', id: who.personId })
    return { playback, title: row!.title, description: row!.description }
  }).catch(absent)
  if (!found) return publicError(c, 'notFound')
  const refresh = `/my/${slugOf(c)}/videos/${found.playback.publicId}/playback`
  const body = filmMarkup({ playback: found.playback, refresh, start: startOf(c.req.query('t')) }, 'portal')
  return portalPage(c, found.title, async () => ownVideoMarkup(slugOf(c), found, body), film)
}

export const watchRoutes: RawRoute[] = [
  raw('GET', '/watch/:church', 'anonymous', sermons),
  raw('GET', '/watch/:church/:video', 'anonymous', c => watch(c)),
  raw('POST', '/watch/:church/:video', 'anonymous', unlock),
  raw('GET', '/watch/:church/:video/embed', 'anonymous', embed),
  raw('GET', '/watch/:church/:video/playback', 'anonymous', refreshed),
  raw('GET', '/watch/:church/:video/qr.svg', 'anonymous', qr),
  raw('GET', '/my/:church/videos', 'person', ownVideos),
  raw('GET', '/my/:church/videos/:video', 'person', ownVideo),
]
