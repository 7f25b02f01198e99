import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { deferScripts } from './deferred-scripts.ts'
import { NonceContext } from './nonce.ts'
import { pageErrorLine } from './page-error.ts'

export const streamTimeout = 5_000

// Mantine writes its variables as inline styles; scripts are ours alone.
// A phone in the browser speaks with the carrier, which brings its own ringing as well.
const lines = { connect: ' https://*.twilio.com wss://*.twilio.com', media: ' blob: https://sdk.twilio.com' }

const policy = (nonce: string | undefined, app: boolean) =>
  [
    "default-src 'self'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${app ? lines.connect : ''}${import.meta.env.DEV ? ' ws: wss:' : ''}`,
    `media-src 'self'${app ? lines.media : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** What a loader or a page throws; someone who went away is no error. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(pageErrorLine(error, request.url))
}

export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  // A page that sends no script of its own has no use for a nonce, and stays the same for everyone.
  const last = context.staticHandlerContext.matches.at(-1)?.route.id ?? ''
  const handle = context.routeModules[last]?.handle as { static?: boolean; late?: boolean } | undefined
  const still = handle?.static
  const late = handle?.late && import.meta.env.PROD
  const app = context.staticHandlerContext.matches.some(({ route }) => route.id === 'frame')
  const nonce = still ? undefined : randomBytes(16).toString('base64')
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', policy(nonce, app))
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const whole = late || isbot(request.headers.get('user-agent') ?? '') || context.isSpaMode
  const ready = whole ? 'onAllReady' : 'onShellReady'

  return new Promise<Response>((resolve, reject) => {
    let answer = status
    let started = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        [ready]() {
          started = true
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer)
              done()
            },
          })
          pipe(body)
          const answered = { status: answer, headers }
          const cookies = request.headers.get('cookie') ?? ''
          if (late) text(body).then(html => resolve(new Response(deferScripts(html, cookies), answered)), reject)
          else resolve(new Response(createReadableStreamFromReadable(body), answered))
        },
        onShellError: reject,
        onError(error) {
          answer = 500
          // What fails before the shell is there rejects, and is logged by the person who called.
          if (started) console.error(pageErrorLine(error, request.url))
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}
