import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, NoObjectGeneratedError, NoOutputGeneratedError, Output, streamText } from 'ai'
import { guardedFetch, RefusedAddress, type Resolve, TooLarge } from '#providers/outbound/index.ts'
import type { LanguageModel, LlmAccess, LlmRequest } from './index.ts'
import type { TokenUsage } from './rules/cost.ts'
import { LlmFailure } from './rules/failure.ts'
import { promptText, systemText } from './rules/prompt.ts'

type LiveAccess = Exclude<LlmAccess, { kind: 'sandbox' }>
const MOST_BYTES = 8_000_000
/** The SDK would print its warnings to the console, past our log. */
globalThis.AI_SDK_LOG_WARNINGS = false

/** A model of a vendor, by its official SDK; requests pass the outbound guard. */
export function liveModel(access: LiveAccess, resolve?: Resolve): LanguageModel {
  const model = sdkModel(access, guardedFetch(MOST_BYTES, resolve))
  return {
    provider: access.kind,
    model: access.model,
    async generateStructured(request) {
      const { signal, failure } = limits(request)
      try {
        const output = Output.object({ schema: request.schema })
        const result = await generateText({ ...asked(request), model, output, abortSignal: signal })
        if (result.finishReason === 'content-filter') throw declined()
        return { value: result.output, usage: toUsage(result.totalUsage) }
      } catch (error) {
        throw failure(error)
      }
    },
    async *streamText(request) {
      const { signal, failure } = limits(request)
      try {
        const { fullStream } = streamText({ ...asked(request), model, abortSignal: signal, onError: () => {} })
        for await (const part of fullStream) {
          if (part.type === 'error') throw part.error
          if (part.type === 'abort') throw signal.reason
          if (part.type === 'text-delta') yield { kind: 'text', text: part.text }
          if (part.type === 'finish') {
            checkFinish(part.finishReason)
            yield { kind: 'usage', usage: toUsage(part.totalUsage) }
          }
        }
      } catch (error) {
        throw failure(error)
      }
    },
  }
}

function sdkModel({ kind, model, apiKey, baseUrl: baseURL }: LiveAccess, fetch: typeof globalThis.fetch) {
  const settings = { apiKey, fetch, ...(baseURL && { baseURL }) }
  if (kind === 'openai') return createOpenAI(settings).chat(model)
  if (kind === 'anthropic') return createAnthropic(settings)(model)
  if (kind === 'google') return createGoogleGenerativeAI(settings)(model)
  if (!baseURL) throw new LlmFailure('not_configured', 'An address is needed for this provider.', { about: 'address' })
  const key = apiKey ? { apiKey } : {}
  const rest = { name: 'compatible', includeUsage: true, supportsStructuredOutputs: true }
  return createOpenAICompatible({ ...rest, baseURL, fetch, ...key })(model)
}

/** One attempt: whether to retry is the caller's decision, as each attempt costs money. */
const asked = ({ system, task, data, mostOutputTokens }: LlmRequest) => ({
  system: systemText(system, data),
  prompt: promptText(task, data),
  maxOutputTokens: mostOutputTokens,
  maxRetries: 0,
})

function limits({ timeoutMs, signal: cancel }: LlmRequest) {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = cancel ? AbortSignal.any([cancel, timeout]) : timeout
  const failure = (error: unknown): LlmFailure => {
    if (cancel?.aborted) return new LlmFailure('canceled', 'The request was canceled.')
    if (timeout.aborted) return new LlmFailure('timed_out', 'The language model did not answer in time.')
    return toFailure(error)
  }
  return { signal, failure }
}

const toUsage = (usage: { inputTokens: number | undefined; outputTokens: number | undefined }): TokenUsage => ({
  input: usage.inputTokens ?? 0,
  output: usage.outputTokens ?? 0,
})
const declined = () => new LlmFailure('refused', 'The language model declined to answer.')

function checkFinish(reason: string) {
  if (reason === 'content-filter') throw declined()
  if (reason !== 'stop' && reason !== 'length')
    throw new LlmFailure('unavailable', 'The answer of the language model ended early.')
}

function toFailure(error: unknown): LlmFailure {
  if (error instanceof LlmFailure) return error
  if (NoObjectGeneratedError.isInstance(error)) {
    const usage = error.usage ? { usage: toUsage(error.usage) } : {}
    return new LlmFailure('invalid_output', 'The answer did not have the expected form.', usage)
  }
  if (NoOutputGeneratedError.isInstance(error))
    return new LlmFailure('invalid_output', 'The language model gave no answer.')
  const cause = (error as { cause?: unknown } | null)?.cause
  if (error instanceof RefusedAddress || cause instanceof RefusedAddress)
    return new LlmFailure('not_configured', 'The address of the language model can’t be used.', { about: 'address' })
  if (error instanceof TooLarge) return new LlmFailure('unavailable', 'The answer of the language model is too large.')
  if (APICallError.isInstance(error)) return ofStatus(error)
  return new LlmFailure('unavailable', 'The language model could not be reached.')
}

function ofStatus({ statusCode = 0, responseHeaders }: APICallError): LlmFailure {
  if (statusCode === 401 || statusCode === 403)
    return new LlmFailure('not_configured', 'The provider did not accept the API key.', { about: 'key' })
  if (statusCode === 404)
    return new LlmFailure('not_configured', 'The provider does not know this model.', { about: 'model' })
  if (statusCode === 429) {
    const wait = Number(responseHeaders?.['retry-after'])
    const more = wait > 0 ? { retryAfterSeconds: Math.ceil(wait) } : {}
    return new LlmFailure('unavailable', 'The provider’s rate limit or quota was reached.', more)
  }
  if (statusCode >= 400 && statusCode < 500)
    return new LlmFailure('unavailable', 'The provider did not accept the request.', { about: 'model' })
  return new LlmFailure('unavailable', 'The language model is not available at the moment.')
}
