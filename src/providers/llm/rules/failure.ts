import type { TokenUsage } from './cost.ts'

/**
 * not_configured: key or address refused. refused: confidential, or the model declined. unavailable: limits, errors, half
 * an answer. invalid_output: not what the schema asks.
 */
export type LlmFailureCode = 'not_configured' | 'timed_out' | 'canceled' | 'refused' | 'unavailable' | 'invalid_output'

/** Its message is for people and holds neither the key nor what was sent. */
export class LlmFailure extends Error {
  code: LlmFailureCode
  retryAfterSeconds: number | undefined
  /** What was spent nevertheless, where known. */
  usage: TokenUsage | undefined
  /** What the provider did not accept, where that is likely. */
  about: 'key' | 'model' | 'address' | undefined
  constructor(
    code: LlmFailureCode,
    message: string,
    more: Partial<Pick<LlmFailure, 'retryAfterSeconds' | 'usage' | 'about'>> = {},
  ) {
    super(message)
    this.code = code
    this.retryAfterSeconds = more.retryAfterSeconds
    this.usage = more.usage
    this.about = more.about
  }
}
