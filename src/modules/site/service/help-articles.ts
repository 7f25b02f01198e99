import { readdirSync, readFileSync } from 'node:fs'
import { convert } from 'html-to-text'
import { parse } from 'marked'
import { frontMatter } from '../rules/article.ts'

const folder = new URL('../data/help/', import.meta.url)

/** The help articles of this version as plain text, for those who answer questions about Lampstand. */
export const helpArticles = (): { slug: string; title: string; text: string }[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => {
      const { fields, body } = frontMatter(readFileSync(new URL(name, folder), 'utf8'))
      const html = parse(body, { async: false })
      const text = convert(html, { wordwrap: false, selectors: [{ selector: 'a', options: { ignoreHref: true } }] })
      return {
        slug: name.replace(/\.md$/, ''),
        title: fields.title ?? name,
        text: `${fields.summary ?? ''}\n\n${text}`.trim(),
      }
    })
