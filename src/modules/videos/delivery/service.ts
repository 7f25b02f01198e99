import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { networkOf } from '#kernel/network.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import { openShare } from '../shares/service.ts'
import type { Asked } from './contract.ts'
import type { Viewer } from './service/grants.ts'
import { playbackFor, rowByPublicId } from './service/playback.ts'

/** Passwords that one network may try with one link. */
const mayTry = throttle({ most: 10, ms: minutes(15) })

export async function playback(ctx: Ctx, { video, share, password }: Asked) {
  const row = await rowByPublicId(ctx, video)
  if (!row || !share || row.visibility !== 'private') return playbackFor(ctx, row, { kind: 'visitor' })
  if (password && !mayTry(`${networkOf(ctx.ip ?? '')} ${video}`, clock.ms())) throw new Failure('TOO_MANY_REQUESTS')
  const shareId = await openShare(ctx, { videoId: row.id, token: share, password })
  const viewer: Viewer = shareId ? { kind: 'share', id: shareId } : { kind: 'visitor' }
  return playbackFor(ctx, row, viewer)
}
