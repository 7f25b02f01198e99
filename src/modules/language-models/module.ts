import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'language-models',
  panels: {
    settings: [
      {
        section: 'AI models',
        label: 'AI models',
        order: 10,
        permission: 'assistant.settings',
        load: () => import('./widgets/ai-models.tsx').then(file => file.AiModels),
      },
    ],
  },
  topics: { languageModels: 'assistant.settings' },
})
