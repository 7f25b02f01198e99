import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'language-models',
  topics: { languageModels: 'assistant.settings' },
})
