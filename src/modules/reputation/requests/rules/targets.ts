import { abilities, type Platform, platformNames } from '../../rules/platforms.ts'

/** Where a review can be written: an entry of the church on a platform, or another address. */
export interface Target {
  platform: Platform | 'custom'
  name: string
  url: string
}

export const NOT_REQUESTED = 'Yelp asks businesses not to request reviews, so Lampstand doesn’t.'
export const NO_ADDRESS = 'Add the address where reviews are written, under Platforms.'

export interface Entry {
  platform: Platform
  name: string
  reviewUrl: string
  page: string
}
/** Why reviews can't be asked for on an entry; null: they can. */
export const targetProblem = ({ platform, reviewUrl, page }: Entry): string | null =>
  abilities[platform].canBeRequested ? (reviewUrl || page ? null : NO_ADDRESS) : NOT_REQUESTED

export const toTarget = ({ platform, reviewUrl, page }: Entry): Target => ({
  platform,
  name: platformNames[platform],
  url: reviewUrl || page,
})

/** An address of a platform that asks not to be asked for. */
export const isUnrequestable = (url: string): boolean =>
  URL.canParse(url) && /(^|\.)yelp\.[a-z.]{2,6}$/i.test(new URL(url).hostname)

/** "Google, Facebook" */
export const targetNames = (targets: readonly Target[]): string => targets.map(({ name }) => name).join(', ')
