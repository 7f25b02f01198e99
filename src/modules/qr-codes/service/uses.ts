import { and, eq, isNull, like, or } from 'drizzle-orm'
import { forms } from '#forms/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { escapeLike } from '#kernel/sql.ts'
import { addressOf, pathOf, siteOf } from '#pages/service/site.ts'
import { pages } from '#pages/tables.ts'
import { qrCodes } from '../tables.ts'

/** Codes that lead to a page or a form. */
export async function uses(ctx: Ctx, kind: string, id: string) {
  const ends = await addressesOf(ctx, kind, id)
  if (ends.length === 0) return []
  const leadsTo = ends.flatMap(end => {
    const plain = escapeLike(end)
    return [like(qrCodes.target, `%${plain}`), like(qrCodes.target, `%${plain}?%`)]
  })
  const rows = await ctx.db
    .select({ id: qrCodes.id, name: qrCodes.name })
    .from(qrCodes)
    .where(and(isNull(qrCodes.deletedAt), or(...leadsTo)))
    .orderBy(qrCodes.name)
    .limit(20)
  return rows.map(row => ({ label: `the QR code “${row.name}”`, href: `/qr-codes?tab=campaigns&code=${row.id}` }))
}

async function addressesOf(ctx: Ctx, kind: string, id: string): Promise<string[]> {
  if (kind === 'form') {
    const [form] = await ctx.db.select({ slug: forms.slug }).from(forms).where(eq(forms.id, id))
    return form ? [`/f/${form.slug}`] : []
  }
  if (kind !== 'page') return []
  const [page] = await ctx.db.select({ slug: pages.slug, isHome: pages.isHome }).from(pages).where(eq(pages.id, id))
  if (!page) return []
  const site = await siteOf(ctx)
  return [addressOf(site, page), pathOf(site, page)]
}
