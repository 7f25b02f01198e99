import classes from './status-badge.module.css'

type Tone = 'blue' | 'yellow' | 'green' | 'purple' | 'red' | 'grey'

/** The one table of what each state looks like, by what it is the state of. */
export const statuses = {
  lead: { new: 'blue', contacted: 'yellow', qualified: 'green', proposal: 'purple', closed: 'grey' },
  outcome: { won: 'green', lost: 'red', abandoned: 'grey' },
  import: {
    uploaded: 'grey',
    analysing: 'blue',
    ready: 'blue',
    checking: 'blue',
    checked: 'purple',
    running: 'blue',
    paused: 'yellow',
    completed: 'green',
    failed: 'red',
    cancelled: 'grey',
    undone: 'grey',
  },
  role: {
    owner: 'purple',
    admin: 'blue',
    staff: 'green',
    pastor: 'yellow',
    finance: 'grey',
    volunteer: 'grey',
    viewer: 'grey',
  },
  invitation: { pending: 'yellow', accepted: 'green', expired: 'grey', revoked: 'grey' },
  provider: { live: 'green', sandbox: 'yellow', missing: 'grey' },
  message: {
    queued: 'grey',
    held: 'yellow',
    sending: 'blue',
    sent: 'blue',
    delivered: 'green',
    undelivered: 'red',
    failed: 'red',
    unknown: 'yellow',
    skipped: 'grey',
    bounced: 'red',
  },
  call: {
    queued: 'grey',
    ringing: 'blue',
    'in-progress': 'blue',
    completed: 'green',
    failed: 'red',
    'no-answer': 'yellow',
    busy: 'yellow',
    canceled: 'grey',
  },
  newsletter: {
    draft: 'grey',
    ready: 'purple',
    waiting: 'yellow',
    declined: 'red',
    scheduled: 'purple',
    sending: 'blue',
    paused: 'yellow',
    sent: 'green',
    cancelled: 'grey',
  },
  recipient: {
    waiting: 'grey',
    sent: 'blue',
    delivered: 'green',
    skipped: 'grey',
    bounced: 'red',
    failed: 'red',
    unknown: 'yellow',
    complained: 'red',
    unsubscribed: 'grey',
    undelivered: 'red',
    replied: 'green',
    clicked: 'green',
    opted_out: 'grey',
  },
  subscriber: { subscribed: 'green', unsubscribed: 'grey', bounced: 'red', complained: 'red', stopped: 'red' },
  appointment: { pending: 'yellow', confirmed: 'blue', completed: 'green', cancelled: 'grey', no_show: 'red' },
  consent: { subscribed: 'green', unsubscribed: 'red', suppressed: 'red', unknown: 'grey' },
  subscription: {
    active: 'green',
    trialing: 'blue',
    past_due: 'yellow',
    paused: 'yellow',
    incomplete: 'yellow',
    unpaid: 'red',
    canceled: 'red',
    incomplete_expired: 'red',
  },
  invoice: { paid: 'green', open: 'yellow', draft: 'grey', void: 'grey', uncollectible: 'red' },
  product: { active: 'green', inactive: 'grey' },
  sync: { synced: 'green', pending: 'yellow', sync_failed: 'red' },
  form: { live: 'green', draft: 'grey' },
  formSubmission: {
    new: 'blue',
    processed: 'green',
    known: 'green',
    doubt: 'yellow',
    quarantined: 'yellow',
    spam: 'grey',
    stuck: 'red',
  },
  conversation: { open: 'green', closed: 'grey' },
  submission: { pending: 'yellow', auto_replied: 'blue', replied: 'green' },
  access: { full: 'green', read_only: 'yellow', suspended: 'red' },
  incident: { investigating: 'red', identified: 'yellow', monitoring: 'blue', resolved: 'green' },
  job: { waiting: 'grey', running: 'blue', failed: 'red' },
  domain: { verified: 'green', waiting: 'yellow' },
  check: { well: 'green', failed: 'red', unknown: 'grey' },
  task: { due: 'blue', overdue: 'red', done: 'green' },
} as const satisfies Record<string, Record<string, Tone>>

export type StatusOf = keyof typeof statuses

/** `no_show` reads "No show". */
export const statusLabel = (value: string) => {
  const words = value.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const statusTone = (of: StatusOf, value: string): Tone => (statuses[of] as Record<string, Tone>)[value] ?? 'grey'

export interface StatusBadgeProps {
  of: StatusOf
  value: string
  /** when the word is another than the value's own */
  label?: string
}

export function StatusBadge({ of, value, label }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={statusTone(of, value)}>
      {label ?? statusLabel(value)}
    </span>
  )
}

/** The colour alone, for a heading whose text says the state already. */
export function StatusDot({ of, value }: { of: StatusOf; value: string }) {
  return <span className={classes.dot} data-tone={statusTone(of, value)} aria-hidden />
}
