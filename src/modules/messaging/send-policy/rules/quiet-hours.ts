import type { DateTime } from 'luxon'
import data from '../data/quiet-hours.json' with { type: 'json' }

/** No phone rings or buzzes for marketing before and after: hours of the clock, 47 CFR 64.1200(c)(1). */
export const AWAKE = { from: 8, until: 21 }

interface Hours {
  from: number
  until: number
}
interface StateHours extends Hours {
  state: string
  /** Other hours on Sundays. */
  sunday?: [number, number]
  /** ISO date from which it applies; absent: longer than texts have been sent here. */
  since?: string
  areaCodes: string
  /** Citation of the law. */
  source: string
  url: string
}
const laws = data.states as StateHours[]
const byState = new Map(laws.map(law => [law.state, law]))
const byAreaCode = new Map(laws.flatMap(law => law.areaCodes.split(' ').map(code => [code, law.state] as const)))

/** The state that an area code belongs to, if its law is stricter than the federal one. @param number E.164 */
export function strictStateOf(number: string): string | undefined {
  return number.startsWith('+1') ? byAreaCode.get(number.slice(2, 5)) : undefined
}

/** From and until which hour of that day marketing may be sent to people in these states. */
export function hoursOn(day: DateTime, states: readonly string[]): Hours {
  const inForce = states
    .flatMap(state => byState.get(state) ?? [])
    .filter(({ since }) => !since || since <= day.toISODate()!)
  const hours = inForce.map(({ from, until, sunday }) =>
    sunday && day.weekday === 7 ? { from: sunday[0], until: sunday[1] } : { from, until },
  )
  return {
    from: Math.max(AWAKE.from, ...hours.map(({ from }) => from)),
    until: Math.min(AWAKE.until, ...hours.map(({ until }) => until)),
  }
}
