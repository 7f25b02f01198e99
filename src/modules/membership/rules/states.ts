export const siteStates = ['draft', 'active', 'archived'] as const
export type SiteState = (typeof siteStates)[number]
export const siteStateNames: Record<SiteState, string> = { draft: 'Draft', active: 'Active', archived: 'Archived' }

export const memberStates = ['active', 'inactive'] as const
export type MemberState = (typeof memberStates)[number]
export const memberStateNames: Record<MemberState, string> = { active: 'Active', inactive: 'Inactive' }

export const KEPT_DAYS = 30
