/** By what a lesson was completed. */
export const completions = ['watched', 'read', 'marked', 'quiz', 'assignment', 'form', 'attended', 'leader'] as const
export type Completion = (typeof completions)[number]
export const completionNames: Record<Completion, string> = {
  watched: 'Watched',
  read: 'Read to the end',
  marked: 'Marked as done',
  quiz: 'Quiz passed',
  assignment: 'Assignment accepted',
  form: 'Form sent',
  attended: 'Attended',
  leader: 'Marked by a leader',
}

export const submissionStates = ['submitted', 'accepted', 'returned'] as const
export type SubmissionState = (typeof submissionStates)[number]
export const submissionNames: Record<SubmissionState, string> = {
  submitted: 'Waiting for review',
  accepted: 'Accepted',
  returned: 'Returned',
}

export const commentStates = ['pending', 'shown', 'hidden'] as const
export type CommentState = (typeof commentStates)[number]
export const commentStateNames: Record<CommentState, string> = {
  pending: 'Waiting for review',
  shown: 'Shown',
  hidden: 'Hidden',
}
