import { z } from 'zod'
import { ById, external, Id, Instant, line, member, Nothing, resource } from '#kernel/contract.ts'
import { ReviewSource } from '../sources/contract.ts'

/** A permission that the church gave on Google. What it consists of is never answered. */
export const ReviewConnection = z.object({
  id: Id,
  connectedAt: Instant,
  /** Names of the entries that are read by it. */
  sources: z.array(z.string()),
})
export type ReviewConnection = z.infer<typeof ReviewConnection>

export const GoogleReturn = z.object({ state: line(200), code: line(2_000) })
export type GoogleReturn = z.infer<typeof GoogleReturn>

/** An entry on Google that the connection opens. */
export const GoogleEntry = z.object({ entry: z.string(), name: z.string(), address: z.string(), isAdded: z.boolean() })
export type GoogleEntry = z.infer<typeof GoogleEntry>
export const ChosenEntry = z.object({ id: Id, entry: line(200) })
export type ChosenEntry = z.infer<typeof ChosenEntry>

const write = member('reputation.write')
const outside = external.member('reputation.write')
export const reviewConnections = resource(
  '/review-connections',
  {
    list: write.input(Nothing).output(
      z.object({
        items: z.array(ReviewConnection),
        /** sandbox: the server has no OAuth client at Google, and a sandbox stands in. */
        google: z.enum(['live', 'sandbox']),
      }),
    ),
    start: write
      .meta({ inPerson: true, secret: true })
      .input(Nothing)
      .output(z.object({ url: z.string() })),
    finish: outside.meta({ inPerson: true }).input(GoogleReturn).output(ReviewConnection),
    findEntries: outside.input(ById).output(z.object({ items: z.array(GoogleEntry) })),
    addEntry: outside.input(ChosenEntry).output(ReviewSource),
    remove: outside.input(ById).output(z.object({})),
  },
  {
    list: 'List connections to Google',
    start: 'Begin connecting to Google',
    finish: 'Finish connecting to Google',
    findEntries: 'List the entries that a connection to Google opens',
    addEntry: 'Read the reviews of an entry on Google',
    remove: 'Disconnect from Google',
  },
)
