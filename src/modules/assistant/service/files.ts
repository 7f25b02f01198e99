import { eq } from 'drizzle-orm'
import { extractRawText } from 'mammoth'
import { extractText, getDocumentProxy } from 'unpdf'
import { fileById } from '#files/service.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { storage } from '#providers/storage/index.ts'
import { knowledgeSources } from '../tables.ts'
import { indexText } from './indexing.ts'

/** Characters of a file that are read. */
const MOST_TEXT = 400_000
const MOST_PAGES = 500
/** Bytes that a Word document may have unpacked. */
const MOST_UNPACKED = 60_000_000
const UNREADABLE = 'This file can’t be read. Please try a PDF with text in it, a Word document (.docx) or a text file.'

/** Reads a file and indexes its text. What can't be read says so at its source. */
export async function indexFile(ctx: OuterCtx, { sourceId }: { sourceId: string }): Promise<void> {
  const source = await ctx.tx(async tx => {
    const [row] = await tx.db.select().from(knowledgeSources).where(eq(knowledgeSources.id, sourceId))
    return row?.fileId ? { title: row.title, file: await fileById(tx, row.fileId) } : null
  })
  if (!source) return
  const text = await textOf(source.file).catch(() => null)
  await ctx.tx(async tx => {
    if (text?.trim()) await indexText(tx, sourceId, source.title, text)
    else
      await tx.db
        .update(knowledgeSources)
        .set({ state: 'failed', problem: UNREADABLE })
        .where(eq(knowledgeSources.id, sourceId))
    announce(tx, 'assistant')
  })
}

async function textOf({ storageKey, name }: { storageKey: string; name: string }): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage().get(storageKey)) chunks.push(chunk as Buffer)
  const content = Buffer.concat(chunks)
  const text = await read(content, name.split('.').at(-1)?.toLowerCase() ?? '')
  return text.replaceAll('\u0000', '').slice(0, MOST_TEXT)
}

async function read(content: Buffer, kind: string): Promise<string> {
  if (kind === 'pdf') {
    const document = await getDocumentProxy(new Uint8Array(content))
    if (document.numPages > MOST_PAGES) throw new Error('too many pages')
    const { text } = await extractText(document, { mergePages: false })
    return text.join('\n\n')
  }
  if (kind === 'docx') {
    if (unpackedSize(content) > MOST_UNPACKED) throw new Error('too large')
    return (await extractRawText({ buffer: content })).value
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(content)
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
