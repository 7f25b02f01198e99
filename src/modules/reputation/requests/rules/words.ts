/** Stands for the address of the page where someone chooses a platform. */
export const REVIEW_LINK = /\{reviewLink\}/g
export const NO_LINK = 'Put {reviewLink} where the link should stand.'

const stars = /\b(5|five)[- ]*stars?\b/i
const praise =
  /\b(positive|good|great|glowing|nice|excellent|perfect)\s+(review|rating|feedback)s?\b|\bleave us an?\s+(good|great|nice|positive)\b/i
const reward =
  /\b(gift ?cards?|vouchers?|coupons?|discounts?|reward\w*|prize|raffle|free (?:coffee|meal|gift|ticket|shirt|book)s?)\b|\bin (?:exchange|return) for\b|\bin exchange\b/i
const choosing =
  /\b(if you (?:are|were|’re|'re|felt) (?:happy|satisfied|pleased|blessed)|if you (?:loved|enjoyed|liked))\b/i

/**
 * What speaks against the words of a request, as a sentence for its field. The law (16 CFR 465) and every platform forbid asking for praise
 * alone, and giving something for a review.
 */
export function lintRequest(text: string): string | undefined {
  if (stars.test(text)) return 'Please don’t ask for stars. Ask people to say what they experienced.'
  if (praise.test(text)) return 'Please ask for a review, not for a good one. Platforms forbid asking for praise.'
  if (reward.test(text)) return 'Please promise nothing for a review. The law and every platform forbid that.'
  if (choosing.test(text)) return 'Please ask everyone alike, not only those who were happy. Platforms forbid choosing.'
}

/** The same for the whole content, which also needs its link. */
export const lintContent = (text: string): string | undefined =>
  text.includes('{reviewLink}') ? lintRequest(text) : NO_LINK

export const withReviewLink = (text: string, url: string): string => text.replace(REVIEW_LINK, () => url)
/** For what reads merge tags: the link is none of theirs. */
export const withoutReviewLink = (text: string): string => text.replace(REVIEW_LINK, '')

/** What a member starts from who has no template. */
export const STANDARD_SUBJECT = 'How was your time with us?'
export const STANDARD_CONTENT =
  'Hi {firstName|friend}, thank you for being with us at {businessName}. Would you tell others what you experienced? {reviewLink}'
