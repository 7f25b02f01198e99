import { z } from 'zod'
import { featureKeys } from '#entitlements/rules.ts'
import { ById, external, Id, Instant, line, platform, prose, resource, Version } from '#kernel/contract.ts'
import { PlanLimits } from '../plans/contract.ts'
import { syncStates } from '../rules/states.ts'
import { families, intervals } from '../rules.ts'

const ListedPrice = z.object({
  id: Id,
  unitAmount: z.number().int(),
  currency: z.string(),
  interval: z.enum(intervals),
  active: z.boolean(),
  stripePriceId: z.string().nullable(),
  /** Subscriptions that pay it now. */
  live: z.number().int(),
})
/** Where a product stands on a price list; null for one that isn't shown. */
const Listing = z.object({
  family: z.enum(families),
  popular: z.boolean(),
  features: z.array(line(120).pipe(z.string().min(1))).max(20),
  limits: PlanLimits,
  grants: z.array(z.enum(featureKeys)).default([]),
  trialDays: z.number().int().min(0, 'At least 0 days').max(365, 'At most 365 days'),
})

export const Product = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  createdAt: Instant,
  version: Version,
  prices: z.array(ListedPrice),
  plan: Listing.nullable(),
  /** Subscriptions that ever were; with any, it is archived instead of deleted. */
  sold: z.number().int(),
  syncState: z.enum(syncStates),
  syncProblem: z.string().nullable(),
  /** The provider's own page of it. */
  page: z.string().nullable(),
})
export type Product = z.infer<typeof Product>

export const ProductInput = z.object({
  /** Absent when it is new. */
  productId: Id.optional(),
  version: Version.optional(),
  name: line(120).pipe(z.string().min(1, 'Name is required')),
  description: prose(500).default(''),
  /** Minor units; a form reads the decimal text with parseMoney. */
  unitAmount: z
    .number({ error: 'Price is required' })
    .int('Price must be a positive number')
    .positive('Price must be a positive number')
    .max(99_999_999, 'This amount is too high for a card payment'),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'Please enter a three-letter currency')
    .transform(code => code.toUpperCase())
    .default('USD'),
  interval: z.enum(intervals).default('month'),
  active: z.boolean().default(true),
  /** Whether those who pay another price of that rhythm go over to this one with their next period. */
  migrate: z.boolean().default(false),
  plan: Listing.nullable().optional(),
})
export type ProductInput = z.infer<typeof ProductInput>

export const products = resource(
  '/admin/products',
  {
    list: platform.input(z.object({})).output(z.object({ items: z.array(Product) })),
    save: external.platform.input(ProductInput).output(Product),
    /** Tells the provider again what it could not be told. */
    sync: external.platform.input(ById).output(Product),
    archive: external.platform.input(ById).output(Product),
    /** Only what was never sold is deleted; the rest is archived, and said to be (decision 14). */
    remove: external.platform.input(ById).output(z.object({ outcome: z.enum(['deleted', 'archived']) })),
  },
  {
    list: 'List products',
    save: 'Create or update a product',
    sync: 'Sync a product with the payment provider',
    archive: 'Archive a product',
    remove: 'Delete a product',
  },
)
