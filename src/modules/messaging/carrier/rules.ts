export const kinds = ['local', 'toll_free', 'mobile'] as const
export const numberStates = ['buying', 'owned', 'released'] as const
/** What becomes of a call to a number. */
export const voiceRoutes = ['voicemail', 'forward', 'menu', 'browser'] as const
export type VoiceRoute = (typeof voiceRoutes)[number]

/** From when to when, by the church's clock; null where nobody is there. */
export type OfficeDay = { from: string; to: string } | null
/** Monday first. */
export type OfficeHours = OfficeDay[]
const day: OfficeDay = { from: '09:00', to: '17:00' }
export const usualHours: OfficeHours = [day, day, day, day, day, null, null]
/** announce: it is said first. consent_states: as announce, and not at all where both sides must agree. */
export const recordingModes = ['off', 'announce', 'consent_states'] as const

/** Error codes after which a number is written to no more: at once, or when it is heard twice. */
export const deadAtOnce: ReadonlySet<string> = new Set(['21211', '21614', '21217'])
export const deadAtSecond: ReadonlySet<string> = new Set(['30004', '30005', '30006'])
/** "They opted out": the carrier keeps a list of its own. */
export const OPTED_OUT = '21610'
/** Its webhooks lead elsewhere: a STOP would not be heard. */
export const UNREACHED = 'webhooks'
/** Worth another try; everything else would come back the same. */
export const transient: ReadonlySet<string> = new Set(['30001', '30003', '30005', '30008', UNREACHED])

/** What the carrier's numbers mean, for who reads them at church; after Twilio's error dictionary. */
export const errorWords: Record<string, { what: string; fix: string }> = {
  '20003': { what: 'Twilio refused these credentials.', fix: 'Check the Account SID and the Auth Token in Settings.' },
  '20429': { what: 'Twilio received too many requests at once.', fix: 'It will be sent automatically a little later.' },
  '21210': { what: 'The calling number does not belong to this account.', fix: 'Choose another number to call from.' },
  '21211': { what: 'The phone number is not valid.', fix: 'Correct the number on the person’s page.' },
  '21215': { what: 'The account can’t call that country.', fix: 'Allow it under Geo permissions in Twilio.' },
  '21408': { what: 'The account can’t text that country.', fix: 'Allow it under Geo permissions in Twilio.' },
  '21422': { what: 'Someone else has just bought that number.', fix: 'Search again and choose another one.' },
  '21606': { what: 'The number can’t send texts.', fix: 'Choose another number to send from.' },
  '21608': {
    what: 'A trial account can only text verified numbers.',
    fix: 'Verify the number in Twilio, or upgrade the account.',
  },
  '21610': {
    what: 'They replied STOP, so they get no more texts.',
    fix: 'Only they can change this, by replying START.',
  },
  '21614': { what: 'The number is not a mobile number.', fix: 'Ask for a mobile number, or call instead.' },
  '21617': { what: 'The text is longer than 1,600 characters.', fix: 'Shorten it, or send it by email.' },
  '30001': { what: 'Too many texts were waiting at the carrier.', fix: 'Send it again.' },
  '30002': { what: 'The Twilio account was suspended.', fix: 'Sign in to Twilio to see why.' },
  '30003': { what: 'The phone was off or out of reach.', fix: 'Send it again later.' },
  '30004': { what: 'Their phone company blocks these texts.', fix: 'Call or email them.' },
  '30005': {
    what: 'The number does not exist or can’t be reached.',
    fix: 'Check the number, then send it again.',
  },
  '30006': {
    what: 'The number is a landline, or can’t get texts.',
    fix: 'Ask for a mobile number, or call instead.',
  },
  '30007': {
    what: 'The phone company flagged it as spam.',
    fix: 'Say who you are, don’t use shortened links, and register your number.',
  },
  '30008': { what: 'The phone company did not say why it failed.', fix: 'Send it again.' },
  '30032': { what: 'The toll-free number is not verified yet.', fix: 'Finish its verification in Twilio.' },
  '30034': {
    what: 'The number is not registered for texting (10DLC).',
    fix: 'Register your brand and campaign with Twilio first.',
  },
  silent: {
    what: 'The carrier did not respond, so we don’t know if it was sent.',
    fix: 'Lampstand checks with the carrier and never sends it twice.',
  },
  [UNREACHED]: {
    what: 'Replies to this number don’t reach Lampstand, so a STOP would be missed. Nothing is sent from it.',
    fix: 'Open Twilio, Numbers, press “Fix it” beside the number, then send again.',
  },
  no_number: { what: 'There is no active number to send from.', fix: 'Buy a number, or turn one on.' },
}

/** Prefixes that are registered in another way: toll-free ones. */
const tollFree = /^\+1(800|833|844|855|866|877|888)/
/** Whether phone companies ask for a 10DLC registration. */
export const isLocal = (number: string) => /^\+1\d{10}$/.test(number) && !tollFree.test(number)
