import { UnreadableFile } from '#files/reading/rules.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform } from '#kernel/run.ts'
import { pictureWidths } from '../rules/html.ts'
import { contentTypes, type Format, pictureAt, variantOf } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NAME = /^(\d{3,4})\.(avif|webp)$/

/** A picture of a page in one of its widths. Only those: nobody makes the server draw a thousand sizes. */
async function variant(c: WebContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const [, width, format] = NAME.exec(c.req.param('name') ?? '') ?? []
  if (!UUID.test(id) || !pictureWidths.some(one => one === Number(width))) return c.notFound()
  const file = await asPlatform('picture', db => pictureAt(db, id)).catch(() => undefined)
  if (!file) return c.notFound()
  const wanted = { storageKey: file.storageKey, width: Number(width), format: format as Format }
  const body = await variantOf(wanted).catch(error => {
    if (error instanceof UnreadableFile) return null
    throw error
  })
  if (!body) return c.notFound()
  return new Response(body as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': contentTypes[format as Format],
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}

export const pictureRoutes: RawRoute[] = [raw('GET', '/storage/v1/images/:id/:name', 'anonymous', variant)]
