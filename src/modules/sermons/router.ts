import { expose } from '#kernel/expose.ts'
import { sermons } from './contract.ts'
import { file } from './service/files.ts'
import { rewrite } from './service/rewriting.ts'
import { revoke, share, shares } from './service/sharing.ts'
import * as service from './service.ts'

export const sermonsRouter = expose(sermons, { ...service, file, rewrite, share, shares, revoke })
