/** A text of the repository: help or blog. */
export interface Article {
  slug: string
  title: string
  summary: string
  /** Help: the shelf it stands on. */
  category?: string
  /** Blog: ISO day and who wrote it. */
  date?: string
  author?: string
  /** Blog: the screen it is about, one of `shots`. */
  picture?: string
  html: string
  /** The words alone, for the search. */
  text: string
}

export interface Articles {
  help: Article[]
  blog: Article[]
}

/** Reads the lines between the first two `---`: one `name: value` each. */
export function frontMatter(source: string): { fields: Record<string, string>; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)
  if (!match) return { fields: {}, body: source }
  const pairs = match[1]!.split('\n').map(line => {
    const at = line.indexOf(':')
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const
  })
  return { fields: Object.fromEntries(pairs), body: match[2]!.trim() }
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const wordsOf = (text: string): string[] => fold(text).match(/[a-z0-9]+/g) ?? []

/** Articles in which every word of the query begins a word, best first: the title counts most, then the summary. */
export function searchArticles(articles: readonly Article[], query: string): Article[] {
  const asked = wordsOf(query).slice(0, 8)
  if (asked.length === 0) return []
  const scored = articles.map(article => {
    const [title, summary, text] = [wordsOf(article.title), wordsOf(article.summary), wordsOf(article.text)]
    let score = 0
    for (const word of asked) {
      const hits = (among: string[]) => among.filter(each => each.startsWith(word)).length
      const found = hits(title) * 20 + hits(summary) * 6 + Math.min(hits(text), 10)
      if (found === 0) return { article, score: 0 }
      score += found
    }
    return { article, score }
  })
  return scored
    .filter(each => each.score > 0)
    .sort((a, b) => b.score - a.score || a.article.title.localeCompare(b.article.title, 'en'))
    .map(each => each.article)
}
