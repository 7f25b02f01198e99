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
  channel_missing: 'without a way to send',
  bad_address: 'with an address that is none',
  unsubscribed: 'unsubscribed',
  hard_bounce: 'whose mail came back earlier',
  complaint: 'who reported spam',
  invalid: 'with an invalid address',
  manual: 'who asked us to stop',
  dnc: 'marked do not contact',
  stop: 'who answered STOP',
  no_consent: 'without a yes',
  gone: 'who have died or were deleted since',
  minor: 'under age',
  grief: 'left in peace for a while',
  loop: 'whose mail program answers by itself',
  frequency_cap: 'written to too often lately',
  merge_tags: 'for whom words would be missing',
  same_household: 'in the same household as somebody who gets it',
  cancelled: 'taken back in time',
}
