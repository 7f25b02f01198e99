import { every } from '#kernel/jobs.ts'
import { sendLetters, whoseLettersAreDue } from './service/send.ts'

export const letters = every('*/10 * * * *', 'dashboard.weekly-letters', sendLetters, whoseLettersAreDue)
