/** What was tried within the last hour from a network, and from the device at hand. */
export interface Tries {
  deviceDeclines: number
  /** Different cards that were declined. */
  deviceCards: number
  networkDeclines: number
  /** Begun, and neither paid nor declined yet. */
  networkOpen: number
}

/**
 * Most of it in an hour. Phones of one model on one network are one device to us, and one payment in twenty is declined at
 * church: so this holds for hundreds of givers, while someone who tests cards is declined nearly every time.
 */
const most = {
  device: { deviceDeclines: 15, deviceCards: 10, networkDeclines: 150, networkOpen: 1_000 },
  /** One tablet that many people use. */
  kiosk: { deviceDeclines: 60, deviceCards: 45, networkDeclines: 150, networkOpen: 1_000 },
} as const satisfies Record<string, Tries>

/** Whether so many cards were declined that more of them are probably being tried. */
export const isCardTesting = (tries: Tries, isKiosk: boolean): boolean => {
  const limit = most[isKiosk ? 'kiosk' : 'device']
  return (Object.keys(limit) as (keyof Tries)[]).some(name => tries[name] >= limit[name])
}
