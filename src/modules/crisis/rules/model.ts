import { openWeights, packWeights, type StoredModel, scoreText } from './classifier.ts'
import { signKinds } from './options.ts'
import { findSigns } from './signs.ts'
import { type Phrasing, trainClassifier } from './training.ts'

/** What kind of danger it is takes fewer weights than whether there is one. */
const KIND_FEATURES = 1 << 14
/** Parts that are left out in turn, so that each phrasing is scored by a model that has not seen it. */
const FOLDS = 5
/**
 * So many of the harmless phrasings may be a page or a look. Half of them are close to danger on purpose: of what a church
 * really gets it is less.
 */
const ALARMS = { page: 0.025, look: 0.11 }

/** Lines of language, kind and words, separated by tabs. */
export function readPhrasings(text: string): Phrasing[] {
  return text
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
    .map(line => line.split('\t') as [string, string, string])
    .map(([language, kind, words]) => ({ language, kind, text: words }))
}

const isDanger = (kind: string) => kind !== 'none'

/** An expression of the list is trusted as if it had been right so often before, and wrong almost never. */
const TRUST = { right: 4, wrong: 0.3, least: 0.9 }

/** Expressions that the harmless phrasings hold too often to wake someone for them alone. */
function doubtfulExpressions(phrasings: readonly Phrasing[]): string[] {
  const counts = new Map<string, { right: number; wrong: number }>()
  for (const { kind, text } of phrasings)
    for (const id of new Set(findSigns(text).map(sign => sign.id))) {
      const count = counts.get(id) ?? { right: TRUST.right, wrong: TRUST.wrong }
      count[isDanger(kind) ? 'right' : 'wrong']++
      counts.set(id, count)
    }
  const isDoubtful = ({ right, wrong }: { right: number; wrong: number }) => right / (right + wrong) < TRUST.least
  return [...counts].flatMap(([id, count]) => (isDoubtful(count) ? id : [])).sort()
}

/** Scores by models that have not seen the phrasing. */
function crossScores(phrasings: readonly Phrasing[]): number[] {
  const scores = new Array<number>(phrasings.length)
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = phrasings.filter((_, i) => i % FOLDS !== fold)
    const weights = openWeights(packWeights(trainClassifier(seen, isDanger)))
    for (const [i, { text }] of phrasings.entries()) if (i % FOLDS === fold) scores[i] = scoreText(weights, text)
  }
  return scores
}

/** The score that only that share of the harmless phrasings reaches. */
function thresholdAt(harmless: readonly number[], share: number): number {
  const sorted = [...harmless].sort((a, b) => b - a)
  return Number(sorted[Math.floor(sorted.length * share)]!.toFixed(3))
}

/** Trains the whole model; `figures` says what cross-validation found. */
export function trainModel(phrasings: readonly Phrasing[]): { model: StoredModel; figures: string } {
  const scores = crossScores(phrasings)
  const of = (danger: boolean) => scores.filter((_, i) => isDanger(phrasings[i]!.kind) === danger)
  const [page, look] = [thresholdAt(of(false), ALARMS.page), thresholdAt(of(false), ALARMS.look)]
  const share = (danger: boolean, least: number) =>
    of(danger).filter(score => score >= least).length / of(danger).length
  const percent = (part: number) => `${(part * 100).toFixed(1)}%`
  const dangerous = phrasings.filter(({ kind }) => isDanger(kind))
  const kinds = signKinds.map(
    kind => [kind, packWeights(trainClassifier(dangerous, one => one === kind, KIND_FEATURES))] as const,
  )
  return {
    model: {
      page,
      look,
      doubtful: doubtfulExpressions(phrasings),
      danger: packWeights(trainClassifier(phrasings, isDanger)),
      kinds: Object.fromEntries(kinds) as StoredModel['kinds'],
    },
    figures: `Classifier alone, unseen parts: page ${percent(share(true, page))}, page or look ${percent(share(true, look))} of the dangerous; of the harmless ${percent(share(false, page))} and ${percent(share(false, look))}.`,
  }
}
