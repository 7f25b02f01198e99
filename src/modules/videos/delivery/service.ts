import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { networkOf } from '#kernel/network.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import { openShare } from '../shares/service.ts'
import type { Asked } from './contract.ts'
import { playbackFor, rowByPublicId } from './service/playback.ts'

/** Wrong passwords for one video. Right ones don't count: a congregation may share one network. */
const failedOnDevice = throttle({ most: 10, ms: minutes(15) })
const failedOnNetwork = throttle({ most: 100, ms: minutes(15) })

export async function playback(ctx: Ctx, { video, share, password }: Asked) {
  const row = await rowByPublicId(ctx, video)
  if (!row || !share || row.visibility !== 'private') return playbackFor(ctx, row, { kind: 'visitor' })
  const open = () => openShare(ctx, { videoId: row.id, token: share, password })
  const shareId = password ? await withinTries(ctx, video, open) : await open()
  return playbackFor(ctx, row, shareId ? { kind: 'share', id: shareId } : { kind: 'visitor' })
}

async function withinTries<T>({ ip = '', userAgent }: Ctx, video: string, work: () => Promise<T>): Promise<T> {
  const network = `${networkOf(ip)} ${video}`
  const device = `${network} ${userAgent}`
  if (failedOnDevice.isReached(device, clock.ms()) || failedOnNetwork.isReached(network, clock.ms()))
    throw new Failure('TOO_MANY_REQUESTS')
  return work().catch(error => {
    failedOnDevice(device, clock.ms())
    failedOnNetwork(network, clock.ms())
    throw error
  })
}
