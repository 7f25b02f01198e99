import { expose } from '#kernel/expose.ts'
import { learners } from './contract.ts'
import { readReport } from './service/report.ts'
import {
  addCohort,
  cohorts,
  enroll,
  exportLearners,
  extend,
  get,
  list,
  markPresent,
  ofPerson,
  remove,
  reset,
  suspend,
  unlock,
} from './service.ts'

export const learnersRouter = expose(learners, {
  list,
  get,
  ofPerson,
  enroll,
  extend,
  suspend,
  remove,
  unlock,
  reset,
  markPresent,
  report: readReport,
  cohorts,
  addCohort,
  export: exportLearners,
})
