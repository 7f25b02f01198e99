import { expose } from '#kernel/expose.ts'
import { church, clients, invitations, members } from './contract.ts'
import * as invitationService from './invitations/service.ts'
import * as service from './service.ts'

export const clientsRouter = expose(clients, service)
export const churchRouter = expose(church, service)
export const membersRouter = expose(members, {
  list: service.listMembers,
  update: service.updateMember,
  remove: service.removeMember,
})
export const invitationsRouter = expose(invitations, invitationService, invitationService.clientOfToken)
