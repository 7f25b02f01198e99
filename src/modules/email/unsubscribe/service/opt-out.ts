import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { topicsOf } from '#consent/topics/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { sendMail } from '#messaging/service.ts'
import { unsubscribedMail } from '../../emails/left.ts'

interface Left {
  address: string
  /** What nothing more of comes. */
  topics: readonly string[]
  /** Where it is undone. */
  href: string
}

/** Tells the address itself, since a forwarded mail carries the same link. Once a day for each topic at most. */
export async function notifyUnsubscribed(ctx: Ctx, { address, topics, href }: Left): Promise<void> {
  if (topics.length === 0) return
  const [row] = await ctx.db
    .select({ name: clients.name, house: clients.house })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const { name: church, house } = found(row, 'Account')
  const known = await topicsOf(ctx)
  const names = topics.map(key => known.find(one => one.key === key)?.name ?? key)
  const title = house ? 'the newsletter' : names.map(name => `“${name}”`).join(', ')
  await sendMail(ctx, {
    to: address,
    ...unsubscribedMail({ church, title, href }),
    kind: 'unsubscribed',
    dedupeKey: `left:${topics.join(',')}:${address}:${clock.now().toISOString().slice(0, 10)}`,
  })
}
