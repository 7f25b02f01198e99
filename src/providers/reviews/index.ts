import { assertOutsideTransaction } from '#kernel/run.ts'
import type { ReviewAccess, ReviewPlatform } from './rules/platform.ts'
import { sandboxReviews } from './sandbox/service.ts'

export {
  type PlatformReview,
  type ReviewAccess,
  ReviewGone,
  type ReviewPage,
  type ReviewPlatform,
  ReviewRefused,
} from './rules/platform.ts'

/** The platform behind an access. @throws Error inside a transaction */
export function reviewPlatform(_access: ReviewAccess): ReviewPlatform {
  assertOutsideTransaction('a review platform')
  return sandboxReviews
}
