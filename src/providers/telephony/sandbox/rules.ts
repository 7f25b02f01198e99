import type { Answerer, CallState, Capabilities, Offer, OfferFilter } from '../index.ts'
import type { Placing, Reaction } from './rules/reactions.ts'
import type { Line, Verb } from './rules/twiml.ts'

export type Kind = 'account' | 'number' | 'call' | 'recording'

export interface Account {
  token: string
  /** Numbers whose first call was refused for the moment. */
  throttled?: string[]
}
export interface OwnedNumber extends Capabilities {
  name: string
  smsUrl: string
  voiceUrl: string
  statusUrl: string
}
export interface Call {
  from: string
  to: string
  direction: 'inbound' | 'outbound-api' | 'outbound-dial'
  state: CallState
  statusUrl: string
  twiml: string
  /** What happens at `dueAt`. */
  next: 'ring' | 'answer' | 'busy' | 'no-answer' | 'failed' | 'greeted' | 'silence' | 'key' | 'redirect' | 'end' | null
  startedAt: number
  answeredAt: number | null
  endedAt: number | null
  /** Where the recording is told; null where none is made. */
  recordingUrl: string | null
  /** Where a call that dialled another asks how to go on. */
  actionUrl: string | null
  sequence: number
  /** What they heard, line by line. */
  heard?: Line[]
  /** While a key is waited for: who is asked what it means, and what is done where none is pressed. */
  gather?: { url: string; onEmpty: boolean; rest: Verb[] } | null
  /** The keys that they pressed. */
  pressed?: string
  /** Where it asks once it is redirected. */
  redirectUrl?: string
  /** Asked what is said once someone answers, instead of `twiml`. */
  answerUrl?: string | null
  /** An announcement: the person called reacts as `reactionOf` says. */
  announces?: boolean
  detectMachine?: boolean
  answeredBy?: Answerer | null
  /** Since when something is said. */
  beganAt?: number
  /** in seconds */
  timeLimit?: number | null
  /** Someone took over on the outbox page; from then on the phone does nothing on its own. */
  byHand?: boolean
  /** Since when their message is recorded. */
  recordingSince?: number
  /** Where what a machine understood is told. */
  transcriptUrl?: string | null
  /** What they say into the machine: typed, since there is no sound. */
  spoken?: string
}
export interface Recording {
  duration: number
}

/** A browser of the account is rung by name, not by number. */
export const CLIENT = 'client:'
/** Who sends where an account has no number of its own yet. */
export const SANDBOX_SENDER = 'Lampstand'

/** Numbers that behave as their texts say, for trying what goes wrong. */
export const magic: Record<
  string,
  {
    refuse?: string
    fail?: string
    silent?: 'after' | 'before'
    call?: 'busy' | 'no-answer' | 'failed'
    /** Of announcement calls. */
    reacts?: Partial<Reaction>
    placing?: Placing
  }
> = {
  '+15005550001': { refuse: '21211' },
  '+15005550010': { refuse: '21610' },
  '+15005550014': { refuse: '21614' },
  '+15005550003': { fail: '30003' },
  '+15005550005': { fail: '30005' },
  '+15005550006': { fail: '30006' },
  '+15005550007': { fail: '30007' },
  '+15005550008': { fail: '30008' },
  '+15005550015': { silent: 'after' },
  '+15005550016': { silent: 'before' },
  '+15005550020': { call: 'busy' },
  '+15005550021': { call: 'no-answer' },
  '+15005550022': { call: 'failed' },
  '+15005550023': { reacts: { answeredBy: 'fax' } },
  '+15005550024': { reacts: { answeredBy: 'machine_end_beep' } },
  '+15005550025': { reacts: { hangsUp: 'at once' } },
  '+15005550026': { reacts: { key: '9' } },
  '+15005550027': { reacts: { key: '2' } },
  '+15005550028': { reacts: { key: '1', hangsUp: 'after the key' } },
  '+15005550029': { reacts: { answeredBy: 'unknown' } },
  '+15005550030': { placing: 'made, answer lost' },
  '+15005550031': { placing: 'silent' },
  '+15005550032': { placing: 'refused' },
  '+15005550033': { placing: 'throttled once' },
}
export const refusals: Record<string, string> = {
  '21211': 'The number is not a valid phone number.',
  '21610': 'Attempt to send to unsubscribed recipient',
  '21614': 'The number is not a mobile number.',
}

const cities: Record<string, [city: string, region: string]> = {
  '202': ['Washington', 'DC'],
  '305': ['Miami', 'FL'],
  '312': ['Chicago', 'IL'],
  '332': ['New York', 'NY'],
  '416': ['Toronto', 'ON'],
  '424': ['Los Angeles', 'CA'],
  '512': ['Austin', 'TX'],
  '604': ['Vancouver', 'BC'],
  '615': ['Nashville', 'TN'],
  '646': ['New York', 'NY'],
  '713': ['Houston', 'TX'],
  '737': ['Austin', 'TX'],
}
/** Areas without a number left, as in the largest cities. */
const soldOut = new Set(['212', '310', '415'])
const home: Record<string, string[]> = { US: ['512', '615', '737'], CA: ['416', '604'] }
const tollFree = ['833', '844', '855']
const MONTHLY = { local: 1_150_000, toll_free: 2_150_000 }

/** Fifty numbers of each area: the same for everyone, less those that someone has. */
export function stock({ country, kind, areaCode, contains = '', ...wanted }: OfferFilter): Offer[] {
  const northAmerican = country in home
  const areas = areaCode ? [areaCode] : kind === 'toll_free' ? tollFree : (home[country] ?? [''])
  const made = areas
    .filter(area => !soldOut.has(area) && (kind === 'local' || tollFree.includes(area)))
    .flatMap(area => Array.from({ length: 50 }, (_, i) => numberOf(country, northAmerican ? area : '', i)))
    .filter(number => number !== null)
    .map((number, i) => offerOf(number, areaOf(number), kind, i))
  const digits = contains.replace(/[^\d*]/g, '').replaceAll('*', '\\d')
  return made.filter(
    one =>
      (!digits || new RegExp(digits).test(one.number)) &&
      (!wanted.voice || one.voice) &&
      (!wanted.sms || one.sms) &&
      (!wanted.mms || one.mms),
  )
}

const areaOf = (number: string) => (number.startsWith('+1') ? number.slice(2, 5) : '')
const two = (i: number) => String(i).padStart(2, '0')
function numberOf(country: string, area: string, i: number): string | null {
  if (area) return `+1${area}55502${two(i)}`
  if (country === 'GB') return `+4477009002${two(i)}`
  return country === 'AU' ? `+614915702${two(i)}` : null
}
function offerOf(number: string, area: string, kind: OfferFilter['kind'], i: number): Offer {
  const [city, region] = cities[area] ?? ['', '']
  const mms = number.startsWith('+1') && i % 5 !== 4
  return { number, city, region, voice: true, sms: i % 7 !== 6, mms, monthly: MONTHLY[kind], currency: 'USD' }
}

const RATE = 8_000

/** A sound that is as long as the call: a soft tone each second, so that one hears where one is. WAV, 8 kHz, 8 bit. */
export function* tone(seconds: number): Generator<Uint8Array> {
  const size = seconds * RATE
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + size, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(size, 40)
  yield head
  for (let second = 0; second < seconds; second++)
    yield Uint8Array.from({ length: RATE }, (_, i) =>
      i < 1_600
        ? 128 + Math.round(24 * Math.sin((2 * Math.PI * 440 * i) / RATE) * Math.sin((Math.PI * i) / 1_600))
        : 128,
    )
}
