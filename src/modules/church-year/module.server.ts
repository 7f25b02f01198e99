import { defineServerModule } from '#kernel/server-modules.ts'
import { churchYear } from './contract.ts'
import { churchYearRouter } from './router.ts'

export default defineServerModule({
  name: 'church-year',
  contract: { churchYear },
  router: { churchYear: churchYearRouter },
})
