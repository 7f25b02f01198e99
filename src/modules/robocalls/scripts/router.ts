import { expose } from '#kernel/expose.ts'
import { voiceScripts } from './contract.ts'
import * as service from './service.ts'

export const voiceScriptsRouter = expose(voiceScripts, service)
