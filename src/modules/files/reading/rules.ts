/** What reading one file may take; what takes more is ended. */
export interface Budget {
  /** Megabytes: its heap and its buffers together. */
  memoryMb: number
  /** Of one buffer, in bytes: a small file can ask for gigabytes at once. */
  bufferBytes: number
  ms: number
}

export const documentBudget: Budget = { memoryMb: 256, bufferBytes: 96_000_000, ms: 20_000 }
export const emailBudget: Budget = { memoryMb: 512, bufferBytes: 160_000_000, ms: 30_000 }
export const calendarBudget: Budget = { memoryMb: 512, bufferBytes: 64_000_000, ms: 30_000 }

export type Limit = 'memory' | 'time' | 'content'
/** What a reader found, or why it found nothing, as a sentence for the person who brought the file. */
export type ReadResult<T> = { answer: T } | { refusal: string; limit: Limit }

/** Thrown by a reader: its message is a sentence for people. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

export const refusals: Record<Limit, string> = {
  memory: 'This file takes too much memory to read. Please split it into smaller files, or save it as plain text.',
  time: 'This file takes too long to read. Please split it into smaller files, or save it as plain text.',
  content: 'This file can’t be read.',
}

/** Larger pictures are refused: a small file can unfold to gigabytes. */
export const MAX_PIXELS = 60_000_000
