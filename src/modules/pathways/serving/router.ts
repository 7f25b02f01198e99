import { expose } from '#kernel/expose.ts'
import { servingAssignments, servingRoles } from './contract.ts'
import { assign, events, list as listAssignments, remove as removeAssignment } from './service/assignments.ts'
import { create, get, list, remove, update } from './service.ts'

export const servingRolesRouter = expose(servingRoles, { list, get, create, update, remove })
export const servingAssignmentsRouter = expose(servingAssignments, {
  list: listAssignments,
  assign,
  remove: removeAssignment,
  events,
})
