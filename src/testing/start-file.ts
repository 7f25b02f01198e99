import { beforeAll } from 'vitest'
import { startFile } from './house.ts'

beforeAll(startFile)
