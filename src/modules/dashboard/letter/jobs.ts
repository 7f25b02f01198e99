import { every } from '#kernel/jobs.ts'
import { accountsWithDueLetters, sendLetters } from './service/send.ts'

export const letters = every('*/10 * * * *', 'dashboard.weekly-letters', sendLetters, accountsWithDueLetters)
