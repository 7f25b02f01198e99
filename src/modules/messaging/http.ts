import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { calledLocally, problem, type RawRoute, raw } from '#kernel/http.ts'
import { asPlatform } from '#kernel/run.ts'
import { newestOf } from './service.ts'

/** Everything the sandbox caught, for whoever tries Lampstand on their own machine; nowhere else. */
const caught = raw('GET', '/rest/v1/outbox/caught', 'anonymous', async c => {
  if (!env.demo || !calledLocally(c)) return problem(new Failure('NOT_FOUND', 'There is no open outbox here.'), c)
  const items = await asPlatform('outbox', db => newestOf(db, 200))
  return c.json({ items })
})

export const messagingRoutes: RawRoute[] = [caught]
