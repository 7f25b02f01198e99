import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { type GoogleAddresses, type GoogleBusiness, googleBusiness } from '#providers/google-business/index.ts'
import type { ReviewAccess, ReviewPlatform } from './rules/platform.ts'
import { sandboxReviews } from './sandbox/service.ts'

export type { GoogleLocation, GooglePermission } from '#providers/google-business/index.ts'
export {
  type PlatformReview,
  type ReviewAccess,
  ReviewGone,
  type ReviewPage,
  type ReviewPlatform,
  ReviewRefused,
} from './rules/platform.ts'

let google = googleBusiness()

/** For tests: a server of theirs answers as Google. */
export function replaceGoogle(at: GoogleAddresses): void {
  if (env.production) throw new Error('replaceGoogle is for tests')
  google = googleBusiness(at)
}

/** Our OAuth client at Google; undefined: the operator has none, and the sandbox stands in. */
export const googleClient = () => env.googleBusiness

/** Google Business Profile, beside reviews: the permission and the entries it opens. @throws Error inside a transaction */
export function googleProfiles(): GoogleBusiness {
  assertOutsideTransaction('Google')
  return google
}
export const googleAuthorizationUrl: GoogleBusiness['authorizationUrl'] = asked => google.authorizationUrl(asked)

/** The platform behind an access. @throws Error inside a transaction */
export function reviewPlatform(access: ReviewAccess): ReviewPlatform {
  assertOutsideTransaction('a review platform')
  return access.kind === 'google' ? google : sandboxReviews
}
