import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { NonceContext } from './nonce.ts'

export const streamTimeout = 5_000

// Mantine writes its variables as inline styles; scripts are ours alone.
const policy = (nonce: string | undefined) =>
  [
    "default-src 'self'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${import.meta.env.DEV ? ' ws: wss:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  // A page that sends no script of its own has no use for a nonce, and stays the same for everybody.
  const last = context.staticHandlerContext.matches.at(-1)?.route.id ?? ''
  const still = (context.routeModules[last]?.handle as { static?: boolean } | undefined)?.static
  const nonce = still ? undefined : randomBytes(16).toString('base64')
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', policy(nonce))
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const ready = isbot(request.headers.get('user-agent') ?? '') || context.isSpaMode ? 'onAllReady' : 'onShellReady'

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
          resolve(new Response(createReadableStreamFromReadable(body), { status: answer, headers }))
        },
        onShellError: reject,
        onError(error) {
          answer = 500
          // What fails before the shell is there rejects, and is logged by whoever called.
          if (started) console.error(error)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}
