/** What a new church does first, in this order. */
export const steps = ['people', 'consent', 'number', 'connectCard', 'colleague', 'message'] as const
export type Step = (typeof steps)[number]
