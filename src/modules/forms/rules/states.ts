/** `unpaid`: stored, and read once it is paid. */
export const submissionStates = ['new', 'processed', 'unpaid', 'quarantined', 'spam'] as const
export type SubmissionState = (typeof submissionStates)[number]
