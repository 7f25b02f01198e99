import { defineServerModule } from '#kernel/server-modules.ts'
import { languageModels } from './contract.ts'
import { languageModelsRouter } from './router.ts'

export default defineServerModule({
  name: 'language-models',
  contract: { languageModels },
  router: { languageModels: languageModelsRouter },
})
