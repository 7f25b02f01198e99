import { createHash } from 'node:crypto'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { log } from '#kernel/log.ts'
import { Missing, serve } from '#providers/storage/index.ts'
import { readRecording } from './calls/service/recordings.ts'
import type { EventRoute } from './rules/states.ts'
import { storeWebhook } from './webhooks/service.ts'

/** Form fields as they came, the same name several times too; JSON is vouched for by its sum in the address (bodySHA256). */
async function paramsOf(c: WebContext): Promise<{ signed: [string, string][]; read: [string, string][] } | undefined> {
  const text = await c.req.text()
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) {
    const read = [...new URLSearchParams(text)]
    return { signed: read, read }
  }
  const sum = c.req.query('bodySHA256')
  if (!sum || createHash('sha256').update(text).digest('hex') !== sum.toLowerCase()) return
  const body: unknown = JSON.parse(text)
  const read =
    typeof body === 'object' && body
      ? Object.entries(body).map(([name, value]) => [name, String(value)] as [string, string])
      : []
  return { signed: [], read }
}

/** Proven, recorded, answered; everything else is a job's. What is not proven learns nothing. */
const webhook = (route: EventRoute): RawRoute =>
  raw('POST', `/api/twilio/${route}`, 'webhook', async c => {
    const { pathname, search } = new URL(c.req.url)
    const params = await paramsOf(c).catch(() => undefined)
    const twiml =
      params &&
      (await storeWebhook({
        route,
        url: `${env.publicUrl}${pathname}${search}`,
        signed: params.signed,
        params: params.read,
        signature: c.req.header('x-twilio-signature') ?? '',
        requestId: c.get('caller').requestId,
      }))
    if (twiml !== undefined) return c.body(twiml, 200, { 'content-type': 'text/xml; charset=utf-8' })
    log.warn({ route, requestId: c.get('caller').requestId }, 'a notice of the carrier was not signed as it should be')
    return c.json({ error: 'The signature does not fit.' }, 400)
  })

/** A recording for the person who has a fresh ticket, from any point on, so that one can jump in it. */
const recording = raw('GET', '/storage/v1/recordings/:ticket', 'anonymous', async c => {
  try {
    const file = await readRecording(c.req.param('ticket') ?? '', c.get('caller').requestId)
    return await serve(file, c.req.header('range'), c.req.query('download') === undefined ? undefined : file.name)
  } catch (error) {
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'Recording not found') : error, c)
  }
})

export const telephonyRoutes: RawRoute[] = [webhook('sms'), webhook('voice'), webhook('status'), recording]
