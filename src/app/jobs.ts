import { jobsOf } from '#kernel/server-modules.ts'
import { automationJobs } from './automation.ts'
import { serverModules } from './modules.server.ts'
import { webhookJobs } from './webhooks.ts'

/** Every job and schedule of the product. */
export const jobs = [...jobsOf(serverModules), ...webhookJobs(), ...automationJobs()]
