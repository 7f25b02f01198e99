import { z } from 'zod'
import { Instant, publicOf, resource } from '#kernel/contract.ts'

/** What a church has put into its public archive. */
export const emailArchive = resource(
  '/email-archive',
  {
    list: publicOf('church')
      .input(z.object({ church: z.string().min(1).max(100) }))
      .output(
        z.object({
          business: z.string(),
          items: z.array(z.object({ slug: z.string(), subject: z.string(), preheader: z.string(), sentAt: Instant })),
        }),
      ),
  },
  { list: 'List published emails of a church' },
  ['list'],
)
