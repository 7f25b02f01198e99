import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { parsedRow } from '../rules/parsed-row.ts'
import type { ParsedRow, ParseInput, ParseMessage, ParseReply } from '../rules/parsing.ts'
import { rowsOf } from '../rules/rows.ts'

const batchRows = 500
const batchCharacters = 2_000_000

/** Reads a file's rows and posts them in batches; each waits for 'next', so that no more than one is in memory. */
async function parse({ path, format, mapping, options, from }: ParseInput, port: MessagePort): Promise<void> {
  const file = createReadStream(path, { highWaterMark: 128 * 1024 })
  const rows = rowsOf(file, format)
  let batch: ParsedRow[] = []
  let characters = 0
  let row = 0
  for await (const records of rows) {
    for (const record of records) {
      if (row++ < from) continue
      batch.push(parsedRow(record, row - 1, mapping, options, format.width))
      characters += record.cells.reduce((sum, cell) => sum + cell.length, 0)
      if (batch.length < batchRows && characters < batchCharacters) continue
      if ((await answer(port, batchOf(batch, file.bytesRead))) === 'stop') return
      batch = []
      characters = 0
    }
  }
  if (batch.length > 0 && (await answer(port, batchOf(batch, file.bytesRead))) === 'stop') return
  const done: ParseMessage = { kind: 'done', rows: row, bytes: file.bytesRead, report: rows.report }
  port.postMessage(done)
}

const batchOf = (rows: ParsedRow[], bytes: number): ParseMessage => ({ kind: 'batch', from: rows[0]!.row, rows, bytes })

async function answer(port: MessagePort, message: ParseMessage): Promise<ParseReply> {
  const reply = once(port, 'message')
  port.postMessage(message)
  return (await reply)[0]
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EISDIR'].includes(String(error.code))

if (!isMainThread && parentPort && workerData?.work === 'parse') {
  const port = parentPort
  await parse(workerData as ParseInput, port).catch(error => {
    if (!isMissing(error)) throw error
    const failed: ParseMessage = {
      kind: 'failed',
      sentence: 'The uploaded file is no longer there. Please upload it again.',
    }
    port.postMessage(failed)
  })
}
