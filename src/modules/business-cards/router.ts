import { expose } from '#kernel/expose.ts'
import { businessCards } from './contract.ts'
import * as drawing from './service/drawing.ts'
import * as team from './service/team.ts'
import * as service from './service.ts'

export const businessCardsRouter = expose(businessCards, {
  ...service,
  draw: drawing.draw,
  reassign: team.reassign,
  createForMembers: team.createForMembers,
})
