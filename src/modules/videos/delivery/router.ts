import { expose } from '#kernel/expose.ts'
import { publicVideos } from './contract.ts'
import { clientOfVideo } from './service/account.ts'
import { playback } from './service.ts'

export const publicVideosRouter = expose(publicVideos, { playback }, clientOfVideo)
