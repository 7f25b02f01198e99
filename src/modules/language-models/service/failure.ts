import { Failure } from '#kernel/failure.ts'
import type { LlmFailure, LlmFailureCode } from '#providers/llm/rules/failure.ts'

export type ModelFailureCode = LlmFailureCode | 'budget_reached'

/** Why a model gave no answer. Its message is for people and holds neither the key nor what was sent. */
export class ModelFailure extends Error {
  code: ModelFailureCode
  retryAfterSeconds: number | undefined
  constructor(code: ModelFailureCode, message: string, retryAfterSeconds?: number) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const toModelFailure = ({ code, message, retryAfterSeconds }: LlmFailure): ModelFailure =>
  new ModelFailure(code, message, retryAfterSeconds)

/** As a declared refusal of a procedure. */
export const toRefusal = ({ code, message }: ModelFailure): Failure =>
  new Failure(code === 'unavailable' || code === 'timed_out' ? 'UNAVAILABLE' : 'BAD_REQUEST', message)
