/** Only what is published, with consent that holds, appears on a page. */
export const testimonyStates = ['draft', 'approved', 'published', 'withdrawn'] as const
export type TestimonyState = (typeof testimonyStates)[number]
/** As a member sees it: expired is what was approved or published, after its last day. */
export const shownStates = ['draft', 'approved', 'published', 'expired', 'withdrawn'] as const
export type ShownState = (typeof shownStates)[number]
export const shownStateNames: Record<ShownState, string> = {
  draft: 'Draft',
  approved: 'Approved',
  published: 'Published',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

export const consentWays = ['paper', 'email', 'text', 'form'] as const
export type ConsentWay = (typeof consentWays)[number]
export const consentWayNames: Record<ConsentWay, string> = {
  paper: 'Signed on paper',
  email: 'By email',
  text: 'By text message',
  form: 'In a form',
}

export const nameChoices = ['full', 'first', 'none'] as const
export type NameChoice = (typeof nameChoices)[number]
export const nameChoiceNames: Record<NameChoice, string> = {
  full: 'Full name',
  first: 'First name',
  none: 'No name',
}

export const STANDARD_CONSENT =
  'I agree that the church publishes my story on its website, with my name as chosen above, until the date above. I can withdraw this at any time.'

/** Two years, unless someone chooses another day. @param today such as 2026-11-28 */
export function usualExpiry(today: string): string {
  const year = Number(today.slice(0, 4)) + 2
  return `${year}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`
}
