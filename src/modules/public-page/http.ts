import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#kernel/env.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'

/** The font of public pages, which are not built with the app. */
async function font(c: WebContext): Promise<Response> {
  const file = path.join(env.root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
  return c.body(await readFile(file), 200, {
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  })
}

// Below /f since forms had it first; caches hold it for a year.
export const publicPageRoutes: RawRoute[] = [raw('GET', '/f/inter.woff2', 'anonymous', font)]
