import { expose } from '#kernel/expose.ts'
import { audit, trail } from './audit/contract.ts'
import * as auditService from './audit/service.ts'
import { church, clients, invitations, members } from './contract.ts'
import { exports } from './exports/contract.ts'
import * as exportService from './exports/service.ts'
import { operator } from './operator/contract.ts'
import * as operatorService from './operator/service.ts'
import * as publicAddress from './public-address/service.ts'
import * as invitationService from './service/invitations.ts'
import * as team from './service/team.ts'
import * as service from './service.ts'

export const clientsRouter = expose(clients, { mine: service.mine })
export const churchRouter = expose(church, {
  read: service.read,
  change: service.change,
  chooseAddress: publicAddress.chooseAddress,
})
export const membersRouter = expose(members, {
  list: team.listMembers,
  update: team.updateMember,
  work: team.countWorkOf,
  remove: team.removeMember,
  transfer: team.transfer,
})
export const invitationsRouter = expose(invitations, invitationService, invitationService.clientOfToken)
export const exportsRouter = expose(exports, { list: exportService.list, create: exportService.create })
const { exportCsv, ...operating } = operatorService
export const operatorRouter = expose(operator, { ...operating, export: exportCsv })
export const auditRouter = expose(audit, {
  list: auditService.list,
  export: auditService.exportCsv,
  kinds: auditService.kinds,
})
export const trailRouter = expose(trail, { list: auditService.listEverywhere, export: auditService.exportEverywhere })
