import { featuresOf } from './features.ts'
import type { SignKind } from './options.ts'
import { scoreOf, type Weights } from './training.ts'

/** Weights as they are stored: bytes around zero, in base64. */
export interface StoredWeights {
  bias: number
  /** What a byte of 127 stands for. */
  largest: number
  bytes: string
}

/** data/model.json, made by `npm run train:crisis`. */
export interface StoredModel {
  /** Scores from which a text is a page or a look. */
  page: number
  look: number
  /** Expressions of the list that harmless phrasings hold too, by the beginning of their SHA-256. */
  doubtful: string[]
  danger: StoredWeights
  kinds: Record<SignKind, StoredWeights>
}

const rounded = (value: number) => Number(value.toPrecision(8))

export function packWeights({ bias, weights }: Weights): StoredWeights {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) || 1
  const bytes = Int8Array.from(weights, weight => Math.round((weight / largest) * 127))
  return {
    bias: rounded(bias),
    largest: rounded(largest),
    bytes: Buffer.from(bytes.buffer).toString('base64'),
  }
}

export const openWeights = ({ bias, largest, bytes }: StoredWeights): Weights => ({
  bias,
  weights: Float32Array.from(new Int8Array(Buffer.from(bytes, 'base64')), byte => (byte * largest) / 127),
})

/** The score of a text: the log odds of its most telling window. */
export const scoreText = (weights: Weights, text: string): number =>
  featuresOf(text, weights.weights.length).reduce((most, window) => Math.max(most, scoreOf(weights, window)), -Infinity)
