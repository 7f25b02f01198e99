/** What a statement lacks for good once it is issued; making statements asks about each. */
const gaps = {
  open: () => 'the period is not over, so later gifts would be missing',
  address: (count: number) =>
    count === 1 ? '1 donor has no postal address' : `${count} donors have no postal address`,
  unassigned: (count: number) =>
    count === 1 ? '1 gift has no donor and is on no statement' : `${count} gifts have no donor and are on no statement`,
} as const

export const isGap = (check: string): check is keyof typeof gaps => check in gaps

/** Sentences about what would be missing, of the checks that ask. */
export const gapTexts = (items: readonly { check: string; count: number }[]): string[] =>
  items.flatMap(({ check, count }) => (isGap(check) ? gaps[check](count) : []))
