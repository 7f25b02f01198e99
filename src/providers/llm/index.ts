import type { z } from 'zod'
import { env } from '#kernel/env.ts'
import { liveModel } from './live.ts'
import type { TokenUsage } from './rules/cost.ts'
import { LlmFailure } from './rules/failure.ts'
import type { DataPart } from './rules/prompt.ts'
import { type SandboxScript, sandboxModel } from './sandbox.ts'

export const llmProviders = ['openai', 'anthropic', 'google', 'compatible'] as const
export type LlmProvider = (typeof llmProviders)[number]

/** Whose key for which model; `baseUrl` is required for a compatible address. */
export type LlmAccess =
  | { kind: 'sandbox'; script: SandboxScript }
  | { kind: LlmProvider; model: string; apiKey: string; baseUrl?: string }

export interface LlmRequest {
  system: string
  /** What to do; ours alone, never a user's words. */
  task: string
  data: DataPart[]
  /** Whether it carries pastoral words, private prayer or gifts: such a call is refused before anything is sent. */
  confidential: boolean
  mostOutputTokens: number
  timeoutMs: number
  signal?: AbortSignal
}
export interface StructuredAnswer<T> {
  value: T
  usage: TokenUsage
}
/** `usage` is the last piece, and absent where the stream fails. */
export type StreamPiece = { kind: 'text'; text: string } | { kind: 'usage'; usage: TokenUsage }

export interface LanguageModel {
  provider: LlmProvider | 'sandbox'
  model: string
  /** @throws LlmFailure */
  generateStructured<T>(request: LlmRequest & { schema: z.ZodType<T> }): Promise<StructuredAnswer<T>>
  /** @throws LlmFailure, also after pieces were given */
  streamText(request: LlmRequest): AsyncIterable<StreamPiece>
}

/** The model behind an access; every call through it is checked for confidential words first. */
export function languageModel(access: LlmAccess): LanguageModel {
  const model = access.kind === 'sandbox' ? sandboxModel(access.script) : liveModel(access)
  return {
    provider: model.provider,
    model: model.model,
    async generateStructured(request) {
      refuseConfidential(request)
      return model.generateStructured(request)
    },
    async *streamText(request) {
      refuseConfidential(request)
      yield* model.streamText(request)
    },
  }
}

function refuseConfidential({ confidential }: LlmRequest) {
  if (confidential !== false) throw new LlmFailure('refused', 'Confidential text is never sent to a language model.')
}

/** The keys of this server, or none: then callers use the built-in engine. */
export function serverKey(provider: LlmProvider): { apiKey: string; baseUrl?: string } | null {
  const keys = { openai: env.openaiApiKey, anthropic: env.anthropicApiKey, google: env.googleApiKey }
  if (provider === 'compatible') return env.aiBaseUrl ? { apiKey: '', baseUrl: env.aiBaseUrl } : null
  const apiKey = keys[provider]
  return apiKey ? { apiKey } : null
}
