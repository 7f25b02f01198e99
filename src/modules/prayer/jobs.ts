import { conversationFiled } from '#conversations/events.ts'
import { crisisCleared } from '#crisis/events.ts'
import { every, on } from '#kernel/jobs.ts'
import { prayerRequested } from './events.ts'
import {
  accountsWithDigests,
  accountsWithExpiredRequests,
  accountsWithNewPrayers,
  archiveExpiredRequests,
  matchRequester,
  notifyPrayed,
  sendDigest,
} from './service/follow-up.ts'
import { releaseRequest } from './service/intake.ts'
import { addTextedRequest } from './service/texted-requests.ts'

/** Requests are kept and followed up regardless of who may read them. */
const rights = ['pastoral', 'prayer', 'prayer-staff'] as const

export const requested = on(prayerRequested, 'prayer.recognize', matchRequester, { rights })
export const cleared = on(
  crisisCleared,
  'prayer.cleared',
  async (ctx, { source, sourceId }) => {
    if (source === 'prayer') await releaseRequest(ctx, sourceId)
  },
  { rights },
)
export const texted = on(conversationFiled, 'prayer.text', addTextedRequest, { rights })
export const expiring = every('11 * * * *', 'prayer.expire', archiveExpiredRequests, accountsWithExpiredRequests, {
  rights,
})
export const telling = every('40 15 * * *', 'prayer.tell', notifyPrayed, accountsWithNewPrayers, { rights })
/** Every quarter of an hour, as churches’ hours begin at different times. Sees what the whole team may see. */
export const digesting = every('3,18,33,48 * * * *', 'prayer.digest', sendDigest, accountsWithDigests, {
  rights: ['prayer'],
})
