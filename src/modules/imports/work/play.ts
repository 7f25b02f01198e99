import os from 'node:os'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { type Connections, openDatabase } from '#kernel/db.ts'
import type { Right } from '#kernel/permissions.ts'
import { outerJob } from '#kernel/run.ts'
import type { Work } from '../service/run.ts'
import { dryRun, runThrottled } from '../service/throttled-run.ts'

/** A check or an import in a thread with a heap and database connections of its own: other requests don't wait for it. */
export interface PlayInput {
  work: 'play'
  connections: Connections
  clientId: string
  rights: readonly Right[]
  requestId: string
  task: Work
  /** Where a check writes the rows that could not be read; null for an import. */
  errorsTo: string | null
}

if (!isMainThread && parentPort && workerData?.work === 'play') {
  const { connections, clientId, rights, requestId, task, errorsTo } = workerData as PlayInput
  // On Linux the priority is the thread's alone: requests for pages go before a list of thousands.
  if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const database = openDatabase(connections)
  const ctx = outerJob(clientId, task.queue, requestId, rights)
  const played = await (errorsTo === null ? runThrottled(ctx, task) : dryRun(ctx, task, errorsTo))
  await database.close()
  parentPort.postMessage(played)
}
