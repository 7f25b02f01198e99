import data from '../data/region-zones.json' with { type: 'json' }

interface Country {
  /** `Iowa IA|New York NY` */
  names: string
  /** Regions by their zones, the one where most of them live first; `*`: the whole country. */
  zones: Record<string, string>
}
const regional = data as unknown as Record<string, Country>

/** What is known of where someone is. */
export interface RecipientPlace {
  /** IANA name, where someone said so. */
  timeZone: string | null
  /** As written: IA, Iowa. */
  region: string
  /** As written: US, Germany. */
  country: string
}

const plain = (text: string) => text.trim().replace(/\.$/, '').toLowerCase()
const abbreviations: Record<string, string> = { usa: 'US', 'u.s.a': 'US', 'u.s': 'US', uk: 'GB', england: 'GB' }
const codes = Array.from({ length: 26 * 26 }, (_, i) => String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26)))
let byName: Map<string, string> | undefined

/** ISO 3166 of a country as people write it in English; undefined where it says nothing. */
function countryCode(text: string): string | undefined {
  const named = plain(text)
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  byName ??= new Map(
    codes.flatMap(
      code =>
        [
          [code.toLowerCase(), code],
          [plain(english.of(code) ?? ''), code],
        ] as const,
    ),
  )
  return abbreviations[named] ?? (named ? byName.get(named) : undefined)
}

/** The code of a region as people write it: TX of "Texas"; in lower case. */
function regionCode({ names }: Country, region: string): string {
  const wanted = plain(region)
  const named = names.split('|').find(one => plain(one.slice(0, one.lastIndexOf(' '))) === wanted)
  return named ? named.slice(named.lastIndexOf(' ') + 1).toLowerCase() : wanted
}

/** Every zone of a region of a country; none where the region says nothing. */
function regionZones(country: Country, region: string): string[] {
  const code = regionCode(country, region)
  const row = Object.entries(country.zones).find(
    ([, list]) => list === '*' || list.toLowerCase().split(' ').includes(code),
  )
  return row ? row[0].split(' ') : []
}

/** Those of a country that has no regions here; the runtime's own list. */
function countryZones(code: string): string[] {
  const locale = new Intl.Locale('en', { region: code }) as Intl.Locale & { getTimeZones?: () => string[] | undefined }
  return locale.getTimeZones?.() ?? []
}

/**
 * By whose clock someone lives: what was said of them, else what their address says, else the church's. Where an
 * address leaves several open, the church's own is taken if it is among them, else the one where most of a region live.
 * @param church its zone and country
 */
export function zoneOf(where: RecipientPlace, church: { timeZone: string; country: string }): string {
  if (where.timeZone) return where.timeZone
  const written = where.country.trim()
  const code = written ? countryCode(written) : church.country
  if (!code || (!written && !where.region.trim())) return church.timeZone
  const country = regional[code]
  const zones = country ? regionZones(country, where.region) : countryZones(code)
  if (zones.length === 0 || zones.includes(church.timeZone)) return church.timeZone
  return country || zones.length === 1 ? zones[0]! : church.timeZone
}

/** Where a phone may be: its zones, and its states where the law of a state counts. */
export interface PhonePlace {
  zones: string[]
  states: string[]
  /** It is where its owners are known to live, not what the number may mean. */
  isKnown?: boolean
}

/**
 * Every zone in which someone may be by what was said of them, else by their address; undefined where neither says
 * anything.
 * @param home the church's country, where an address names none
 */
export function placeOf(where: RecipientPlace, home: string): PhonePlace | undefined {
  const code = where.country.trim() ? countryCode(where.country) : home
  const country = code ? regional[code] : undefined
  const written = (where.region + where.country).trim() !== ''
  const zones = !written || !code ? [] : country ? regionZones(country, where.region) : countryZones(code)
  const known = where.timeZone ? [where.timeZone] : zones
  if (known.length === 0) return undefined
  return {
    zones: known,
    states: country && code === 'US' && zones.length > 0 ? [regionCode(country, where.region).toUpperCase()] : [],
  }
}
