import { beforeAll } from 'vitest'
import { startFile } from './house.ts'
import { watchTransactions } from './open-transaction.ts'

watchTransactions()
beforeAll(startFile)
