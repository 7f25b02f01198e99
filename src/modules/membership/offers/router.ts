import { expose } from '#kernel/expose.ts'
import { membershipOffers } from './contract.ts'
import { create, get, list, remove, update } from './service.ts'

export const membershipOffersRouter = expose(membershipOffers, { list, get, create, update, remove })
