import { expose } from '#kernel/expose.ts'
import { preview } from '../merge-preview/service.ts'
import { undo } from '../merge-undo/service.ts'
import { merges } from './contract.ts'
import { create, list } from './service.ts'

export const mergesRouter = expose(merges, { list, preview, create, undo })
