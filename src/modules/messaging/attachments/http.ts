import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw } from '#kernel/http.ts'
import { Missing, serve } from '#providers/storage/index.ts'
import { mediaFor } from './service.ts'

/** A picture of a text for the carrier that was told its address. */
const media = raw('GET', '/storage/v1/media/:ticket', 'anonymous', async c => {
  try {
    const file = await mediaFor(c.req.param('ticket') ?? '', c.get('caller').requestId)
    return await serve(file, c.req.header('range'))
  } catch (error) {
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'File not found') : error, c)
  }
})

export const attachmentRoutes: RawRoute[] = [media]
