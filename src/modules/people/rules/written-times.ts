/** A clock time behind a date, and the zone that it names: minutes east of UTC, or an IANA name. */
export interface WrittenTime {
  hour: number
  minute: number
  second: number
  zone: number | string | null
  /** What stands behind the time and is neither a zone nor a known word. */
  unknown: string
}

const clockTime = /(?<=\d)(?:T|,?\s+(?:at\s+)?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?\s?m\b\.?)?(.*)$/i
const basic = /^(\d{8})(?:T|\s)?(\d{2})(\d{2})(\d{2})?(?:\.\d+)?\s*(z|[+-]\d{2}:?\d{2})?(?:\[.*\])?$/i

/** Splits "2026-01-01T04:30:00Z" into the day as written and the time behind it; `time` is null where there is none. */
export function splitTime(value: string): { day: string; time: WrittenTime | null } {
  const text = value.trim()
  const packed = basic.exec(text)
  if (packed) return { day: packed[1]!, time: timeOf(packed[2]!, packed[3]!, packed[4], undefined, packed[5] ?? '') }
  const match = clockTime.exec(text)
  if (!match) return { day: text, time: null }
  const [, hour, minute, second, half, rest] = match
  return { day: text.slice(0, match.index), time: timeOf(hour!, minute!, second, half, rest!) }
}

function timeOf(hour: string, minute: string, second = '0', half: string | undefined, rest: string): WrittenTime {
  const afternoon = half && /^p/i.test(half) ? 12 : 0
  const zone = zoneOf(rest)
  return {
    hour: half ? (Number(hour) % 12) + afternoon : Number(hour),
    minute: Number(minute),
    second: Number(second),
    zone: zone ?? null,
    unknown: zone === undefined ? rest : '',
  }
}

const zones: Record<string, number | string> = {
  z: 0,
  utc: 0,
  gmt: 0,
  ut: 0,
  zulu: 0,
  'coordinated universal time': 0,
  'greenwich mean time': 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
  ast: -240,
  adt: -180,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  sast: 120,
  aest: 600,
  aedt: 660,
  acst: 570,
  awst: 480,
  nzst: 720,
  nzdt: 780,
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
  akt: 'America/Anchorage',
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  atlantic: 'America/Halifax',
  'central european': 'Europe/Berlin',
}

/** null where nothing is said; undefined where it is something else. */
function zoneOf(rest: string): number | string | null | undefined {
  const inner = /^\s*[([]([^()[\]]*)[)\]]\s*$/.exec(rest)?.[1]
  const text = (inner ?? rest.replace(/[([][^()[\]]*[)\]]?\s*$/, '')).trim()
  if (!text || /^(uhr|h|hrs?|o['’]?clock)$/i.test(text)) return null
  const offset = /^(?:utc|gmt|z)?\s*([+\-−])\s*(\d{1,2}):?(\d{2})?$/i.exec(text)
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    return minutes > 14 * 60 ? undefined : offset[1] === '+' ? minutes : -minutes
  }
  const word = text.toLowerCase().replace(/\./g, '')
  // "Eastern Standard Time" is the name of the zone, in summer too.
  const known = zones[word] ?? zones[word.replace(/\s+(?:standard |daylight |summer )?time.*$/, '')]
  if (known !== undefined) return known
  return text.includes('/') && isZone(text) ? text : undefined
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const isMidnight = ({ hour, minute, second }: WrittenTime) => hour === 0 && minute === 0 && second === 0

/** Midnight in UTC is how programs write a day: it is nobody's point in time. */
export const isDayAtMidnight = (value: string): boolean => {
  const { time } = splitTime(value)
  return time !== null && time.zone === 0 && isMidnight(time)
}

/** True where the value is a point in time, so that its day depends on where the church is. */
export const namesZone = (value: string): boolean => splitTime(value).time?.zone != null

/** The day that it is in `timeZone` at a time of a day ("2026-01-01") elsewhere. */
export function dayElsewhere(day: string, { hour, minute, second, zone }: WrittenTime, timeZone: string): string {
  const wall = Date.parse(`${day}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000
  const at = typeof zone === 'string' ? wall - offsetOf(wall - offsetOf(wall, zone), zone) : wall - (zone ?? 0) * 60_000
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}

/** Milliseconds that a zone's clocks are ahead of UTC at an instant. */
function offsetOf(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - at
}
