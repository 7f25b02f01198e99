import { desc } from 'drizzle-orm'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw } from '#kernel/http.ts'
import { asPlatform } from '#kernel/run.ts'
import { messageColumns } from './service.ts'
import { messages } from './tables.ts'

/** Everything the sandbox caught, for whoever tries Lampstand on their own machine; nowhere else. */
const caught = raw('GET', '/rest/v1/outbox/caught', 'anonymous', async c => {
  if (!env.demo) return problem(new Failure('NOT_FOUND', 'There is no open outbox here.'), c)
  const items = await asPlatform('outbox', db =>
    db.select(messageColumns).from(messages).orderBy(desc(messages.id)).limit(200),
  )
  return c.json({ items })
})

export const messagingRoutes: RawRoute[] = [caught]
