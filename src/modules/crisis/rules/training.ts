import { FEATURES, featuresOf } from './features.ts'

export interface Phrasing {
  language: string
  /** A kind of danger, or none. */
  kind: string
  text: string
}

export interface Weights {
  bias: number
  weights: Float32Array
}

/** The log odds of one window: its weights over the root of their number. */
export function scoreOf({ bias, weights }: Weights, places: Uint32Array): number {
  let sum = 0
  for (const place of places) sum += weights[place]!
  return bias + sum / Math.sqrt(places.length)
}

const RATE = 0.3
const DECAY = 1e-4
const EPOCHS = 16

/** The same order on every machine, so that the same data gives the same model. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function shuffle<T>(list: T[], next: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[list[i], list[j]] = [list[j]!, list[i]!]
  }
}

/** Rare features say more than common ones. */
function rarity(texts: readonly Uint32Array[][], size: number): Float32Array {
  const counts = new Uint32Array(size)
  for (const windows of texts) for (const place of new Set(windows.flatMap(places => [...places]))) counts[place]!++
  return Float32Array.from(counts, count => (count ? Math.sqrt(Math.log((texts.length + 1) / (count + 0.5))) : 0))
}

/** Steps that become smaller the more a weight has moved (AdaGrad). */
function steps(weights: Float32Array): (place: number, slope: number) => void {
  const moved = new Float32Array(weights.length).fill(1e-6)
  return (place, slope) => {
    moved[place]! += slope * slope
    weights[place]! -= (RATE * slope) / Math.sqrt(moved[place]!)
  }
}

/**
 * Logistic regression. A text is as dangerous as its most dangerous window, so only that one is learned from.
 * @param isPositive what is to be found
 */
export function trainClassifier(
  phrasings: readonly Phrasing[],
  isPositive: (kind: string) => boolean,
  size = FEATURES,
): Weights {
  const windows = phrasings.map(({ text }) => featuresOf(text, size))
  const scale = rarity(windows, size)
  const texts = phrasings.map(({ kind }, i) => ({ label: Number(isPositive(kind)), windows: windows[i]! }))
  // Learned in units of their rarity.
  const learned = new Float32Array(size)
  const model: Weights = { bias: 0, weights: new Float32Array(size) }
  const [stepWeight, bias] = [steps(learned), new Float32Array(1)]
  const stepBias = steps(bias)
  const next = random(1)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(texts, next)
    for (const { label, windows: all } of texts) {
      const scores = all.map(window => scoreOf(model, window))
      const highest = Math.max(...scores)
      const error = 1 / (1 + Math.exp(-highest)) - label
      if (Math.abs(error) < 0.02) continue
      const places = all[scores.indexOf(highest)]!
      const length = Math.sqrt(places.length)
      for (const place of places) {
        stepWeight(place, (error * scale[place]!) / length + DECAY * learned[place]!)
        model.weights[place] = learned[place]! * scale[place]!
      }
      stepBias(0, error)
      model.bias = bias[0]!
    }
  }
  return model
}
