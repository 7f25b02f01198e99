import { expose } from '#kernel/expose.ts'
import { giftAid } from './contract.ts'
import { cancel, claim, claimable, claims, create, list, recordSent, schedule } from './service.ts'

export const giftAidRouters = {
  giftAid: expose(giftAid, { list, create, cancel, recordSent, claims, claimable, claim, schedule }),
}
