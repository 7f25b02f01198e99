import { expose } from '#kernel/expose.ts'
import { videoPodcasts } from './contract.ts'
import { get, renewAddress, update } from './service.ts'

export const videoPodcastsRouter = expose(videoPodcasts, { get, update, renewAddress })
