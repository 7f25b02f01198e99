import { jobs } from '#app/jobs.ts'
import { registerJobs, startJobs, stopJobs } from '#kernel/jobs.ts'
import { openMigratedDatabase } from '#postgres/boot.ts'

/** Runs the work on the migrated database; jobs that it asks for wait for a server. */
export async function runOnDatabase<T>(work: () => Promise<T>): Promise<T> {
  registerJobs(jobs)
  const database = await openMigratedDatabase()
  try {
    await startJobs({ work: false })
    return await work()
  } finally {
    await stopJobs()
    await database.close()
  }
}
