export const journalShapes = ['quickbooks', 'xero'] as const
export type JournalShape = (typeof journalShapes)[number]
export const journalShapeNames: Record<JournalShape, string> = { quickbooks: 'QuickBooks', xero: 'Xero' }
