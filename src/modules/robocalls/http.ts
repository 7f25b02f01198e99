import { publicFile } from '#files/service.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, readToItsEnd, type WebContext } from '#kernel/http.ts'
import { asMember, asPlatform } from '#kernel/run.ts'
import { sealOf } from '#kernel/secrets.ts'
import { Missing, serve } from '#providers/storage/index.ts'
import { MOST_BYTES } from './rules/audio.ts'
import { keepRecording } from './service/recordings.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A recording as its bytes; what can't be played is refused with a sentence. */
async function upload(c: WebContext): Promise<Response> {
  const caller = c.get('caller')
  try {
    const enter = <T>(work: Parameters<typeof asMember<T>>[2]) => asMember(caller, 'messaging.send', work)
    const { client } = await enter(async ctx => ctx)
    const body = c.req.raw.body
    if (!body) throw new Failure('BAD_REQUEST', 'This file is empty.')
    if (Number(c.req.header('content-length') ?? 0) > MOST_BYTES) {
      await readToItsEnd(body)
      throw new Failure('BAD_REQUEST', 'This recording is too large. The limit is 10 MB.')
    }
    const bytes = await readWhole(body)
    return c.json(await keepRecording({ client, tx: enter }, bytes), 201)
  } catch (error) {
    return problem(error, c)
  }
}

async function readWhole(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > MOST_BYTES) throw new Failure('BAD_REQUEST', 'This recording is too large. The limit is 10 MB.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** For the carrier, and for anyone who was given the address. */
async function listen(c: WebContext): Promise<Response> {
  const [id, seal] = [c.req.param('id') ?? '', c.req.param('seal') ?? '']
  try {
    if (!UUID.test(id) || seal !== sealOf(`announcement ${id}`)) throw new Failure('NOT_FOUND', 'Recording not found')
    const file = await asPlatform('announcement', db => publicFile(db, id, 'announcement'))
    return await serve(file, c.req.header('range'))
  } catch (error) {
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'Recording not found') : error, c)
  }
}

export const robocallRoutes: RawRoute[] = [
  raw('POST', '/storage/v1/announcements', 'member', upload),
  raw('GET', '/storage/v1/announcements/:id/:seal', 'anonymous', listen),
]
