import { expose } from '#kernel/expose.ts'
import { videoCaptions } from './contract.ts'
import { create, get, list, remove, update } from './service.ts'

export const videoCaptionsRouter = expose(videoCaptions, { list, get, create, update, remove })
