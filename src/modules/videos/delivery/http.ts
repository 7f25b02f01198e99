import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPerson, asPlatform, asVisitor } from '#kernel/run.ts'
import { portalActor } from '#portal/service/church.ts'
import { Missing } from '#providers/storage/index.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { accountOf } from './service/account.ts'
import { sendBytes } from './service/bytes.ts'
import { type Request as Part, partOf, type Text, watchedBy } from './service/parts.ts'
import { playbackFor, rowByPublicId } from './service/playback.ts'

const missing = () => new Failure('NOT_FOUND', 'Video not found')

/** The bytes, thumbnails and captions of a video, for whom its address was given to. */
async function media(c: WebContext): Promise<Response> {
  const publicId = c.req.param('video') ?? ''
  const part = new URL(c.req.url).pathname.split('/').slice(3).join('/')
  const request: Part = { publicId, part, grant: c.req.query('t'), feed: c.req.query('feed') || undefined }
  const clientId = await accountOf(publicId)
  const caller = c.get('caller')
  const sent = await asVisitor(caller, clientId, ctx => partOf(ctx, request))
  if ('text' in sent) return textOf(sent)
  const isAllowed = () =>
    asVisitor(caller, clientId, ctx => watchedBy(ctx, request)).then(
      () => true,
      () => false,
    )
  const wanted = {
    isHead: c.req.raw.method === 'HEAD',
    range: c.req.header('range'),
    ifRange: c.req.header('if-range'),
    ifNoneMatch: c.req.header('if-none-match'),
  }
  return sendBytes(sent, wanted, isAllowed)
}

const textOf = ({ text, contentType, isOpen }: Text) =>
  new Response(text, {
    headers: {
      'Content-Type': `${contentType}; charset=utf-8`,
      'Cache-Control': isOpen ? 'public, max-age=60' : 'private, no-cache',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  })

/** What a player needs, for a person who is signed in to the portal. Their rows of videos are not theirs to see: they are asked about. */
async function portalPlayback(c: WebContext): Promise<Response> {
  const clientId = await asPlatform('portal', db => clientOfSlug(db, c.req.param('church') ?? ''))
  if (!clientId) throw missing()
  const caller = c.get('caller')
  const person = await asPerson(caller, clientId, async ctx => portalActor(ctx).personId)
  const answer = await asVisitor(caller, clientId, async ctx =>
    playbackFor(ctx, await rowByPublicId(ctx, c.req.param('video') ?? ''), { kind: 'person', id: person }),
  )
  return c.json(answer)
}

const answered = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => problem(error instanceof Missing ? missing() : error, c))

export const deliveryRoutes: RawRoute[] = [
  raw('GET', '/media/:video/:part', 'anonymous', answered(media)),
  raw('GET', '/media/:video/:part/:file', 'anonymous', answered(media)),
  raw('GET', '/my/:church/videos/:video/playback', 'person', answered(portalPlayback)),
]
