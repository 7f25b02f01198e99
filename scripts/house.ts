import { jobs } from '#app/jobs.ts'
import { plugIn, startJobs, stopJobs } from '#kernel/jobs.ts'
import { openHouse } from '#postgres/boot.ts'

/** Runs the work on the migrated database; jobs that it asks for wait for a server. */
export async function inHouse<T>(work: () => Promise<T>): Promise<T> {
  plugIn(jobs)
  const house = await openHouse()
  try {
    await startJobs({ work: false })
    return await work()
  } finally {
    await stopJobs()
    await house.close()
  }
}
