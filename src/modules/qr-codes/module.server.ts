import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { qrCodes } from './contract.ts'
import * as jobs from './jobs.ts'
import { qrCodesRouter } from './router.ts'
import { seedQrCodes } from './seed.ts'
import { uses } from './service/uses.ts'

export default defineServerModule({
  name: 'qr-codes',
  contract: { qrCodes },
  router: { qrCodes: qrCodesRouter },
  jobs: [jobs],
  uses,
  seed: [seed({ name: 'qr-codes', after: ['pages'], run: seedQrCodes })],
})
