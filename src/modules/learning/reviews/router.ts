import { expose } from '#kernel/expose.ts'
import { assignments, lessonComments } from './contract.ts'
import {
  accept,
  countWaiting,
  get,
  hide,
  list,
  listComments,
  removeComment,
  reply,
  returnToLearner,
  show,
} from './service.ts'

export const assignmentsRouter = expose(assignments, {
  list,
  get,
  waiting: countWaiting,
  accept,
  return: returnToLearner,
})
export const lessonCommentsRouter = expose(lessonComments, {
  list: listComments,
  show,
  hide,
  reply,
  remove: removeComment,
})
