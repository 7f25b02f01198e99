export const submissionStates = ['pending', 'auto_replied', 'replied'] as const

/** Nobody fills the form in faster than this, in milliseconds. */
export const LEAST_TIME = 2_000
/** Submissions an hour from one address of the network. */
export const MOST_AN_HOUR = 5

/** What stands beside the box, and what the consent ledger keeps as evidence. */
export const NEWSLETTER_WORDING = 'Yes, send me the Lampstand newsletter. I can unsubscribe at any time.'
