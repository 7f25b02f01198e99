import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { digest, newToken, open, seal } from '#kernel/secrets.ts'
import { failureText, ServiceRefused } from '#providers/outbound/index.ts'
import {
  type GooglePermission,
  googleAuthorizationUrl,
  googleClient,
  googleProfiles,
} from '#providers/reviews/index.ts'
import type { ReviewSource } from '../sources/contract.ts'
import { getSource, requireRoom } from '../sources/service.ts'
import { reviewSources } from '../tables.ts'
import { syncReviews } from '../tasks.ts'
import type { ChosenEntry, GoogleEntry, GoogleReturn, ReviewConnection } from './contract.ts'
import { openToken, sealToken } from './service/tokens.ts'
import { reviewAuthorizations, reviewConnections } from './tables.ts'

/** A member comes back from Google within this time. */
const EXPIRES_MS = minutes(10)
const SEALED_AS = 'review authorization'
const MOST = 10
const NOT_SET_UP = 'This server is not set up for Google yet. Please ask the person who runs it.'
const STALE = 'This connection attempt has expired or was used already. Please connect again.'

const redirectUri = () => `${env.publicUrl}/reputation/google`

function requireClient() {
  const client = googleClient()
  if (!client) throw new Failure('BAD_REQUEST', NOT_SET_UP)
  return client
}

async function selectConnections(ctx: Ctx, id?: string): Promise<ReviewConnection[]> {
  const rows = await ctx.db
    .select({ id: reviewConnections.id, connectedAt: reviewConnections.createdAt })
    .from(reviewConnections)
    .where(id ? eq(reviewConnections.id, id) : undefined)
    .orderBy(asc(reviewConnections.id))
    .limit(MOST)
  const ids = rows.map(row => row.id)
  const read = ids.length
    ? await ctx.db
        .select()
        .from(reviewSources)
        .where(and(inArray(reviewSources.connectionId, ids), isNull(reviewSources.deletedAt)))
    : []
  return rows.map(row => ({
    ...row,
    sources: read.filter(source => source.connectionId === row.id).map(source => source.name),
  }))
}

export async function list(ctx: Ctx) {
  return { items: await selectConnections(ctx), google: googleClient() ? ('live' as const) : ('sandbox' as const) }
}

/** Where the member allows it. Who comes back proves by the state that they set out from here, and by the verifier that we did. */
export async function start(ctx: Ctx): Promise<{ url: string }> {
  const { clientId } = requireClient()
  const userId = userOf(ctx)
  if (!userId) throw new Failure('FORBIDDEN')
  if ((await selectConnections(ctx)).length >= MOST)
    throw new Failure('BAD_REQUEST', 'Please disconnect a Google account first.')
  const [state, verifier] = [newToken(), newToken()]
  await ctx.db.delete(reviewAuthorizations).where(lte(reviewAuthorizations.expiresAt, clock.now()))
  await ctx.db.insert(reviewAuthorizations).values({
    stateHash: digest(state),
    sealedSecret: seal(verifier, SEALED_AS),
    userId,
    expiresAt: new Date(clock.ms() + EXPIRES_MS),
  })
  return { url: googleAuthorizationUrl({ clientId, redirectUri: redirectUri(), state, verifier }) }
}

/** Deleting it is using it: of two who bring the same state, the second finds none. */
async function claimVerifier(ctx: Ctx, state: string): Promise<string> {
  const [row] = await ctx.db
    .delete(reviewAuthorizations)
    .where(
      and(
        eq(reviewAuthorizations.stateHash, digest(state)),
        eq(reviewAuthorizations.userId, userOf(ctx)!),
        gt(reviewAuthorizations.expiresAt, clock.now()),
      ),
    )
    .returning()
  if (!row) throw new Failure('BAD_REQUEST', STALE)
  return open(row.sealedSecret, SEALED_AS)
}

/** Refusals of Google as sentences on the screen. */
async function askGoogle<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Failure('BAD_REQUEST', error instanceof ServiceRefused ? error.message : failureText(error))
  }
}

/** Only the member who set out, for the account that they set out for, and once. */
export async function finish(ctx: OuterCtx, { state, code }: GoogleReturn): Promise<ReviewConnection> {
  const client = requireClient()
  const verifier = await ctx.tx(tx => claimVerifier(tx, state))
  const token = await askGoogle(() =>
    googleProfiles().redeemCode({ ...client, code, verifier, redirectUri: redirectUri() }),
  )
  return ctx.tx(async tx => {
    const [row] = await tx.db
      .insert(reviewConnections)
      .values({ sealedToken: sealToken(token), createdBy: userOf(tx) })
      .returning({ id: reviewConnections.id })
    announce(tx, 'reviews')
    return (await selectConnections(tx, row!.id))[0]!
  })
}

async function readPermission(ctx: OuterCtx, id: string): Promise<GooglePermission> {
  const [row] = await ctx.tx(tx => tx.db.select().from(reviewConnections).where(eq(reviewConnections.id, id)))
  const { sealedToken } = found(row, 'Connection')
  return { ...requireClient(), refreshToken: openToken(sealedToken) }
}

const knownEntries = async (ctx: Ctx) =>
  (await ctx.db.select().from(reviewSources).where(isNull(reviewSources.deletedAt))).map(({ entry }) => entry)

export async function findEntries(ctx: OuterCtx, { id }: { id: string }): Promise<{ items: GoogleEntry[] }> {
  const permission = await readPermission(ctx, id)
  const all = await askGoogle(() => googleProfiles().locations(permission))
  const known = await ctx.tx(knownEntries)
  return { items: all.map(({ entry, name, address }) => ({ entry, name, address, isAdded: known.includes(entry) })) }
}

/** Google is asked again whether the connection opens the entry, so that nobody names one of another church. */
export async function addEntry(ctx: OuterCtx, { id, entry }: ChosenEntry): Promise<ReviewSource> {
  const permission = await readPermission(ctx, id)
  const all = await askGoogle(() => googleProfiles().locations(permission))
  const chosen = all.find(one => one.entry === entry)
  if (!chosen) throw new Failure('BAD_REQUEST', 'This connection does not open that entry.')
  return ctx.tx(async tx => {
    await requireRoom(tx)
    const [row] = await tx.db
      .insert(reviewSources)
      .values({
        platform: 'google',
        name: chosen.name.slice(0, 120),
        url: chosen.page,
        reviewUrl: chosen.reviewUrl,
        entry,
        connectionId: id,
        nextAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: reviewSources.id })
    if (!row) throw new Failure('BAD_REQUEST', 'This entry is added already.')
    await enqueue(tx, syncReviews, { sourceId: row.id })
    announce(tx, 'reviews')
    return getSource(tx, row.id)
  })
}

/** Its reviews stay, and nothing further is read. Google is told; where it can't be reached, the permission is forgotten all the same. */
export async function remove(ctx: OuterCtx, { id }: { id: string }) {
  const token = await ctx.tx(async tx => {
    await tx.db
      .update(reviewSources)
      .set({ entry: null, connectionId: null, nextAt: null, problem: null, cursor: '' })
      .where(eq(reviewSources.connectionId, id))
    const [row] = await tx.db.delete(reviewConnections).where(eq(reviewConnections.id, id)).returning()
    announce(tx, 'reviews')
    return openToken(found(row, 'Connection').sealedToken)
  })
  await googleProfiles().revokeToken(token)
  return {}
}
