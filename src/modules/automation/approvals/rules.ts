/** expired: nobody answered in time, which is a no. */
export const approvalStates = ['open', 'yes', 'no', 'expired'] as const
export const approvalAnswers = ['yes', 'no'] as const
export type ApprovalAnswer = (typeof approvalAnswers)[number]
