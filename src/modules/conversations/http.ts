import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw } from '#kernel/http.ts'
import { asMember } from '#kernel/run.ts'
import { Missing, serve } from '#providers/storage/index.ts'
import { fileOf } from './service/attachments.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A file of a thread for who may read the thread: always as a download, from any point on. */
const file = raw('GET', '/storage/v1/conversation-files/:id', 'member', async c => {
  try {
    const id = c.req.param('id') ?? ''
    if (!UUID.test(id)) throw new Failure('NOT_FOUND', 'File not found')
    const kept = await asMember(c.get('caller'), 'conversations.read', ctx => fileOf(ctx, id), true)
    return await serve(kept, c.req.header('range'), kept.name)
  } catch (error) {
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'File not found') : error, c)
  }
})

export const conversationRoutes: RawRoute[] = [file]
