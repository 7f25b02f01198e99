import type { Arm } from '#campaigns/rules/arms.ts'
import type { Block } from '../blocks/rules/schema.ts'
import type { CampaignDraft } from './use-campaign.ts'

interface Words {
  subject: string
  preheader: string
  blocks: Block[]
}

/** One version of what is being made: A is the campaign itself, B says what it says instead. */
export function useVersion({ content, set }: CampaignDraft, arm: Arm) {
  const { split } = content
  if (arm === 'a' || !split)
    return { words: content as Words, change: (words: Partial<Words>) => set(words), own: true }
  return {
    words: { subject: split.subject, preheader: split.preheader, blocks: split.blocks ?? content.blocks },
    change: (words: Partial<Words>) => set({ split: { ...split, ...words } }),
    /** whether it has blocks of its own */
    own: split.blocks !== undefined,
  }
}
