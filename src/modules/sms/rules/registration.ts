/** What phone companies ask before a local number may text many (10DLC), in the order in which it is done. */
export const steps = ['brand', 'useCase', 'privacy', 'samples', 'optIn'] as const
export type StepKey = (typeof steps)[number]

export const stepWords: Record<StepKey, { title: string; text: string }> = {
  brand: {
    title: 'Brand',
    text: 'Your legal name and EIN, letter by letter as the tax office has them. A different comma is refused.',
  },
  useCase: {
    title: 'Use case: charity',
    text: 'A 501(c)(3) chooses the special use case “Charity”, with lower fees. It needs an EIN that the tax office knows as a non-profit.',
  },
  privacy: {
    title: 'Privacy policy',
    text: 'A page that everybody can open and that says what happens with numbers. These sentences have to stand in it.',
  },
  samples: {
    title: 'Sample messages',
    text: 'Two that you really send, with who writes and how to end it. These are made of your own templates.',
  },
  optIn: {
    title: 'Proof of the yes',
    text: 'Where and in which words people say yes, so that somebody can look at it: a form, a slide, a card.',
  },
}

export const isEin = (text: string) => /^\d{2}-\d{7}$/.test(text)

interface Facts {
  church: string
  legalName: string
  website: string
  privacyUrl: string
  /** a keyword that is a yes, and our number */
  word: string
  number: string
  samples: string[]
}

/** The texts to copy, filled with what is known. */
export function textsFor({
  church,
  legalName,
  website,
  privacyUrl,
  word,
  number,
  samples,
}: Facts): Record<StepKey, string[]> {
  const us = legalName || church
  const keyword = word ? `texting ${word} to ${number || 'our number'}, or by ` : ''
  return {
    brand: [],
    useCase: [
      `${us} is a church. It texts its members and guests who asked for it: news, events, volunteer reminders and requests for prayer. It sells nothing and shares no numbers.`,
    ],
    privacy: [
      `${us} sends texts only to people who have said yes to them. Mobile numbers and that yes are never sold or shared with third parties or affiliates for marketing. Message frequency varies. Message and data rates may apply. Answer STOP to end them, HELP for help.`,
    ],
    samples,
    optIn: [
      `People say yes by ${keyword}ticking a box that is not ticked beforehand on a form${website ? ` at ${website}` : ''}. Beside it stands: “I agree to receive texts from ${us}. Message frequency varies. Message and data rates may apply. Answer STOP to end, HELP for help.${privacyUrl ? ` Privacy policy: ${privacyUrl}` : ''}” The words and the time of each yes are kept.`,
    ],
  }
}
