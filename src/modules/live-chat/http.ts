import type { RawRoute } from '#kernel/http.ts'
import { chatRoutes } from './church-chat/http.ts'
import { visitorFileRoutes } from './visitor-files/http.ts'

export const liveChatRoutes: RawRoute[] = [...chatRoutes, ...visitorFileRoutes]
