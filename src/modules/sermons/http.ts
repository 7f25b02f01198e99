import type { Ctx } from '#kernel/ctx.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import { markup } from '#public-page/rules/document.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { printed } from './rules/printing.ts'
import { openShared, sharedAt } from './service/sharing.ts'

/** A shared sermon; notes and the slots of stories are not on it. */
async function show(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const found = await asPlatform('shared sermon', db => sharedAt(db, token))
  if (!found) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), found.clientId, async (ctx: Ctx) => {
    const row = await openShared(ctx, found.shareId)
    if (!row.document) return publicError(c, 'notFound')
    const sections = row.document.sections.map(section => ({
      ...section,
      blocks: section.blocks.filter(({ kind }) => kind !== 'story'),
    }))
    const body = printed(row, { ...row.document, sections }, 'manuscript').map(({ kind, text }) => tags[kind](e(text)))
    return publicPage(c, {
      title: row.title,
      description: row.bibleVerse,
      church: await churchOf(ctx),
      body: markup(body.join('')),
      status: 200,
    })
  })
}

const tags = {
  title: (text: string) => `<h1>${text}</h1>`,
  subtitle: (text: string) => `<p class="quiet">${text}</p>`,
  heading: (text: string) => `<h2>${text}</h2>`,
  paragraph: (text: string) => `<p>${text}</p>`,
  quote: (text: string) => `<blockquote><p>${text}</p></blockquote>`,
  note: (text: string) => `<p><small>${text}</small></p>`,
  item: (text: string) => `<p>• ${text}</p>`,
}

export const sermonRoutes: RawRoute[] = [raw('GET', '/share/:token', 'anonymous', show)]
