import { expose } from '#kernel/expose.ts'
import { pages } from './contract.ts'
import { pageSections } from './sections/contract.ts'
import * as sections from './sections/service.ts'
import * as publishing from './service/publishing.ts'
import * as service from './service.ts'

export const pagesRouter = expose(pages, { ...service, ...publishing })
export const pageSectionsRouter = expose(pageSections, sections)
