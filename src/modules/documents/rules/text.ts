export const textKinds = ['title', 'subtitle', 'heading', 'paragraph', 'quote', 'note', 'item'] as const
/** One paragraph of a document that flows over its pages. */
export interface DocumentText {
  kind: (typeof textKinds)[number]
  text: string
}
