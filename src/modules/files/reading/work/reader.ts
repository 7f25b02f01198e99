import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from '../rules.ts'

/** Entry of every thread that reads someone's file: loads the reader that is named and gives it the file. */
export interface ReaderInput {
  work: 'read-file'
  /** A module that exports `read`. */
  reader: string
  input: unknown
  bufferBytes: number
}
export type ReaderAnswer = { answer: unknown } | { sentence: string } | { memory: true } | { error: unknown }

/** The limits of a thread count its heap alone. Buffers lie outside of it, so each of them is measured as it is made. */
function limitBuffers(most: number): void {
  const names = ['ArrayBuffer', 'Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Int32Array', 'Float32Array'] as const
  for (const name of names) {
    const original = globalThis[name]
    const sizeOf = (length: unknown) =>
      typeof length === 'number' ? length * ((original as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1) : 0
    const construct = (target: typeof original, args: unknown[], made: unknown) => {
      if (sizeOf(args[0]) > most) throw new BufferTooLarge()
      return Reflect.construct(target, args, made === limited ? target : (made as typeof original))
    }
    const limited: unknown = new Proxy(original, { construct: construct as never })
    Object.assign(globalThis, { [name]: limited })
  }
}

class BufferTooLarge extends RangeError {}

/** Buffers that are an answer's own go over without a copy. */
function buffersIn(value: unknown, found = new Set<ArrayBuffer>(), depth = 0): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength) found.add(value.buffer)
  } else if (typeof value === 'object' && value !== null && depth < 4)
    for (const each of Object.values(value)) buffersIn(each, found, depth + 1)
  return found
}

const isOutOfMemory = (error: unknown) =>
  error instanceof RangeError && /allocation|array length|string length/i.test(error.message)

async function answerFor({ reader, input, bufferBytes }: ReaderInput): Promise<ReaderAnswer> {
  try {
    const { read } = (await import(reader)) as { read: (input: unknown) => unknown }
    limitBuffers(bufferBytes)
    return { answer: await read(input) }
  } catch (error) {
    if (error instanceof BufferTooLarge || isOutOfMemory(error)) return { memory: true }
    if (error instanceof UnreadableFile) return { sentence: error.message }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

if (!isMainThread && parentPort && workerData?.work === 'read-file') {
  const said = await answerFor(workerData as ReaderInput)
  parentPort.postMessage(said, 'answer' in said ? [...buffersIn(said.answer)] : [])
}
