import { z } from 'zod'
import { publicOf, resource } from '#kernel/contract.ts'

const Token = z.object({ token: z.string().min(1).max(2_000) })
/** What the page behind a link shows; the address is masked, since mail is passed on. */
export const Standing = z.object({
  email: z.string(),
  /** Whose newsletter it is. */
  business: z.string(),
  /** What a church writes about; null: the newsletter of the operator. */
  topic: z.string().nullable(),
  subscribed: z.boolean(),
  /** A link of a test mail: it shows the page and changes nothing. */
  test: z.boolean(),
})
export type Standing = z.infer<typeof Standing>

/** By the signed link under every newsletter. Looking changes nothing. */
export const unsubscribeLinks = resource(
  '/unsubscribe-links',
  {
    view: publicOf('token').input(Token).output(Standing),
    leave: publicOf('token').input(Token).output(Standing),
    undo: publicOf('token').input(Token).output(Standing),
  },
  { view: 'Get the details of an unsubscribe link', leave: 'Unsubscribe', undo: 'Undo an unsubscribe' },
  ['view'],
)
