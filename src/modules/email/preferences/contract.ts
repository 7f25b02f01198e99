import { z } from 'zod'
import { publicOf, resource } from '#kernel/contract.ts'

const Token = z.object({ token: z.string().min(1).max(2_000) })

/** What the page behind the link shows; the address is masked, since mail is passed on. */
export const Preferences = z.object({
  email: z.string(),
  business: z.string(),
  topics: z.array(z.object({ key: z.string(), name: z.string(), description: z.string(), on: z.boolean() })),
  /** A link of a test mail: it shows the page and changes nothing. */
  test: z.boolean(),
  /** Nothing is written to this address, whatever is chosen: email bounced, or someone opted out. */
  stopped: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

/** By the signed link under every campaign. Looking changes nothing. */
export const preferences = resource(
  '/preferences',
  { view: publicOf('token').input(Token).output(Preferences) },
  { view: 'Get the preferences behind a link' },
  ['view'],
)
