import { useAct } from '#ui/use-act.ts'
import { api } from '#web/api.ts'

/** Changes of the assistant, with everything that shows it fetched again. */
export const useAssistantAct = () =>
  useAct(
    api.assistant.key(),
    api.assistantAutomations.key(),
    api.assistantTemplates.key(),
    api.assistantTests.key(),
    api.knowledge.key(),
    api.conversations.key(),
  )
export const live = { live: ['assistant', 'conversations'] }
export const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`)
