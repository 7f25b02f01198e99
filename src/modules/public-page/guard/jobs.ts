import { every } from '#kernel/jobs.ts'
import { purgeAttempts, withOldAttempts } from './service.ts'

/** No limit looks back further than an hour. */
export const purgingAttempts = every('53 3 * * *', 'public-page.forget-attempts', purgeAttempts, withOldAttempts)
