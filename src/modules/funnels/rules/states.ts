export const funnelStates = ['draft', 'published', 'archived'] as const
export type FunnelState = (typeof funnelStates)[number]
export const stateNames: Record<FunnelState, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

export const testStates = ['running', 'undecided', 'won'] as const
