import { suppressionReasons } from '#consent/rules/reasons.ts'

/** Why a message was not sent; a reason of the suppression list stands for itself. */
export const skipReasons = [
  'account_suspended',
  'account_read_only',
  'channel_missing',
  'bad_address',
  ...suppressionReasons,
  'no_consent',
  'gone',
  'minor',
  'grief',
  'loop',
  'frequency_cap',
  'merge_tags',
  'same_household',
  'cancelled',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** As it reads after a number: "7 unsubscribed". */
export const skipWords: Record<SkipReason, string> = {
  account_suspended: 'while the account was suspended',
  account_read_only: 'while the account was read-only',
  channel_missing: 'with no way to send',
  bad_address: 'with an invalid address',
  unsubscribed: 'unsubscribed',
  hard_bounce: 'whose email bounced',
  complaint: 'who reported spam',
  invalid: 'with an invalid address',
  manual: 'opted out',
  dnc: 'marked do not contact',
  stop: 'who replied STOP',
  no_consent: 'without consent',
  gone: 'deceased or deleted',
  minor: 'under 18',
  grief: 'with messages paused',
  loop: 'with an automatic reply',
  frequency_cap: 'who got too many messages recently',
  merge_tags: 'with missing merge tag values',
  same_household: 'in the same household as another recipient',
  cancelled: 'canceled in time',
}

/** As it reads for one recipient. */
export const skipLabels: Record<SkipReason, string> = {
  account_suspended: 'Account suspended',
  account_read_only: 'Account read-only',
  channel_missing: 'No way to send',
  bad_address: 'Invalid address or number',
  unsubscribed: 'Unsubscribed',
  hard_bounce: 'Email bounced',
  complaint: 'Reported spam',
  invalid: 'Invalid address or number',
  manual: 'Opted out',
  dnc: 'Do not contact',
  stop: 'Replied STOP',
  no_consent: 'No consent',
  gone: 'Deceased or deleted',
  minor: 'Under 18',
  grief: 'Messages paused',
  loop: 'Automatic reply',
  frequency_cap: 'Too many messages recently',
  merge_tags: 'Missing merge tag values',
  same_household: 'Same household',
  cancelled: 'Canceled',
}
