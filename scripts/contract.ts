// What the pages need beforehand: methods and paths of the contract, the API reference, and the articles. No schemas travel.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { minifyContractRouter } from '@orpc/contract'
import { marked } from 'marked'
import { contract } from '#app/contract.ts'
import { wholeDocument } from '#app/openapi.ts'
import { keyed, listed } from '#kernel/modules.ts'
import { type Article, frontMatter } from '#site/rules/article.ts'
import { referenceOf } from '#site/rules/reference.ts'

write('contract.json', withoutWords(minifyContractRouter(contract)))
write('icons.json', await icons())
write('articles.json', { help: articles('help'), blog: articles('blog').sort((a, b) => (a.date! < b.date! ? 1 : -1)) })
write('reference.json', referenceOf(await wholeDocument(contract)))

/** Browsers make calls and don't explain them: summaries and tags stay here. */
function withoutWords(node: object): object {
  if (!('~orpc' in node))
    return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, withoutWords(one)]))
  const { route, ...rest } = node['~orpc'] as { route: { method?: string; path?: string } }
  return { '~orpc': { ...rest, route: { method: route.method, path: route.path } } }
}

/** The drawings of the icons that manifests name: a page loads those and not the thousands beside them. */
async function icons(): Promise<Record<string, unknown>> {
  const named = [
    ...listed('navigation'),
    ...listed('actions'),
    ...keyed('timelineKinds').values(),
    ...keyed('automationTriggers').values(),
    ...keyed('automationActions').values(),
    ...keyed('segmentConditions').values(),
    ...keyed('calendarEntries').values(),
    ...keyed('pageBlocks').values(),
    ...keyed('emailBlocks').values(),
  ].flatMap(({ icon }) => icon ?? [])
  const drawn = [...new Set(named)].sort().map(async name => {
    const file = await import(`@tabler/icons-react/dist/esm/icons/${name}.mjs`)
    return [name, file.__iconNode] as const
  })
  return Object.fromEntries(await Promise.all(drawn))
}

/** Markdown of the repository, with the words alone for the search. */
function articles(folder: string): Article[] {
  const at = new URL(`../src/modules/site/data/${folder}/`, import.meta.url)
  return readdirSync(at).map(file => {
    const { fields, body } = frontMatter(readFileSync(new URL(file, at), 'utf8'))
    const html = marked.parse(body, { async: false })
    const text = html
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return {
      slug: file.replace(/\.md$/, ''),
      title: fields.title ?? '',
      summary: fields.summary ?? '',
      ...fields,
      html,
      text,
    }
  })
}

/** Written only when it changed, or the dev server would reload every page. */
function write(name: string, content: unknown): void {
  const file = new URL(`../src/web/${name}`, import.meta.url)
  const text = `${JSON.stringify(content)}\n`
  if (current(file) !== text) writeFileSync(file, text)
}

function current(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
