import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { activeMember, clientAddresses, clients, members } from '../tables.ts'
import { addressOfName } from './rules.ts'

/** Takes an address for an account, unless another one has or had it. */
async function take(ctx: Ctx, clientId: string, slug: string): Promise<boolean> {
  const [taken] = await ctx.db
    .insert(clientAddresses)
    .values({ clientId, slug })
    .onConflictDoNothing()
    .returning({ slug: clientAddresses.slug })
  if (taken) return true
  const [own] = await ctx.db
    .select({ id: clientAddresses.id })
    .from(clientAddresses)
    .where(and(eq(clientAddresses.clientId, clientId), eq(clientAddresses.slug, slug)))
  return Boolean(own)
}

/** Takes the church's name, with a number where another church has that, and at last with letters that nobody has. */
export async function takeAddressOf(ctx: Ctx, clientId: string, name: string): Promise<string> {
  const slug = addressOfName(name)
  for (const end of ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9', `-${randomBytes(3).toString('hex')}`])
    if (await take(ctx, clientId, `${slug}${end}`)) return `${slug}${end}`
  throw new Failure('UNAVAILABLE')
}

async function mustBeOwner(ctx: Ctx): Promise<void> {
  const [owner] = await ctx.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.userId, userOf(ctx)!), eq(members.role, 'owner'), activeMember))
  if (!owner) throw new Failure('OWNER_ONLY')
}

/** An owner chooses the address, or keeps the one there is. The former one leads to it for good. */
export async function chooseAddress(ctx: Ctx, { slug }: { slug: string }) {
  await mustBeOwner(ctx)
  if (!(await take(ctx, ctx.client.id, slug)))
    throw invalid('slug', 'Another church has this address. Please choose another one.')
  await ctx.db.update(clients).set({ slug, slugChosen: true }).where(eq(clients.id, ctx.client.id))
  announce(ctx, 'church')
  return { slug }
}
