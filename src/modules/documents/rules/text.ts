export const textKinds = ['title', 'subtitle', 'heading', 'paragraph', 'quote', 'note', 'item'] as const
/** One paragraph of a document that flows over its pages. */
export interface DocumentText {
  kind: (typeof textKinds)[number]
  text: string
}

/** Lines end as on Windows, so that every editor shows them. */
export const plainText = (content: readonly DocumentText[]): string =>
  content
    .map(({ kind, text }) =>
      kind === 'title' ? text.toUpperCase() : kind === 'heading' ? `\n${text}` : kind === 'item' ? `- ${text}` : text,
    )
    .join('\n\n')
    .replace(/\r?\n/g, '\r\n')

/**
 * `grace-that-holds`: what a file of this title is called.
 * @param otherwise for a title without letters
 */
export const fileName = (title: string, otherwise: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’'"“”]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .toLowerCase()
    .slice(0, 80)
    .replace(/^-+|-+$/g, '') || otherwise
