import { conversationFiled } from '#conversations/events.ts'
import { crisisCleared } from '#crisis/events.ts'
import { every, on } from '#kernel/jobs.ts'
import { prayerRequested } from './events.ts'
import { releaseRequest } from './service/adding.ts'
import {
  expire,
  recognize,
  sendDigest,
  tellPrayed,
  withDigests,
  withExpiring,
  withNewPrayers,
} from './service/follow-up.ts'
import { prayByText } from './service/texting.ts'

/** Requests are kept and followed up regardless of who may read them. */
const rights = ['pastoral', 'prayer', 'prayer-staff'] as const

export const requested = on(prayerRequested, 'prayer.recognize', recognize, { rights })
export const cleared = on(
  crisisCleared,
  'prayer.cleared',
  async (ctx, { source, sourceId }) => {
    if (source === 'prayer') await releaseRequest(ctx, sourceId)
  },
  { rights },
)
export const texted = on(conversationFiled, 'prayer.text', prayByText, { rights })
export const expiring = every('11 * * * *', 'prayer.expire', expire, withExpiring, { rights })
export const telling = every('40 15 * * *', 'prayer.tell', tellPrayed, withNewPrayers, { rights })
/** Every quarter of an hour, as churches’ hours begin at different times. Sees what the whole team may see. */
export const digesting = every('3,18,33,48 * * * *', 'prayer.digest', sendDigest, withDigests, { rights: ['prayer'] })
