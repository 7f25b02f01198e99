import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { type Reading, readCalendars } from '../rules/read-calendar.ts'

/** Reads large or intricate calendars in a thread of its own: other requests don't wait for it. */
export interface ReadInput {
  work: 'read-calendar'
  texts: string[]
  reading: Reading
}

if (!isMainThread && parentPort && workerData?.work === 'read-calendar') {
  const { texts, reading } = workerData as ReadInput
  parentPort.postMessage(readCalendars(texts, reading))
}
