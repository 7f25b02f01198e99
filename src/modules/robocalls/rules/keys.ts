const CAMPAIGN = 'robocall:'
const TEST = 'robocall-test:'

/** Names one try at one number, so that it is written once. */
export const callKey = (campaignId: string, number: string, attempt: number): string =>
  `${CAMPAIGN}${campaignId}:${number}:${attempt}`
export const testKey = (scriptId: string, number: string, at: number): string => `${TEST}${scriptId}:${number}:${at}`

/** The campaign that a call belongs to; undefined for a test. */
export const campaignOfKey = (key: string): string | undefined =>
  key.startsWith(CAMPAIGN) ? key.slice(CAMPAIGN.length).split(':')[0] : undefined
/** The script that a test plays. */
export const testedScript = (key: string): string | undefined =>
  key.startsWith(TEST) ? key.slice(TEST.length).split(':')[0] : undefined
/** Counted from 1. */
export const attemptOfKey = (key: string): number => Number(key.split(':').at(-1)) || 1
