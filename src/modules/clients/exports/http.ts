import { Readable } from 'node:stream'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asMember, asOperator } from '#kernel/run.ts'
import { Missing, storage } from '#providers/storage/index.ts'
import { fileOf } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NIL = '00000000-0000-0000-0000-000000000000'
type File = Awaited<ReturnType<typeof fileOf>>

const download = (find: (c: WebContext, id: string) => Promise<File>) => async (c: WebContext) => {
  try {
    const id = c.req.param('id') ?? ''
    const { name, size, storageKey } = await find(c, UUID.test(id) ? id : NIL)
    const content = await storage().get(storageKey)
    return new Response(Readable.toWeb(content) as ReadableStream, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Length': String(size),
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'Export not found') : error, c)
  }
}

export const exportRoutes: RawRoute[] = [
  raw(
    'GET',
    '/storage/v1/account-exports/:id',
    'member',
    download((c, id) => asMember(c.get('caller'), 'people.export', ctx => fileOf(ctx, id, false), true)),
  ),
  raw(
    'GET',
    '/storage/v1/operator-exports/:id',
    'platform',
    download((c, id) => asOperator(c.get('caller'), ctx => fileOf(ctx, id, true))),
  ),
]
