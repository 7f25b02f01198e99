import { expose } from '#kernel/expose.ts'
import { podcasts } from './contract.ts'
import { get, renewAddress, update } from './service.ts'

export const podcastsRouter = expose(podcasts, { get, update, renewAddress })
