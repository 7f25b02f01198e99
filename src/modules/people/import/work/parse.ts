import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { parsedRow } from '../rules/parsed-row.ts'
import type { ParsedRow, ParseInput, ParseMessage, ParseReply } from '../rules/parsing.ts'
import { rowsOf } from '../rules/rows.ts'

const batchSize = 500

/** Reads a file's rows and posts them in batches; each waits for 'next', so that no more than one is in memory. */
async function parse({ path, format, mapping, options, from }: ParseInput, port: MessagePort): Promise<void> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const rows = rowsOf(file, format)
  const send = (message: ParseMessage) => port.postMessage(message)
  let batch: ParsedRow[] = []
  let row = 0
  for await (const records of rows) {
    for (const record of records) {
      if (row >= from) batch.push(parsedRow(record, row, mapping, options, format.width))
      row++
      if (batch.length === batchSize) {
        if (
          (await answer(port, { kind: 'batch', from: row - batch.length, rows: batch, bytes: file.bytesRead })) ===
          'stop'
        )
          return
        batch = []
      }
    }
  }
  const last: ParseMessage = { kind: 'batch', from: row - batch.length, rows: batch, bytes: file.bytesRead }
  if (batch.length > 0 && (await answer(port, last)) === 'stop') return
  send({ kind: 'done', rows: row, bytes: file.bytesRead, report: rows.report })
}

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
