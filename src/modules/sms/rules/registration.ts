/** What phone companies ask before a local number may text many (10DLC), in the order in which it is done. */
export const steps = ['brand', 'useCase', 'privacy', 'samples', 'optIn'] as const
export type StepKey = (typeof steps)[number]

export const stepWords: Record<StepKey, { title: string; text: string }> = {
  brand: {
    title: 'Brand',
    text: 'Your legal name and EIN, exactly as the IRS has them. Even a different comma is rejected.',
  },
  useCase: {
    title: 'Use case: charity',
    text: 'A 501(c)(3) can choose the special use case “Charity”, with lower fees. It needs an EIN that is registered as a nonprofit.',
  },
  privacy: {
    title: 'Privacy policy',
    text: 'A public page that says how you use phone numbers. It must include these sentences.',
  },
  samples: {
    title: 'Sample messages',
    text: 'Two messages you really send, with your name and how to opt out. These are made from your templates.',
  },
  optIn: {
    title: 'Proof of consent',
    text: 'Where people opt in, and the wording they agree to: a form, a slide or a card.',
  },
}

export const isEin = (text: string) => /^\d{2}-\d{7}$/.test(text)

interface Facts {
  church: string
  legalName: string
  website: string
  privacyUrl: string
  /** a keyword that records consent, and our number */
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
      `${us} sends texts only to people who opted in to them. Mobile numbers and consent are never sold or shared with third parties or affiliates for marketing. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help.`,
    ],
    samples,
    optIn: [
      `People opt in by ${keyword}selecting a checkbox on a form that is not selected in advance${website ? ` at ${website}` : ''}. The wording beside it is: “I agree to receive texts from ${us}. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help.${privacyUrl ? ` Privacy policy: ${privacyUrl}` : ''}” The wording and time of each consent are saved.`,
    ],
  }
}
