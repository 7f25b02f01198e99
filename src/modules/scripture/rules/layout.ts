import type { Passage } from './passage.ts'

/** A passage as it is printed: paragraphs of prose and lines of poetry, each verse with its number. */
export interface Paragraph {
  lines: { number: string | null; text: string }[]
}

/** Verses follow each other in a paragraph; a line of poetry is one of its own. */
export function paragraphsOf({ verses }: Pick<Passage, 'verses'>): Paragraph[] {
  const paragraphs: Paragraph[] = []
  for (const { number, opens, lines } of verses) {
    if (opens || paragraphs.length === 0) paragraphs.push({ lines: [] })
    for (const [at, text] of lines.entries()) paragraphs.at(-1)!.lines.push({ number: at === 0 ? number : null, text })
  }
  return paragraphs
}

/** Whether a paragraph is printed line by line. */
export const isPoetry = ({ lines }: Paragraph): boolean => lines.some(({ number }) => number === null)
