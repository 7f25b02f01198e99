import { abilities, type Platform, platformNames } from './platforms.ts'

export interface Finding {
  /** error: it can't be published. warning: a member reads it and may publish all the same. */
  level: 'error' | 'warning'
  text: string
}

const email = /[^\s@]+@[^\s@]+\.[a-z]{2,}/i
/** Seven digits or more, as phone numbers are written. */
const phone = /(?:\+?\d[\s().-]?){7,}/
const offer =
  /\b(refunds?|discounts?|gift ?cards?|vouchers?|coupons?|free (?:coffee|meal|gift|ticket|shirt|book)s?|reward|compensat\w*)\b/i
const change =
  /\b(chang\w*|updat\w*|edit\w*|remov\w*|delet\w*|tak\w* down|revis\w*|improv\w*|rais\w*|5[- ]stars?|five[- ]stars?)\b/i
const review = /\b(reviews?|ratings?|stars?)\b/i
/** What tells that someone was there, gave, or asked for help. */
const attendance =
  /\b(thank(?:s| you) for (?:attending|visiting|coming|joining|worshiping|worshipping|your (?:gift|donation|visit))|(?:great|good|nice|glad) to (?:see|meet|have) you|when you (?:visited|came|attended)|your (?:prayer request|counseling|donation|gift|pledge|membership|child|kids|son|daughter|husband|wife))\b/i
const argument =
  /\b(you(?:’|')?re (?:wrong|lying|mistaken)|that(?:’|')?s (?:not true|a lie|false)|never happened|liar)\b/i

const number = (count: number) => count.toLocaleString('en-US')

/**
 * What speaks against a response before it is published. Platforms and the law (16 CFR 465) forbid an offer for a changed review;
 * personal data, and words that tell that someone attends a church, are for that person alone to share.
 */
export function lintResponse(text: string, platform: Platform): Finding[] {
  const found: Finding[] = []
  const add = (level: Finding['level'], text: string) => void found.push({ level, text })
  const words = text.trim()
  const { longestResponse, limitText } = abilities[platform]
  if (words === '') add('error', 'Please write a response.')
  if (words.length > longestResponse)
    add(
      'error',
      `${platformNames[platform]} takes up to ${limitText}. Please shorten this by ${number(words.length - longestResponse)}.`,
    )
  if (offer.test(words) && change.test(words) && review.test(words))
    add('error', 'Please offer nothing for a review or a change of it. The law and every platform forbid that.')
  if (email.test(words)) add('error', 'Please leave out the email address. Anyone can read this.')
  if (phone.test(words)) add('error', 'Please leave out the phone number. Anyone can read this.')
  if (attendance.test(words))
    add('warning', 'This tells readers that the author attended, gave or asked for help. Only they should say that.')
  if (argument.test(words)) add('warning', 'This reads like an argument. Invite them to talk with you instead.')
  return found
}
