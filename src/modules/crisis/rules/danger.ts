import { readFileSync } from 'node:fs'
import type { Language } from './answers.ts'
import { openWeights, type StoredModel, scoreText } from './classifier.ts'
import { languageOf } from './languages.ts'
import { type Level, type SignKind, signKinds } from './options.ts'
import { findSigns, type Sign } from './signs.ts'

export interface Danger {
  level: Level
  kind: SignKind
  language: Language
}

const stored: StoredModel = JSON.parse(readFileSync(new URL('../data/model.json', import.meta.url), 'utf8'))
const doubtful = new Set(stored.doubtful)
const danger = openWeights(stored.danger)
const kinds = signKinds.map(kind => ({ kind, weights: openWeights(stored.kinds[kind]) }))

/**
 * Whether words tell of danger. page: surely. look: perhaps, someone should read it. An expression of the list pages
 * where harmless phrasings don’t hold it too; the classifier finds what no list holds, and weighs the doubtful ones.
 */
export function readDanger(text: string): Danger | null {
  const signs = findSigns(text)
  const level = levelOf(scoreText(danger, text), signs)
  if (!level) return null
  const likely = kinds
    .map(({ kind, weights }) => ({ kind, score: scoreText(weights, text) }))
    .sort((a, b) => b.score - a.score)
    .map(({ kind }) => kind)
  // Of several kinds that the list finds, the likeliest.
  const listed = new Set(signs.map(sign => sign.kind))
  // "Me quiero matar" is in both lists, and is about the writer.
  if (listed.has('self_harm')) listed.delete('violence')
  const kind = likely.find(one => listed.size === 0 || listed.has(one)) ?? likely[0]!
  return { level, kind, language: languageOf(text) }
}

/** Below this score an expression of the list wakes nobody: "hang the quilt with rope"; further below it is not looked at. */
const UNLIKELY = -1
const HARMLESS = -2

function levelOf(score: number, signs: readonly Sign[]): Level | null {
  const isListed = signs.some(({ id }) => !doubtful.has(id))
  if (score >= stored.page || (isListed && score >= UNLIKELY)) return 'page'
  return score >= stored.look || (signs.length > 0 && score >= HARMLESS) ? 'look' : null
}
