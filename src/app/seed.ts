import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob, asPlatform } from '#kernel/run.ts'
import { type Demo, seedsOf } from '#kernel/server-modules.ts'
import { serverModules } from './modules.server.ts'

const isEmpty = async (ctx: Ctx): Promise<boolean> => {
  const { rows } = await ctx.db.execute<object>(sql`select from people limit 1`)
  return rows.length === 0
}

/** The demo church, once: each module brings its own rows. A start that was cut off is finished by the next one. */
export async function seedDemo(): Promise<void> {
  for (const { openDemo } of serverModules) if (openDemo) await fill(await openDemo())
  const operatorId = await asPlatform('seed', async db => {
    const { rows } = await db.execute<{ id: string }>(sql`select id from clients where house`)
    return rows[0]!.id
  })
  await asJob(operatorId, 'seed', 'seed', async ctx => {
    for (const seed of seedsOf(serverModules, 'operator'))
      await seed.run(ctx, { userIds: [], personIds: [] }, undefined)
  })
}

/** Gifts and what is booked of them are confidential rows. */
const SEES = ['giving'] as const

async function fill({ clientId, userIds }: { clientId: string; userIds: string[] }): Promise<void> {
  const seeds = seedsOf(serverModules)
  const prepared = new Map<string, unknown>()
  if (await asJob(clientId, 'seed', 'seed', isEmpty))
    for (const { name, prepare } of seeds) if (prepare) prepared.set(name, await prepare(clientId))
  await asJob(
    clientId,
    'seed',
    'seed',
    async ctx => {
      // Two processes may start at once: the second waits here, and finds the rows.
      await ctx.db.execute(
        sql`select set_config(n, '120000', true) from unnest(array['lock_timeout', 'statement_timeout']) n`,
      )
      await ctx.db.execute(sql`select pg_advisory_xact_lock(727202)`)
      if (!(await isEmpty(ctx))) return
      const demo: Demo = { userIds, personIds: [] }
      for (const seed of seeds) await seed.run(ctx, demo, prepared.get(seed.name))
    },
    SEES,
  )
}
