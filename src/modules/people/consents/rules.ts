import type { SuppressionReason } from '#consent/rules/reasons.ts'
import { suppressionText } from '#consent/rules/suppression-words.ts'

export interface Point {
  /** Normalized. */
  value: string
  /** As people read it. */
  shown: string
  kind: 'email' | 'phone'
}

type LineChannel = 'email' | 'sms' | 'voice'

interface Given {
  value: string
  channel: LineChannel
  topic: string
  topicName: string
  source: string
  /** What it was given by, such as a form's or a file's name; empty where that is unknown. */
  via: string
  wording: string
  at: Date | string
}

interface Refused {
  value: string
  channel: LineChannel | 'all'
  topic: string
  topicName: string
  reason: SuppressionReason
  source: string
  how: string
  at: Date | string
  canLift: boolean
}

/** How one address or number may be used on one channel: the state, since when, and by what evidence. */
export interface ConsentLine<Yes, Stop> {
  point: Point
  channel: LineChannel
  state: 'in' | 'out' | 'none'
  text: string
  /** The words that prove it; empty where there are none. */
  proof: string
  /** What stands against the whole channel, for the button beside it. */
  stop: Stop | null
  given: Yes[]
  /** Topics of this channel that are turned off on their own. */
  also: string[]
}

const channelNames: Record<LineChannel, string> = { email: 'Email', sms: 'Texts', voice: 'Calls' }
const things: Record<LineChannel, string> = { email: 'email', sms: 'texts', voice: 'calls' }

/** "Texts to (512) 555-0143". */
export const channelTitle = (channel: LineChannel, shown: string): string => `${channelNames[channel]} to ${shown}`

/** One line for each channel of each address and number, numbers first. @param day how a day is shown */
export function consentLines<Yes extends Given, Stop extends Refused>(
  points: readonly Point[],
  yeses: readonly Yes[],
  stops: readonly Stop[],
  day: (at: Date | string) => string,
): ConsentLine<Yes, Stop>[] {
  const lines = points.flatMap(point =>
    (point.kind === 'email' ? (['email'] as const) : (['sms', 'voice'] as const)).map(channel =>
      lineOf(point, channel, yeses, stops, day),
    ),
  )
  const order: LineChannel[] = ['sms', 'email', 'voice']
  return lines.sort((a, b) => order.indexOf(a.channel) - order.indexOf(b.channel))
}

function lineOf<Yes extends Given, Stop extends Refused>(
  point: Point,
  channel: LineChannel,
  yeses: readonly Yes[],
  stops: readonly Stop[],
  day: (at: Date | string) => string,
): ConsentLine<Yes, Stop> {
  const given = yeses.filter(yes => yes.value === point.value && yes.channel === channel).sort(newestFirst)
  const refused = stops.filter(one => one.value === point.value && [channel, 'all'].includes(one.channel))
  const [stop = null] = refused.filter(({ topic }) => topic === '').sort(newestFirst)
  const topicStops = refused.filter(({ topic }) => topic !== '').sort(newestFirst)
  const off = (one: Stop) => suppressionText(one, day(one.at), one.topicName)
  const line = { point, channel, stop, given, also: topicStops.map(off) }
  if (stop) return { ...line, state: 'out', text: off(stop), proof: stop.canLift ? stop.how : '', also: [] }
  const counting = given.filter(yes => !topicStops.some(({ topic }) => topic === yes.topic))
  const [latest] = counting
  if (latest) return { ...line, state: 'in', text: optedIn(counting, things[channel], day), proof: latest.wording }
  const [off1, ...also] = line.also
  if (off1) return { ...line, state: 'out', text: off1, proof: '', also }
  return {
    ...line,
    state: 'none',
    text: channel === 'voice' ? 'No opt-out recorded' : 'No consent recorded',
    proof: '',
  }
}

/** "Opted in to texts, Nov 2, 2026, by the connect card". */
function optedIn(given: readonly Given[], what: string, day: (at: Date | string) => string): string {
  const latest = given[0]!
  const everything = given.some(({ topic }) => topic === '')
  const topics = everything ? '' : ` about ${[...new Set(given.map(({ topicName }) => topicName))].join(', ')}`
  const by = evidenceText(latest)
  return `Opted in to ${what}${topics}, ${day(latest.at)}${by ? `, ${by}` : ''}`
}

/** "by the connect card", "by texting JOIN". */
export function evidenceText({ source, via }: Pick<Given, 'source' | 'via'>): string {
  switch (source) {
    case 'form':
      return !via ? 'by a form' : /^connect card$/i.test(via) ? 'by the connect card' : `by the form “${via}”`
    case 'keyword':
      return via ? `by texting ${via}` : 'by a keyword'
    case 'import':
      return via ? `by the import of ${via}` : 'by an import'
    case 'link':
      return 'by a link in an email'
    case 'staff':
      return 'recorded by staff'
    default:
      return ''
  }
}

const newestFirst = (a: { at: Date | string }, b: { at: Date | string }) =>
  new Date(b.at).getTime() - new Date(a.at).getTime()

interface Recorded {
  changed: number
  already: number
  refused: number
  without: number
}

const people = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString('en-US')} people`)
const sentence = (n: number, words: string) => (n > 0 ? ` ${n.toLocaleString('en-US')} ${words}.` : '')

/** "Consent recorded for 127 people. 30 had no number." */
export function recordedText({ changed, already, refused, without }: Recorded, channel: LineChannel): string {
  const missing = channel === 'email' ? 'had no email address' : 'had no number'
  return (
    `Consent recorded for ${people(changed)}.` +
    sentence(already, 'had consented before') +
    sentence(refused, 'opted out or can’t be reached') +
    sentence(without, missing)
  )
}

export const addRecorded = (a: Recorded, b: Recorded): Recorded => ({
  changed: a.changed + b.changed,
  already: a.already + b.already,
  refused: a.refused + b.refused,
  without: a.without + b.without,
})
