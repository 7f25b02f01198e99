import { expose } from '#kernel/expose.ts'
import { pages } from './contract.ts'
import * as publishing from './service/publishing.ts'
import * as service from './service.ts'

export const pagesRouter = expose(pages, { ...service, ...publishing })
