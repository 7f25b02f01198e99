export { editionIds } from '#scripture/rules/editions.ts'

export const lengths = ['short', 'medium', 'long'] as const
export type Length = (typeof lengths)[number]
export const lengthNames: Record<Length, string> = {
  short: 'Short (10 to 15 minutes)',
  medium: 'Medium (20 to 30 minutes)',
  long: 'Long (40 or more minutes)',
}
/** Minutes that a sermon of each length is written for. */
export const minutesOf: Record<Length, number> = { short: 12.5, medium: 25, long: 42 }
export const movementsOf: Record<Length, number> = { short: 2, medium: 3, long: 4 }

export const tones = ['inspirational', 'educational', 'conversational', 'passionate'] as const
export type Tone = (typeof tones)[number]
export const toneNames: Record<Tone, string> = {
  inspirational: 'Inspirational',
  educational: 'Educational',
  conversational: 'Conversational',
  passionate: 'Passionate',
}

export const audiences = ['general', 'youth', 'seekers', 'families', 'seniors', 'leaders'] as const
export type Audience = (typeof audiences)[number]
export const audienceNames: Record<Audience, string> = {
  general: 'Whole congregation',
  youth: 'Youth',
  seekers: 'Seekers and guests',
  families: 'Families',
  seniors: 'Seniors',
  leaders: 'Leaders and volunteers',
}

export const statuses = ['draft', 'ready', 'preached'] as const
export type SermonStatus = (typeof statuses)[number]
export const statusNames: Record<SermonStatus, string> = { draft: 'Draft', ready: 'Ready', preached: 'Preached' }

/** What a generation goes through; null: none is running. */
export const stages = ['queued', 'reading', 'references', 'outline', 'writing', 'checking'] as const
export type Stage = (typeof stages)[number]
export const stageNames: Record<Stage, string> = {
  queued: 'Waiting to start',
  reading: 'Reading the passage',
  references: 'Finding cross-references',
  outline: 'Drawing up the outline',
  writing: 'Writing',
  checking: 'Checking quotations',
}
