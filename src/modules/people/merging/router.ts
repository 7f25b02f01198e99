import { expose } from '#kernel/expose.ts'
import { merges } from './contract.ts'
import { preview } from './service/preview.ts'
import { undo } from './service/undo.ts'
import { create, list } from './service.ts'

export const mergesRouter = expose(merges, { list, preview, create, undo })
