import { every } from '#kernel/jobs.ts'
import { letGoOfCovers, withLeftCovers } from './service/covers.ts'

export const lettingGoOfCovers = every('53 3 * * *', 'podcasts.covers', letGoOfCovers, withLeftCovers)
