import { type Block, everyBlock } from './blocks.ts'

/** The link that leads to whatever follows, on a page that is a step of a funnel. */
export const NEXT_LINK = '#next'

export interface Onward {
  /** What follows, absolute; undefined at the end. */
  next: string | undefined
  /** The same, sealed: forms and booking pages lead there when they are done. */
  token: string
}

const isBooking = (href: string) => /^(https?:\/\/[^/]+)?\/book\/[^/]+\/[^/?#]+/.test(href)

function hrefOf(href: string, { next, token }: Onward): string {
  if (href === NEXT_LINK) return next ?? ''
  if (!next || !isBooking(href)) return href
  const [path, query = ''] = href.split('?') as [string, string?]
  return `${path}?${new URLSearchParams([...new URLSearchParams(query), ['next', token]])}`
}

/** The same blocks with links that lead on. */
export function leadingOn(content: readonly Block[], onward: Onward): Block[] {
  const copy = structuredClone(content) as Block[]
  for (const { props } of everyBlock(copy)) {
    if ('href' in props) props.href = hrefOf(props.href, onward)
    if ('items' in props) for (const item of props.items) if ('href' in item) item.href = hrefOf(item.href, onward)
  }
  return copy
}
