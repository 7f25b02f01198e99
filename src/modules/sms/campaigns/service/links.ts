import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { samplePath } from '#links/rules/codes.ts'
import { addRecipients, type LinkOwner, shorten, shortUrl } from '#links/service.ts'
import { linksIn } from '../../rules/message.ts'

/** What a short address of a campaign that isn't there yet will look like, for counting. */
export const sampleUrl = () => `${env.publicUrl}${samplePath}`

interface Linked {
  id: string
  body: string
  split: { body: string } | null
}

const ownerOf = (id: string): LinkOwner => ({ module: 'sms', id })

/** One short link for each address in a campaign's text, by address. */
export const shortenLinks = (ctx: Ctx, { id, body, split }: Linked): Promise<Map<string, string>> =>
  shorten(ctx, ownerOf(id), linksIn(`${body}\n${split?.body ?? ''}`), { topic: 'campaigns' })

interface Reader {
  id: string
  personId: string | null
}

/** The short address of each target in one reader's text. */
export async function shortUrlsOf(ctx: Ctx, campaign: Linked, readers: readonly Reader[]) {
  const links = await shortenLinks(ctx, campaign)
  const codes = links.size > 0 ? await addRecipients(ctx, ownerOf(campaign.id), readers) : new Map<string, string>()
  return (reader: Reader) => (target: string) => shortUrl(links.get(target)!, codes.get(reader.id)!)
}
