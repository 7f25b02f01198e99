import { type Named, useLeadNames as useNames } from '#people/widgets/use-lead-names.ts'

/** What this church calls its stages and outcomes, in the forms of workflows. */
export const useLeadNames = (): Named => useNames()
