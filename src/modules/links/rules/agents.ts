import { agentOf } from '#identity/rules.ts'
import { countryOf } from './countries.ts'

export interface Seen {
  userAgent: string
  /** As `networkOf` writes it. */
  network: string
  /** The browser asks not to be tracked (Global Privacy Control or Do Not Track). */
  untracked: boolean
}
/** What is kept of a visit beside the fact; each is empty where it isn't known or not wanted. */
export interface VisitDetails {
  /** ISO 3166 alpha-2. */
  country: string
  device: '' | 'phone' | 'tablet' | 'computer'
  /** iPhone, Android, Windows … */
  system: string
  browser: string
}

function deviceKind(userAgent: string): VisitDetails['device'] {
  if (!userAgent) return ''
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return 'tablet'
  return /Mobi|iPhone|Android/.test(userAgent) ? 'phone' : 'computer'
}

export function visitDetails({ userAgent, network, untracked }: Seen): VisitDetails {
  if (untracked) return { country: '', device: '', system: '', browser: '' }
  const { browser = '', system = '' } = agentOf(userAgent)
  return { country: countryOf(network), device: deviceKind(userAgent), system, browser }
}
