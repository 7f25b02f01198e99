import { expose } from '#kernel/expose.ts'
import { pages } from './contract.ts'
import { siteRedirects } from './redirects/contract.ts'
import * as redirects from './redirects/service.ts'
import { pageSections } from './sections/contract.ts'
import * as sections from './sections/service.ts'
import * as publishing from './service/publishing.ts'
import * as site from './service/site.ts'
import * as service from './service.ts'

export const pagesRouter = expose(pages, { ...service, ...publishing, orderMenu: site.orderMenu })
export const siteRedirectsRouter = expose(siteRedirects, redirects)
export const pageSectionsRouter = expose(pageSections, sections)
