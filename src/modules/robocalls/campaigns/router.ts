import { expose } from '#kernel/expose.ts'
import { robocalls } from './contract.ts'
import * as report from './service/report.ts'
import * as service from './service.ts'

const { recipients, recipientsCsv, calls, stats } = report

export const robocallsRouter = expose(robocalls, {
  ...service,
  export: service.exportCsv,
  recipients,
  recipientsCsv,
  calls,
  stats,
})
