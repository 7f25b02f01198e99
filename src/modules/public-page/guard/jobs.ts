import { every } from '#kernel/jobs.ts'
import { forgetAttempts, withOldAttempts } from './service.ts'

/** No limit looks back further than an hour. */
export const forgetting = every('53 3 * * *', 'public-page.forget-attempts', forgetAttempts, withOldAttempts)
