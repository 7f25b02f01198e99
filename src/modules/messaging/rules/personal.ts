/** Kinds of messages whose link or code is a key: anyone who reads it is let in as its recipient. */
const personal = new Set([
  'invitation',
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'second_factor',
  'confirm-subscription',
  'form-finish',
  'portal-link',
  'invoice',
  'invoice-reminder',
  'appointment-requested',
  'appointment-booked',
  'appointment-confirmed',
  'appointment-moved',
  'appointment-cancelled',
  'appointment-waitlisted',
  'appointment-reminder',
])
const WITHHELD = 'This message has a personal link or code. Only its recipient can see it.'

/** The outbox is read by more people than gifts are. */
const givingKinds = new Set(['gift_confirmation'])
const GIFT_WITHHELD = 'This message has the details of a gift. Only its recipient can see it.'

/** The links that unsubscribe and choose topics are their reader's own. */
const withoutKeys = (words: string) => words.replace(/(\/(?:unsubscribe|preferences)\/)v\d[\w.-]+/g, '$1…')

/** A message as colleagues may read it. */
export const forColleagues = <T extends { kind: string; text: string; html: string }>(message: T): T =>
  personal.has(message.kind) || givingKinds.has(message.kind)
    ? { ...message, text: givingKinds.has(message.kind) ? GIFT_WITHHELD : WITHHELD, html: '' }
    : { ...message, text: withoutKeys(message.text), html: withoutKeys(message.html) }
