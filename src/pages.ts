import type http from 'node:http'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createContext, createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { env } from '#kernel/env.ts'
import type { Web } from '#kernel/http.ts'

export interface Front {
  /** Vite's middleware, in development. */
  vite?: (req: http.IncomingMessage, res: http.ServerResponse, next: () => void) => void
  close(): Promise<void>
}

/**
 * What loaders on the server get: a client of the API in this process, as a visitor. The key lies on globalThis,
 * since this file and the built pages are two worlds.
 */
const key = Symbol.for('lampstand.api')
const world = globalThis as { [key]?: ReturnType<typeof createContext> }
world[key] ??= createContext()

function contextOf(api: unknown): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(world[key]!, api)
  return context
}

/** The pages: built files as they lie, everything else rendered by React Router. `api` is for their loaders. */
export async function pages(app: Hono<Web>, server: http.Server, api: unknown): Promise<Front> {
  return env.dev ? development(app, server, api) : production(app, api)
}

// A page made at build time has no inline script, so it needs no nonce; the others bring their policy along.
const STILL =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

function guardPage(file: string, c: { header(name: string, value: string): void }): void {
  if (file.endsWith('.html')) c.header('content-security-policy', STILL)
  else c.header('cache-control', `public, max-age=${/\.(js|css)$/.test(file) ? 600 : 86_400}`)
}

async function production(app: Hono<Web>, api: unknown): Promise<Front> {
  const client = path.join(env.root, 'build/client')
  const forever = (_: string, c: { header(name: string, value: string): void }) =>
    c.header('cache-control', 'public, max-age=31536000, immutable')
  app.use('/assets/*', serveStatic({ root: client, precompressed: true, onFound: forever }))
  app.use('*', compress(), serveStatic({ root: client, precompressed: true, onFound: guardPage }))
  const build = (await import(path.join(env.root, 'build/server/index.js'))) as ServerBuild
  const handle = createRequestHandler(build, 'production')
  app.all('*', c => handle(c.req.raw, contextOf(api)))
  return { close: async () => {} }
}

async function development(app: Hono<Web>, server: http.Server, api: unknown): Promise<Front> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: env.root,
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  })
  app.all('*', async c => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild
    return createRequestHandler(build, 'development')(c.req.raw, contextOf(api))
  })
  return { vite: (req, res, next) => vite.middlewares(req, res, next), close: () => vite.close() }
}
