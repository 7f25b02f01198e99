import { expose } from '#kernel/expose.ts'
import { videoViews } from './contract.ts'
import { figures } from './service.ts'

export const videoViewsRouter = expose(videoViews, { figures })
