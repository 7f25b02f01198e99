export const courseStates = ['draft', 'published', 'archived'] as const
export type CourseState = (typeof courseStates)[number]
export const courseStateNames: Record<CourseState, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}
/** How long a deleted course can be restored. */
export const KEPT_DAYS = 30
