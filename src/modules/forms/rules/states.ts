export const submissionStates = ['new', 'processed', 'quarantined', 'spam'] as const
export type SubmissionState = (typeof submissionStates)[number]
