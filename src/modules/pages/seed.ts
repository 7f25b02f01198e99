import { list as listForms } from '#forms/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Block, Tree } from './rules/blocks.ts'
import { noSeo } from './rules/seo.ts'
import { type TemplateKey, templates, treeOf } from './rules/templates.ts'
import { pages, pageVersions } from './tables.ts'

interface Page {
  template: TemplateKey
  menuRank: number | null
  isHome?: boolean
  isLive: boolean
  age: number
}
const demo: Page[] = [
  { template: 'home', menuRank: 0, isHome: true, isLive: true, age: 320 },
  { template: 'visit', menuRank: 1, isLive: true, age: 300 },
  { template: 'giving', menuRank: 2, isLive: true, age: 210 },
  { template: 'alpha', menuRank: 3, isLive: true, age: 64 },
  { template: 'baptism', menuRank: null, isLive: true, age: 40 },
  { template: 'easter', menuRank: null, isLive: false, age: 3 },
]

/** The site of the demo church: a home page, what guests look for, and Easter as a draft. */
export async function seedPages(ctx: Ctx, { userIds }: { userIds: string[] }): Promise<void> {
  const { items } = await listForms(ctx, { limit: 50, sort: 'name' })
  const form = items.find(one => one.slug === 'connect-card-demo')
  for (const { template, menuRank, isHome = false, isLive, age } of demo) {
    const tree = filled(treeOf(template), form?.id ?? null)
    const { name, slug, description } = templates[template]
    const seo = { ...noSeo, title: name, description }
    const at = new Date(clock.ms() - days(age))
    const [page] = await ctx.db
      .insert(pages)
      .values({
        name,
        slug,
        draft: tree,
        seo,
        isHome,
        menuRank,
        createdBy: userIds[0] ?? null,
        createdAt: at,
        ...(isLive && { published: 1, lastNumber: 1, isFresh: true, publishedAt: at }),
      })
      .returning({ id: pages.id })
    if (isLive)
      await ctx.db
        .insert(pageVersions)
        .values({ pageId: page!.id, number: 1, isPublished: true, tree, seo, createdAt: at })
  }
}

/** With the church's own form, and without blocks that nobody has filled in. */
function filled(tree: Tree, formId: string | null): Tree {
  const grown = (block: Block): Block =>
    block.type === 'form' ? { ...block, props: { ...block.props, formId } } : block
  return { content: tree.content.map(grown) }
}
