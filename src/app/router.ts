import { joined } from '#kernel/server-modules.ts'
import { followRedirects } from '#people/merging/service/redirects.ts'
import { serverModules } from './modules.server.ts'

/** Old ids of what was merged mean what stays, in every procedure. */
export const router = followRedirects(joined(serverModules, 'router'))
