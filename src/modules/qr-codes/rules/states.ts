import { qrTypes } from '#links/drawing/rules/payload.ts'

export const types = qrTypes
export const modes = ['tracked', 'static'] as const
export type Mode = (typeof modes)[number]
export const states = ['active', 'paused', 'expired', 'archived'] as const
export type State = (typeof states)[number]

/** The codes that the tile Active campaigns counts, as a filter of their list. */
export const activeCampaigns = { mode: 'tracked', status: 'active' } as const

/** What each type is called. */
export const typeLabels = {
  vcard: 'vCard',
  url: 'URL',
  text: 'Text',
  wifi: 'Wi-Fi',
  sms: 'SMS',
  email: 'Email',
  phone: 'Phone',
  location: 'Location',
} as const

export const formats = ['png', 'svg', 'pdf', 'print'] as const
export type Format = (typeof formats)[number]

/** "url" and "https://www.example.org/give" make "URL – example.org". */
export function nameOf(type: keyof typeof typeLabels, detail: string): string {
  const host = URL.canParse(detail) ? new URL(detail).hostname.replace(/^www\./, '') : detail
  return `${typeLabels[type]} – ${host || 'QR code'}`.slice(0, 120)
}

/** A part of a file's name. */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'code'

/** `qr-seat-back-20261122-093000.png`, by clocks of that zone. */
export function fileNameOf(name: string, now: Date, timeZone: string, ending: string): string {
  const at = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(now)
  return `qr-${slugOf(name)}-${at.replace(/[-:]/g, '').replace(' ', '-')}.${ending}`
}

export const labelOf = (state: string) => state[0]!.toUpperCase() + state.slice(1)
