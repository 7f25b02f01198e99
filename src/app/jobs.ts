import { jobsOf } from '#kernel/server-modules.ts'
import { serverModules } from './modules.server.ts'

/** Every job and schedule of the product. */
export const jobs = jobsOf(serverModules)
