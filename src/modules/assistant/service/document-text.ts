import { UnreadableFile } from '#files/reading/rules.ts'
import { passagesOf } from '../rules/passages.ts'
import { indexText } from '../rules/words.ts'

export interface DocumentInput {
  content: Uint8Array
  name: string
  title: string
}
/** A part of a text, with the stems that it is found by. */
export interface IndexedPassage {
  title: string
  text: string
  stems: string
}

/** Characters of a file that are read. */
const MOST_TEXT = 400_000
const MOST_PAGES = 500
/** Bytes that a Word document may have unpacked. */
const MOST_UNPACKED = 60_000_000

/** What is found by its words in a file that is someone's. Runs in a thread with limits. */
export async function extractPassages({ content, name, title }: DocumentInput): Promise<IndexedPassage[]> {
  const text = await textOf(Buffer.from(content.buffer, content.byteOffset, content.length), endingOf(name))
  return toIndexedPassages(title, text.replaceAll('\u0000', '').slice(0, MOST_TEXT))
}

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? ''

export const toIndexedPassages = (title: string, text: string): IndexedPassage[] =>
  passagesOf(title, text).map(one => ({ ...one, stems: indexText(`${one.title} ${one.text}`) }))

async function textOf(content: Buffer, ending: string): Promise<string> {
  if (ending === 'pdf') return textOfPdf(content)
  if (ending === 'docx') return textOfWord(content)
  return new TextDecoder('utf-8', { fatal: true }).decode(content)
}

/** Page by page, up to as much as is kept. */
async function textOfPdf(content: Buffer): Promise<string> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 })
  if (document.numPages > MOST_PAGES)
    throw new UnreadableFile(`This file has more than ${MOST_PAGES} pages. Please split it into smaller files.`)
  const pages: string[] = []
  let size = 0
  for (let number = 1; number <= document.numPages && size < MOST_TEXT; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    size += text.length
    pages.push(text)
    page.cleanup()
  }
  return pages.join('\n\n')
}

async function textOfWord(content: Buffer): Promise<string> {
  if (unpackedSize(content) > MOST_UNPACKED)
    throw new UnreadableFile('This file is too large once it is unpacked. Please split it, or save it as plain text.')
  const { extractRawText } = await import('mammoth')
  return (await extractRawText({ buffer: content })).value
}

/** As the directory of a zip file says, before anything is unpacked. */
function unpackedSize(content: Buffer): number {
  let sum = 0
  for (let at = content.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0 && at + 46 <= content.length; ) {
    sum += content.readUInt32LE(at + 24)
    at = content.indexOf('PK\u0001\u0002', at + 46, 'latin1')
  }
  return sum
}
