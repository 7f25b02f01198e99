import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { membershipSites } from './contract.ts'
import * as jobs from './jobs.ts'
import { courseMembers } from './members/contract.ts'
import { courseMembersRouter } from './members/router.ts'
import { membershipOffers } from './offers/contract.ts'
import { membershipOffersRouter } from './offers/router.ts'
import { portalRoutes } from './portal/http.ts'
import { membershipSitesRouter } from './router.ts'
import { seedMembership } from './seed.ts'
import { listCourseUses, renderCourseBlock } from './service/page-block.ts'

export default defineServerModule({
  name: 'membership',
  contract: { membershipSites, membershipOffers, courseMembers },
  router: {
    membershipSites: membershipSitesRouter,
    membershipOffers: membershipOffersRouter,
    courseMembers: courseMembersRouter,
  },
  jobs: [jobs],
  http: portalRoutes,
  pageBlocks: { course: renderCourseBlock },
  uses: listCourseUses,
  seed: [seed({ name: 'membership', after: ['people', 'videos'], run: seedMembership })],
})
