export const pathwayStates = ['draft', 'active', 'archived'] as const
export type PathwayState = (typeof pathwayStates)[number]
export const pathwayStateNames: Record<PathwayState, string> = {
  draft: 'Draft',
  active: 'Active',
  archived: 'Archived',
}

/** A class of the church, or something that happens in real life and is signed off by a mentor. */
export const stepKinds = ['course', 'real_life'] as const
export type StepKind = (typeof stepKinds)[number]
export const stepKindNames: Record<StepKind, string> = { course: 'Course', real_life: 'In real life' }

export const signoffStates = ['requested', 'signed'] as const

/** Filters of the people of a pathway. */
export const peopleFilters = ['all', 'waiting', 'progress', 'done'] as const
export type PeopleFilter = (typeof peopleFilters)[number]
export const peopleFilterNames: Record<PeopleFilter, string> = {
  all: 'Everyone',
  waiting: 'Waiting for sign-off',
  progress: 'In progress',
  done: 'Completed',
}

export const KEPT_DAYS = 30
export const MOST_STEPS = 50
