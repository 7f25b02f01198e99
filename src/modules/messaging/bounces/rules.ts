/** hard: there is no such mailbox. soft: it is full or away. complaint: its owner said "spam". */
export const reportKinds = ['hard_bounce', 'soft_bounce', 'complaint'] as const
export type ReportKind = (typeof reportKinds)[number]
