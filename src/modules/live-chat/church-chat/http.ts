import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { listen } from '#kernel/realtime.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { plainQr } from '#links/drawing/service.ts'
import type { PublicErrorKind } from '#public-page/rules/words.ts'
import { publicError, publicPage } from '#public-page/service.ts'
import { holdStream } from '#realtime/service.ts'
import { chatEmbed, chatPage } from '../rules/chat-page.ts'
import { newsForVisitor, streamOf } from '../service/visitor.ts'
import { chatAddress, framers } from './rules.ts'
import { chatAt, clientOfChat, type PublicChat, passFor } from './service.ts'

const SLUG = /^[a-z0-9-]{1,80}$/
const chatOf = async (slug: string) => (SLUG.test(slug) ? asPlatform('chat', db => chatAt(db, slug)) : undefined)

async function shown(c: WebContext): Promise<Response> {
  const chat = await chatOf(c.req.param('church') ?? '')
  const [embedded, preview] = [c.req.query('embed') === '1', c.req.query('preview') === '1']
  const church = chat?.church ?? null
  // Only the church's own sites may put it into a frame.
  const framedBy = preview ? "'self'" : embedded ? framers(chat?.settings.domains ?? []) : "'none'"
  const sentence = (kind: PublicErrorKind, title: string, text: string) =>
    publicError(c, kind, { church, framedBy, title, text })
  if (!chat) return sentence('notFound', 'Chat not found', 'The address may be incomplete.')
  const { name } = chat.church
  if (!chat.enabled && !preview) return sentence('notFound', 'This chat is closed', `${name} has closed its chat.`)
  const { slug, settings } = chat
  const document = chatPage({ church: chat.church, slug, settings, embedded, preview, pass: passFor(slug) })
  return publicPage(c, { ...document, framedBy, images: ['blob:'], formTargets: null })
}

async function embed(c: WebContext): Promise<Response> {
  const chat = await chatOf((c.req.param('file') ?? '').replace(/\.js$/, ''))
  const live = chat?.enabled
  const text = live
    ? chatEmbed({ origin: env.publicUrl, slug: chat.slug, name: chat.church.name })
    : 'console.info("Lampstand: this chat is closed.")'
  return c.body(text, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' })
}

const codeOf = ({ slug }: PublicChat) => plainQr(chatAddress({ origin: env.publicUrl, slug }))

async function qr(c: WebContext): Promise<Response> {
  const chat = await chatOf(c.req.param('church') ?? '')
  if (!chat) return problem(new Failure('NOT_FOUND', 'Chat not found.'), c)
  return c.body(await codeOf(chat), 200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
}

const Whose = z.object({ form: z.string().regex(SLUG), token: z.string().regex(/^[0-9a-f]{64}$/) })
const KEEP_ALIVE = seconds(20)

async function live(c: WebContext): Promise<Response> {
  const caller = c.get('caller')
  const asked = Whose.safeParse(await c.req.json().catch(() => null))
  const clientId = asked.success ? await asPlatform('chat', db => clientOfChat(db, asked.data.form)) : undefined
  if (!asked.success || !clientId) throw new Failure('NOT_FOUND', 'Chat not found.')
  const look = () => asVisitor(caller, clientId, ctx => streamOf(ctx, asked.data.token))
  let mine = await look()
  if (!mine) throw new Failure('NOT_FOUND', 'Conversation not found.')
  const { promise: ended, resolve: finish } = Promise.withResolvers<void>()
  const release = holdStream('visitor', { network: networkOf(caller.ip), account: clientId }, finish)
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async out => {
    const tell = (words: string[]) => {
      for (const data of new Set(words)) out.writeSSE({ data }).catch(finish)
    }
    const stop = listen(clientId, changes => {
      // It has its thread a moment after the first message.
      if (mine && !mine.threadId && changes.some(({ topic }) => topic === 'conversations'))
        void look().then(found => (mine = found ?? mine), finish)
      if (mine) tell(newsForVisitor(changes, mine.chatId, mine.threadId))
    })
    const beat = setInterval(() => void out.write(': here\n\n').catch(finish), KEEP_ALIVE)
    out.onAbort(finish)
    await out.write(': hello\n\n').catch(finish)
    await ended
    release()
    clearInterval(beat)
    stop()
  })
}

export const chatRoutes: RawRoute[] = [
  raw('GET', '/chat/:church', 'anonymous', shown),
  raw('GET', '/chat/:church/qr.svg', 'anonymous', qr),
  raw('GET', '/embed/chat/:file', 'anonymous', embed),
  raw('POST', '/chat/live', 'anonymous', c => live(c).catch(error => problem(error, c))),
]
