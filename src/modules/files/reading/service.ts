import { Worker } from 'node:worker_threads'
import { log } from '#kernel/log.ts'
import { storage } from '#providers/storage/index.ts'
import { type Budget, type Limit, type ReadResult, refusals } from './rules.ts'

/** Threads at once: two files that are as large as they may be leave the rest of the server its memory. */
const AT_ONCE = 2
/** Milliseconds between two looks at what a thread has taken. */
const LOOK = 50
const MEGABYTE = 1_048_576

let running = 0
const waiting: (() => void)[] = []

async function turn(): Promise<void> {
  if (running >= AT_ONCE) await new Promise<void>(start => waiting.push(start))
  else running++
}
/** Hands its place to the next one, or leaves it free. */
function done(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}

interface Options {
  budget: Budget
  /** Goes to the thread without a copy, and is gone here. */
  transfer?: ArrayBuffer[]
}

/**
 * Runs `read` of a module on someone's file, in a thread with limits of its own: whatever is in the file, the server goes on.
 * @param reader address of the module: `new URL('../work/x.ts', import.meta.url)`
 */
export async function readInThread<T>(reader: URL, input: unknown, options: Options): Promise<ReadResult<T>> {
  await turn()
  try {
    return await inThread<T>(reader, input, options)
  } finally {
    done()
  }
}

type Said = { answer: unknown } | { sentence: string } | { memory: true } | { error: string }

async function inThread<T>(reader: URL, input: unknown, { budget, transfer = [] }: Options): Promise<ReadResult<T>> {
  const worker = new Worker(new URL('./work/reader.ts', import.meta.url), {
    workerData: { work: 'read-file', reader: reader.href, input, bufferBytes: budget.bufferBytes },
    transferList: transfer,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: budget.memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  let look: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  try {
    return await new Promise<ReadResult<T>>(answer => {
      const refuse = (limit: Limit) => answer({ refusal: refusals[limit], limit })
      late = setTimeout(() => refuse('time'), budget.ms)
      look = setInterval(() => void isOver(worker, budget).then(over => over && refuse('memory')), LOOK)
      worker.on('message', (said: Said) => answer(resultOf<T>(said, reader)))
      worker.on('messageerror', () => refuse('content'))
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return refuse('memory')
        log.warn({ err: error, reader: reader.pathname }, 'a reader failed')
        refuse('content')
      })
      worker.on('exit', () => refuse('content'))
      // The server may stop meanwhile: the file is read anew by the next try of its job.
      worker.unref()
    })
  } finally {
    clearTimeout(late)
    clearInterval(look)
    await worker.terminate()
  }
}

/** Buffers lie outside of the heap, which is all that V8 limits. */
async function isOver(worker: Worker, { memoryMb }: Budget): Promise<boolean> {
  try {
    const { used_heap_size, external_memory } = await worker.getHeapStatistics()
    return used_heap_size + external_memory > memoryMb * MEGABYTE
  } catch {
    return false
  }
}

function resultOf<T>(said: Said, reader: URL): ReadResult<T> {
  if ('answer' in said) return { answer: said.answer as T }
  if ('memory' in said) return { refusal: refusals.memory, limit: 'memory' }
  if ('sentence' in said) return { refusal: said.sentence, limit: 'content' }
  log.info({ reader: reader.pathname, problem: said.error.slice(0, 500) }, 'a file could not be read')
  return { refusal: refusals.content, limit: 'content' }
}

/** The content of a stored file in a buffer of its own, which may go to a thread. */
export async function contentOf(storageKey: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await storage().get(storageKey)) chunks.push(chunk as Uint8Array)
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
