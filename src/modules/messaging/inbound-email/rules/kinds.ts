/** A mail to us; what came back of one of ours; the word of a mailbox provider that someone called ours spam. */
export const arrivalKinds = ['mail', 'bounce', 'complaint', 'notice'] as const
export type ArrivalKind = (typeof arrivalKinds)[number]
