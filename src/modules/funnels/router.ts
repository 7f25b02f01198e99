import { expose } from '#kernel/expose.ts'
import { funnels } from './contract.ts'
import { decide, preview, publish, publishParts, seenOnPhone } from './service/publishing.ts'
import { exportReport, report } from './service/report.ts'
import * as service from './service.ts'

export const funnelsRouter = expose(funnels, {
  ...service,
  decide,
  preview,
  publish,
  publishParts,
  seenOnPhone,
  report,
  exportReport,
  export: service.exportCsv,
})
