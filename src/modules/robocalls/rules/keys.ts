import { type CallPurpose, callPurposes } from './states.ts'

const CAMPAIGN = 'robocall:'
const TEST = 'robocall-test:'

const KIND = 'robocall-'
/** Kind of the message of a test call. */
export const TEST_KIND = 'robocall-test'

/** Kind of the message of a call: what it is for decides what is asked before it is placed. */
export const callKind = (purpose: CallPurpose): string => `${KIND}${purpose}`
/** Undefined for a test, which is asked for by the member who picks it up. */
export const purposeOfKind = (kind: string): CallPurpose | undefined =>
  callPurposes.find(purpose => kind === callKind(purpose))

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
/** Counted from 1; what belongs to no campaign is tried once. */
export const attemptOfKey = (key: string): number => (campaignOfKey(key) && Number(key.split(':').at(-1))) || 1
