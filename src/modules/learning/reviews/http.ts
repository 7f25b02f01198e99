import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asMember } from '#kernel/run.ts'
import { Missing } from '#providers/storage/index.ts'
import { sendBytes } from '#videos/delivery/service/bytes.ts'
import { readSubmissionFile } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What a learner handed in, as a download for members who review it. */
async function handedIn(c: WebContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!UUID.test(id)) throw new Failure('NOT_FOUND', 'File not found')
  const file = await asMember(c.get('caller'), 'content.read', ctx => readSubmissionFile(ctx, id), true)
  const wanted = { isHead: false, range: undefined, ifRange: undefined, ifNoneMatch: undefined }
  return sendBytes({ ...file, isOpen: false, download: file.name }, wanted, async () => true)
}

export const reviewRoutes: RawRoute[] = [
  raw('GET', '/storage/v1/assignments/:id', 'member', c =>
    handedIn(c).catch(error =>
      problem(error instanceof Missing ? new Failure('NOT_FOUND', 'File not found') : error, c),
    ),
  ),
]
