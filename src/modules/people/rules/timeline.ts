import { keyed } from '#kernel/modules.ts'

/** What an entry of the timeline says, from its type and the ids and states in it; the type itself if no module knows it. */
export const sentenceOf = (type: string, data: Record<string, unknown>): string =>
  keyed('timelineKinds').get(type)?.sentence(data) ?? type

/** Where an entry leads, if anywhere. */
export const placeOf = (type: string, data: Record<string, unknown>): string | null =>
  keyed('timelineKinds').get(type)?.href?.(data) ?? null

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
