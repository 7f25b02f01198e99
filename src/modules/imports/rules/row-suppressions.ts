import type { Draft, Entry } from './draft.ts'
import type { Field } from './fields.ts'
import type {
  ImportedConsent,
  ImportedEmail,
  ImportedPhone,
  ImportedSuppression,
  SuppressionChannel,
  SuppressionReason,
} from './person.ts'
import { readChannels, readSubscription } from './values.ts'

type Block = (channel: SuppressionChannel, reason: SuppressionReason, entry: Entry) => void

/** `doNotContact` is set where the row opts out of every channel. */
export interface Refusals {
  suppressions: ImportedSuppression[]
  consents: ImportedConsent[]
  doNotContact: boolean
}

/** Everything in the row that says "not this way" or "not at all", for each of its addresses and numbers. */
export function readRefusals(
  draft: Draft,
  emails: readonly ImportedEmail[],
  phones: readonly ImportedPhone[],
): Refusals {
  const suppressions = new Map<string, ImportedSuppression>()
  let doNotContact = false
  const block: Block = (channel, reason, entry) => {
    if (channel === 'all') doNotContact = true
    const values = reached(channel, emails, phones)
    if (values.length === 0 && channel === 'email')
      draft.warn(entry, 'This row opts out of email but has no valid address.')
    for (const value of values) suppressions.set(`${channel} ${value} ${reason}`, { channel, value, reason })
  }
  for (const [field, rule] of rules) for (const entry of draft.of(field)) rule(entry, block)
  const consents = optIns.flatMap(([field, channel]): ImportedConsent[] => {
    if (!draft.of(field).some(saysYes)) return []
    const values = reached(channel, emails, phones)
    return values.length > 0 ? values.map(value => ({ channel, value })) : [{ channel, value: null }]
  })
  return { suppressions: [...suppressions.values()], consents, doNotContact }
}

const optIns = [
  ['subscribedEmail', 'email'],
  ['subscribedSms', 'sms'],
] as const

/** A clear yes alone is consent: a date or the name of a list may mean anything. */
const saysYes = ({ value }: Entry) => ['yes', 'subscribed'].includes(readSubscription(value))

function reached(
  channel: SuppressionChannel,
  emails: readonly ImportedEmail[],
  phones: readonly ImportedPhone[],
): string[] {
  const addresses = channel === 'email' || channel === 'all' ? emails.map(email => email.address) : []
  const numbers = channel === 'email' ? [] : phones.map(phone => phone.number).filter(number => number !== null)
  return [...new Set([...addresses, ...numbers])]
}

const rules: [Field, (entry: Entry, block: Block) => void][] = [
  ['doNotContact', blockNamed],
  ['doNotCall', (entry, block) => says(entry) && block('voice', 'dnc', entry)],
  ['unsubscribedEmail', (entry, block) => blockOut(entry, block, 'email')],
  ['unsubscribedSms', (entry, block) => blockOut(entry, block, 'sms')],
  ['subscribedEmail', (entry, block) => blockUnlessIn(entry, block, 'email')],
  ['subscribedSms', (entry, block) => blockUnlessIn(entry, block, 'sms')],
  ['cleaned', (entry, block) => says(entry) && block('email', 'hard_bounce', entry)],
]

/** A date, a reason or "yes" says so; "no" and "n/a" don't. */
function says({ value }: Entry): boolean {
  const word = readSubscription(value)
  return word !== 'no' && word !== 'nothing' && word !== 'subscribed'
}

const ways = { call: 'voice', email: 'email', sms: 'sms', all: 'all' } as const

function blockNamed(entry: Entry, block: Block): void {
  if (!says(entry)) return
  const named = readChannels(entry.value)
  for (const way of named.length > 0 ? named : (['all'] as const)) block(ways[way], 'dnc', entry)
}

function blockOut(entry: Entry, block: Block, channel: 'email' | 'sms'): void {
  if (says(entry)) block(channel, bounced(entry) && channel === 'email' ? 'hard_bounce' : 'unsubscribed', entry)
}

const bounced = ({ value }: Entry) => readSubscription(value) === 'bounced'

/** In a column of those who opted in, only a clear opt-out counts: the rest may be a date or a list's name. */
function blockUnlessIn(entry: Entry, block: Block, channel: 'email' | 'sms'): void {
  const word = readSubscription(entry.value)
  const out =
    word === 'no' ||
    word === 'unsubscribed' ||
    (word === 'unknown' && /unsub|opt(ed)?[\s-]*out|abgemeldet|baja/i.test(entry.value))
  if (bounced(entry) && channel === 'email') block('email', 'hard_bounce', entry)
  else if (out) block(channel, 'unsubscribed', entry)
}
