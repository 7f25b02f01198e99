import { eq } from 'drizzle-orm'
import { documentBudget, type ReadResult, refusals } from '#files/reading/rules.ts'
import { contentOf, readInThread } from '#files/reading/service.ts'
import { fileById } from '#files/service.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { Missing } from '#providers/storage/index.ts'
import { knowledgeSources } from '../tables.ts'
import type { DocumentInput, IndexedPassage } from './document-text.ts'
import { replacePassages } from './passage-index.ts'

const UNREADABLE = 'This file can’t be read. Please try a PDF with text in it, a Word document (.docx) or a text file.'

/** Reads a file and indexes its text. What can't be read says so at its source. */
export async function indexFile(ctx: OuterCtx, { sourceId }: { sourceId: string }): Promise<void> {
  const source = await ctx.tx(async tx => {
    const [row] = await tx.db.select().from(knowledgeSources).where(eq(knowledgeSources.id, sourceId))
    return row?.fileId ? { title: row.title, file: await fileById(tx, row.fileId) } : null
  })
  if (!source) return
  const read = await readDocument(source.file, source.title)
  await ctx.tx(async tx => {
    if ('answer' in read && read.answer.length > 0) await replacePassages(tx, sourceId, read.answer)
    else await fail(tx, sourceId, problemOf(read))
    announce(tx, 'assistant')
  })
}

type Read = ReadResult<IndexedPassage[]>

const problemOf = (read: Read) => ('refusal' in read && read.refusal !== refusals.content ? read.refusal : UNREADABLE)

const fail = (tx: Ctx, sourceId: string, problem: string) =>
  tx.db.update(knowledgeSources).set({ state: 'failed', problem }).where(eq(knowledgeSources.id, sourceId))

async function readDocument({ storageKey, name }: { storageKey: string; name: string }, title: string): Promise<Read> {
  try {
    const content = await contentOf(storageKey)
    const input: DocumentInput = { content, name, title }
    const reader = new URL('../work/read-document.ts', import.meta.url)
    return await readInThread(reader, input, { budget: documentBudget, transfer: [content.buffer] })
  } catch (error) {
    if (error instanceof Missing) return { refusal: UNREADABLE, limit: 'content' }
    throw error
  }
}
