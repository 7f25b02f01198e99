import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { stripe } from '#providers/stripe/index.ts'
import { syncProduct } from '../service/catalog.ts'
import { atProvider } from '../subscriptions/service.ts'
import { prices, pricingPlans, products, subscriptions } from '../tables.ts'
import { moveSubscribers } from '../tasks.ts'
import type { Product, ProductInput } from './contract.ts'

export async function list(ctx: Ctx, _: object, id?: string): Promise<{ items: Product[] }> {
  const rows = await ctx.db
    .select({ product: products, plan: pricingPlans })
    .from(products)
    .leftJoin(pricingPlans, eq(pricingPlans.productId, products.id))
    .where(id ? eq(products.id, id) : undefined)
    .orderBy(desc(products.createdAt))
    .limit(200)
  const ids = rows.map(({ product }) => product.id)
  const live = sql<number>`count(${subscriptions.id}) filter (where ${subscriptions.status} not in ('canceled', 'incomplete_expired'))::int`
  const ever = sql<number>`count(${subscriptions.id})::int`
  const priced = ids.length
    ? await ctx.db
        .select({ price: prices, live, ever })
        .from(prices)
        .leftJoin(subscriptions, eq(subscriptions.priceId, prices.id))
        .where(inArray(prices.productId, ids))
        .groupBy(prices.id)
        .orderBy(desc(prices.active), asc(prices.interval), asc(prices.unitAmount))
    : []
  return {
    items: rows.map(({ product, plan }) => {
      const own = priced.filter(({ price }) => price.productId === product.id)
      return {
        ...product,
        plan,
        prices: own.map(({ price, live: count }) => ({ ...price, live: count })),
        sold: own.reduce((sum, { ever: count }) => sum + count, 0),
        page: product.stripeProductId && stripe().pageOf(product.stripeProductId),
      }
    }),
  }
}

const one = async (ctx: OuterCtx, id: string): Promise<Product> =>
  found((await ctx.tx(tx => list(tx, {}, id))).items[0], 'Product')

/** Written here first, then told to the provider: what it refuses or can't hear stays, marked, to be tried again. */
export async function save(ctx: OuterCtx, input: ProductInput): Promise<Product> {
  const id = await ctx.tx(tx => write(tx, input))
  await syncProduct(id)
  return one(ctx, id)
}

async function write(
  ctx: Ctx,
  { productId: known, version, unitAmount, currency, interval, migrate, plan, ...words }: ProductInput,
) {
  const productId = known ? await change(ctx, known, version, words) : await create(ctx, words)
  await setPrice(ctx, productId, { unitAmount, currency, interval, migrate })
  if (plan === null) await ctx.db.delete(pricingPlans).where(eq(pricingPlans.productId, productId))
  else if (plan)
    await ctx.db
      .insert(pricingPlans)
      .values({ ...plan, productId })
      .onConflictDoUpdate({ target: pricingPlans.productId, set: { ...plan, updatedAt: clock.now() } })
  // One plan of a list is the popular one.
  if (plan?.popular)
    await ctx.db
      .update(pricingPlans)
      .set({ popular: false })
      .where(and(eq(pricingPlans.family, plan.family), ne(pricingPlans.productId, productId)))
  return productId
}

type Words = Pick<ProductInput, 'name' | 'description' | 'active'>

async function create(ctx: Ctx, words: Words): Promise<string> {
  const [row] = await ctx.db.insert(products).values(words).returning({ id: products.id })
  return row!.id
}

async function change(ctx: Ctx, id: string, version: number | undefined, words: Words): Promise<string> {
  const [known] = await ctx.db.select({ id: products.id }).from(products).where(eq(products.id, id))
  found(known, 'Product')
  const [row] = await ctx.db
    .update(products)
    .set({ ...words, syncState: 'pending', updatedAt: clock.now(), version: sql`${products.version} + 1` })
    .where(and(eq(products.id, id), version ? eq(products.version, version) : undefined))
    .returning({ id: products.id })
  if (!row) throw new Failure('CONFLICT')
  return id
}

type NewPrice = Pick<ProductInput, 'unitAmount' | 'currency' | 'interval' | 'migrate'>

/** An amount that changes is a new price; the old one is sold no more, and who pays it keeps it unless it is wished otherwise. */
async function setPrice(ctx: Ctx, productId: string, { unitAmount, currency, interval, migrate }: NewPrice) {
  const [current] = await ctx.db
    .select()
    .from(prices)
    .where(and(eq(prices.productId, productId), eq(prices.interval, interval), eq(prices.active, true)))
    .for('update')
  if (current && current.unitAmount === unitAmount && current.currency === currency) return
  if (current) await ctx.db.update(prices).set({ active: false }).where(eq(prices.id, current.id))
  const [made] = await ctx.db
    .insert(prices)
    .values({ productId, unitAmount, currency, interval })
    .returning({ id: prices.id })
  if (!current || !migrate) return
  // The operator's transaction has no account of its own; the job is the server's.
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from clients where house`)
  const house = { ...ctx, client: { ...ctx.client, id: rows[0]!.id } }
  await enqueue(house, moveSubscribers, { from: current.id, to: made!.id })
}

export async function sync(ctx: OuterCtx, { id }: { id: string }): Promise<Product> {
  await one(ctx, id)
  await syncProduct(id)
  return one(ctx, id)
}

export async function archive(ctx: OuterCtx, { id }: { id: string }): Promise<Product> {
  await ctx.tx(async tx => {
    const [row] = await tx.db
      .update(products)
      .set({ active: false, syncState: 'pending', updatedAt: clock.now(), version: sql`${products.version} + 1` })
      .where(eq(products.id, id))
      .returning({ id: products.id })
    found(row, 'Product')
  })
  await syncProduct(id)
  return one(ctx, id)
}

export async function remove(ctx: OuterCtx, { id }: { id: string }) {
  const product = await one(ctx, id)
  if (product.sold > 0) {
    await archive(ctx, { id })
    return { outcome: 'archived' as const }
  }
  const [row] = await ctx.tx(tx => tx.db.select().from(products).where(eq(products.id, id)))
  const there = row?.provider === stripe().name ? row.stripeProductId : null
  const priceIds = product.prices.map(price => price.stripePriceId).filter(price => price !== null)
  if (there) await atProvider(() => stripe().deleteProduct(there, priceIds))
  await ctx.tx(tx => tx.db.delete(products).where(eq(products.id, id)))
  return { outcome: 'deleted' as const }
}
