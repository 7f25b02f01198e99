import { eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { Failure, found } from '#kernel/failure.ts'
import { log } from '#kernel/log.ts'
import { asPlatform } from '#kernel/run.ts'
import { stripe, Unknown } from '#providers/stripe/index.ts'
import { prices, products } from '../tables.ts'

const read = (id: string) =>
  asPlatform('billing', async db => {
    const [product] = await db.select().from(products).where(eq(products.id, id))
    return { product: found(product, 'Product'), own: await db.select().from(prices).where(eq(prices.productId, id)) }
  })

/** Brings the provider up to what stands here; ids of another provider count for nothing. Says what went wrong, and keeps it. */
export async function syncProduct(id: string): Promise<string | null> {
  const { product, own } = await read(id)
  const provider = stripe()
  try {
    const known = product.provider === provider.name ? product.stripeProductId : null
    const key = `${id}-${product.version}`
    const { name, description, active } = product
    const { productId } = await provider.saveProduct({ id, productId: known, name, description, active, key })
    for (const price of own) await syncPrice(price, productId, active)
    await noteProduct(id, {
      syncState: 'synced',
      syncProblem: null,
      provider: provider.name,
      stripeProductId: productId,
    })
    return null
  } catch (error) {
    const syncProblem = String(error instanceof Error ? error.message : error).slice(0, 300)
    log.warn({ product: id, err: syncProblem }, 'a product could not be synced')
    await noteProduct(id, { syncState: 'sync_failed', syncProblem })
    return syncProblem
  }
}

async function syncPrice(price: typeof prices.$inferSelect, productId: string, onSale: boolean): Promise<void> {
  const provider = stripe()
  const { id, unitAmount, currency, interval } = price
  if (price.provider === provider.name && price.stripePriceId) {
    // What is sold no more has been put away at the provider; a price that it has forgotten is no loss.
    await provider.setPriceActive(price.stripePriceId, price.active && onSale).catch(error => {
      if (!(error instanceof Unknown)) throw error
    })
    return
  }
  if (!price.active) return
  const { priceId } = await provider.createPrice({ productId, unitAmount, currency, interval, key: id })
  await asPlatform('billing', db =>
    db
      .update(prices)
      .set({ provider: provider.name, stripePriceId: priceId, updatedAt: clock.now() })
      .where(eq(prices.id, id)),
  )
}

const noteProduct = (id: string, changes: Partial<typeof products.$inferInsert>) =>
  asPlatform('billing', db =>
    db
      .update(products)
      .set({ ...changes, updatedAt: clock.now() })
      .where(eq(products.id, id)),
  )

/** A price that can be bought now, with its id at the provider; its product is synced first if it must be. */
export async function sellable(priceId: string): Promise<{ id: string; stripePriceId: string; productId: string }> {
  const price = await priceOf(priceId)
  if (!price?.active || !price.onSale)
    throw new Failure('NOT_FOUND', 'This plan is no longer sold. Please choose another.')
  if (price.provider === stripe().name && price.stripePriceId) return { ...price, stripePriceId: price.stripePriceId }
  await syncProduct(price.productId)
  const synced = await priceOf(priceId)
  if (!synced?.stripePriceId || synced.provider !== stripe().name)
    throw new Failure('UNAVAILABLE', 'We can’t reach the payment provider. Please try again in a moment.')
  return { ...synced, stripePriceId: synced.stripePriceId }
}

const priceOf = (id: string) =>
  asPlatform('billing', async db => {
    const [row] = await db
      .select({ price: prices, onSale: products.active })
      .from(prices)
      .innerJoin(products, eq(products.id, prices.productId))
      .where(eq(prices.id, id))
    return row && { ...row.price, onSale: row.onSale }
  })

/** Our price behind one of the provider's ids. */
export const priceAtProvider = (stripePriceId: string) =>
  asPlatform('billing', async db => {
    const [row] = await db.select({ id: prices.id }).from(prices).where(eq(prices.stripePriceId, stripePriceId))
    return row?.id
  })
