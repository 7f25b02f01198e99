import { expose } from '#kernel/expose.ts'
import { weeklyLetter } from './contract.ts'
import { read } from './service/send.ts'

export const weeklyLetterRouter = expose(weeklyLetter, { read })
