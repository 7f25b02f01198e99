import { z } from 'zod'
import { Instant, publicOf, resource } from '#kernel/contract.ts'

/** Whose: `site` is the operator. */
const Of = z.object({ of: z.literal('site') })
const Issue = z.object({ slug: z.string(), subject: z.string(), preheader: z.string(), sentAt: Instant })

/** What was sent, for everyone to read. */
export const newsletterArchive = resource(
  '/newsletter-archive',
  {
    list: publicOf('of')
      .input(Of)
      .output(z.object({ items: z.array(Issue) })),
    read: publicOf('of')
      .input(Of.extend({ slug: z.string().max(200) }))
      .output(Issue.extend({ html: z.string() })),
  },
  { list: 'List published newsletters', read: 'Get a published newsletter' },
  ['read'],
)
