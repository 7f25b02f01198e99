import { read as churchOf } from '#clients/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { bookingLink } from '#messaging/rules/booking-link.ts'
import type { TagValues } from '#messaging/rules/merge-tags.ts'

/** What the merge tags of the church itself stand for, the same for every reader. */
export async function churchTags(ctx: Ctx): Promise<Required<Pick<TagValues, 'businessName' | 'bookingLink'>>> {
  const { name, slug } = await churchOf(ctx)
  return { businessName: name, bookingLink: bookingLink(env.publicUrl, slug) }
}
