/** Characters of a passage: what an answer can be read from, and a model can be given several of. */
const LONGEST = 900
const MOST_PASSAGES = 400

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d“"(¿¡])|\n+/u)
    .map(one => one.trim())
    .filter(Boolean)

/** A short line without an end mark stands over what follows. */
const isHeading = (text: string) => text.length <= 80 && !/[.!?:,;]$/.test(text) && !text.includes('\n')

/** Cuts a text into passages of whole paragraphs or sentences, each with the title and the heading it stands under. */
export function passagesOf(title: string, text: string): { title: string; text: string }[] {
  const found: { title: string; text: string }[] = []
  let heading = ''
  for (const paragraph of text.replaceAll('\r', '').split(/\n\s*\n/)) {
    const plain = paragraph.replace(/^#+\s*/, '').trim()
    if (!plain) continue
    if (isHeading(plain)) {
      heading = plain
      continue
    }
    const over = heading && heading !== title ? `${title}: ${heading}` : title
    for (const piece of piecesOf(plain)) found.push({ title: over, text: piece })
  }
  return found.slice(0, MOST_PASSAGES)
}

function piecesOf(paragraph: string): string[] {
  if (paragraph.length <= LONGEST) return [paragraph]
  const pieces: string[] = []
  let piece = ''
  for (const sentence of sentencesOf(paragraph).flatMap(one => one.match(new RegExp(`.{1,${LONGEST}}`, 'gsu')) ?? [])) {
    if (piece && piece.length + sentence.length > LONGEST) {
      pieces.push(piece)
      piece = ''
    }
    piece = piece ? `${piece} ${sentence}` : sentence
  }
  return piece ? [...pieces, piece] : pieces
}

export { sentencesOf }
