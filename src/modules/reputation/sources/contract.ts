import { z } from 'zod'
import { ById, Id, Instant, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { platforms } from '../rules/platforms.ts'
import { MOST_BYTES, TOO_LARGE } from '../rules/review-file.ts'

const Count = z.number().int()
/** A church's entry on a platform. */
export const ReviewSource = z.object({
  id: Id,
  platform: z.enum(platforms),
  name: z.string(),
  /** Where anyone reads its reviews; empty: not known. */
  page: z.string(),
  /** Where a guest writes one; empty: on that page. */
  reviewUrl: z.string(),
  /** It is read every few minutes; else it is filled from files. */
  isConnected: z.boolean(),
  /** live: read from its platform. sandbox: from what stands in for it. file: filled from files. */
  mode: z.enum(['live', 'sandbox', 'file']),
  syncedAt: Instant.nullable(),
  problem: z.string().nullable(),
  reviews: Count,
  version: Version,
})
export type ReviewSource = z.infer<typeof ReviewSource>

export const HttpsAddress = z.url({ protocol: /^https$/, error: 'Please enter an address that begins with https://' })
const PageAddress = z.union([z.literal(''), HttpsAddress])
export const NewReviewSource = z.object({
  platform: z.enum(platforms),
  name: line(120).pipe(z.string().min(1, 'Please enter a name')),
  page: line(500).pipe(PageAddress).default(''),
  reviewUrl: line(500).pipe(PageAddress).default(''),
})
export type NewReviewSource = z.infer<typeof NewReviewSource>
export const ReviewSourceChange = z.object({ id: Id, version: Version, reviewUrl: line(500).pipe(PageAddress) })
export type ReviewSourceChange = z.infer<typeof ReviewSourceChange>

export const ReviewUpload = z.object({
  id: Id,
  csv: z.string().max(MOST_BYTES, TOO_LARGE),
  /** Says what would be stored, and stores nothing. */
  isTrial: z.boolean().default(false),
})
export type ReviewUpload = z.infer<typeof ReviewUpload>
export const UploadResult = z.object({
  added: Count,
  changed: Count,
  /** Lines that stand here already, as they are. */
  known: Count,
  /** At most 100, in the order of the file. */
  problems: z.array(z.object({ line: Count, text: z.string() })),
  /** Lines that were not understood, all of them. */
  failed: Count,
  understood: z.array(z.string()),
  ignored: z.array(z.string()),
})
export type UploadResult = z.infer<typeof UploadResult>

/** What a guest writes on the sandbox. */
export const SandboxReview = z.object({
  id: Id,
  rating: z.number().int().min(1, 'Please choose 1 to 5 stars').max(5, 'Please choose 1 to 5 stars'),
  content: prose(4_000).default(''),
  author: line(120).default(''),
})
export type SandboxReview = z.infer<typeof SandboxReview>

const write = member('reputation.write')
export const reviewSources = resource(
  '/review-sources',
  {
    list: write.input(Nothing).output(z.object({ items: z.array(ReviewSource) })),
    create: write.input(NewReviewSource).output(ReviewSource),
    update: write.input(ReviewSourceChange).output(ReviewSource),
    remove: write.input(ById).output(z.object({})),
    sync: write.input(ById).output(ReviewSource),
    upload: write.input(ReviewUpload).output(UploadResult),
    writeSandboxReview: write.input(SandboxReview).output(z.object({})),
  },
  {
    list: 'List review sources',
    create: 'Add a review source',
    update: 'Update where reviews are written on a platform',
    remove: 'Delete a review source',
    sync: 'Read the reviews of a source now',
    upload: 'Import reviews from a CSV file',
    writeSandboxReview: 'Write a review on the sandbox platform',
  },
)
