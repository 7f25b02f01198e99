import { expose } from '#kernel/expose.ts'
import { videoShares } from './contract.ts'
import { create, list, revoke } from './service.ts'

export const videoSharesRouter = expose(videoShares, { list, create, revoke })
