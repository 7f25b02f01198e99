import { Marked, type RendererObject, type Tokens } from 'marked'
import { escapeHtml } from '#messaging/rules/letter.ts'
import { holdTags, isLinkTag } from '#messaging/rules/merge-tags.ts'

const ink = 'color:#292524'
/** Mail programs know no style sheets: every element brings its own. */
const styles: Record<string, string> = {
  p: `margin:0 0 16px;line-height:1.6;${ink}`,
  h1: `margin:28px 0 12px;font-size:24px;line-height:1.3;${ink}`,
  h2: `margin:28px 0 12px;font-size:20px;line-height:1.35;${ink}`,
  h3: `margin:24px 0 8px;font-size:17px;line-height:1.4;${ink}`,
  ul: `margin:0 0 16px;padding-left:24px;line-height:1.6;${ink}`,
  ol: `margin:0 0 16px;padding-left:24px;line-height:1.6;${ink}`,
  li: 'margin:0 0 6px',
  a: 'color:#3b4cb8;text-decoration:underline',
  blockquote: 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #e3a322;color:#57534e',
  pre: 'margin:0 0 16px;padding:12px;background:#f6f4f1;border-radius:8px;white-space:pre-wrap;font-size:13px',
  hr: 'margin:24px 0;border:0;border-top:1px solid #e7e2da',
}

/** Where a link may lead: the web, a mail, or an address that a merge tag brings. Anything else stays text. */
const leadsSomewhere = (href: string) => /^(https?:\/\/|mailto:)/i.test(href) || isLinkTag(href)

/** @param styled for a mail; a page of ours has its own style sheet */
function htmlRenderer(styled: boolean): RendererObject {
  const open = (tag: string) => (styled && styles[tag] ? `<${tag} style="${styles[tag]}">` : `<${tag}>`)
  const block = (tag: string, inner: string) => `${open(tag)}${inner}</${tag}>\n`
  return {
    // Whatever looks like HTML is text: nobody writes markup into a mail of ours.
    html: ({ text }) => escapeHtml(text),
    heading(token) {
      return block(`h${Math.min(token.depth + (styled ? 0 : 1), 3)}`, this.parser.parseInline(token.tokens))
    },
    paragraph(token) {
      return block('p', this.parser.parseInline(token.tokens))
    },
    blockquote(token) {
      // Its own padding is enough under the last line.
      const inner = this.parser.parse(token.tokens).replace(/margin:0 0 16px(?![\s\S]*margin:0 0 16px)/, 'margin:0')
      return block('blockquote', inner)
    },
    list(token) {
      return block(token.ordered ? 'ol' : 'ul', token.items.map(item => this.listitem(item)).join(''))
    },
    listitem(token) {
      return block('li', this.parser.parse(token.tokens))
    },
    code: ({ text }) => block('pre', escapeHtml(text)),
    hr: () => `${open('hr')}\n`,
    link(token) {
      return linked(token.href, this.parser.parseInline(token.tokens), open('a'))
    },
    // Pictures come with the block editor; until then the words lead to them.
    image: ({ href, text }) => linked(href, escapeHtml(text || href), open('a')),
  }
}

const linked = (href: string, words: string, open: string) =>
  leadsSomewhere(href) ? `${open.slice(0, -1)} href="${escapeHtml(href)}">${words}</a>` : words

/** The same words for programs that show no HTML, and for who prefers it. */
const textRenderer: RendererObject = {
  html: ({ text }) => text,
  heading(token) {
    return `${this.parser.parseInline(token.tokens)}\n\n`
  },
  paragraph(token) {
    return `${this.parser.parseInline(token.tokens)}\n\n`
  },
  blockquote(token) {
    return `${this.parser.parse(token.tokens).trim().replace(/^/gm, '> ')}\n\n`
  },
  list(token) {
    const mark = (i: number) => (token.ordered ? `${Number(token.start || 1) + i}.` : '-')
    return `${token.items.map((item, i) => `${mark(i)} ${this.listitem(item).trim()}`).join('\n')}\n\n`
  },
  listitem(token) {
    return this.parser.parse(token.tokens)
  },
  code: ({ text }) => `${text}\n\n`,
  hr: () => '---\n\n',
  strong(token) {
    return this.parser.parseInline(token.tokens)
  },
  em(token) {
    return this.parser.parseInline(token.tokens)
  },
  del(token) {
    return this.parser.parseInline(token.tokens)
  },
  codespan: ({ text }) => text,
  br: () => '\n',
  link(token) {
    const words = this.parser.parseInline(token.tokens)
    return !leadsSomewhere(token.href) || words === token.href ? words : `${words} (${token.href})`
  },
  image: ({ href, text }) => (text ? `${text} (${href})` : href),
  text(token) {
    return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : (token as Tokens.Text).text
  },
}

const make = (renderer: RendererObject) => new Marked({ gfm: true, breaks: true, renderer })
const writers = { mail: make(htmlRenderer(true)), page: make(htmlRenderer(false)), text: make(textRenderer) }

/** Markdown as a mail's HTML, as a page's, or as plain text. Merge tags stay as they are, for each recipient's values. */
export function written(markdown: string, as: keyof typeof writers): string {
  // A page has no values for tags, and nothing would escape the fallback of one that is put back.
  if (as === 'page') return writers.page.parse(markdown, { async: false }).trim()
  const { held, release } = holdTags(markdown)
  return release(writers[as].parse(held, { async: false })).trim()
}
