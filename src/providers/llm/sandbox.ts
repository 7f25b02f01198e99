import type { LanguageModel, LlmRequest } from './index.ts'
import { mostTokens } from './rules/cost.ts'
import { LlmFailure, type LlmFailureCode } from './rules/failure.ts'
import { promptText, systemText } from './rules/prompt.ts'

/** What the sandbox answers, one entry for each call in turn; the last one repeats. */
export type SandboxScript = ({ text: string } | { value: unknown } | { fails: LlmFailureCode })[]

/** Answers from a script, as a model would: the same prompt, schema check, pieces and usage. Sends nothing. */
export function sandboxModel(script: SandboxScript): LanguageModel {
  let calls = 0
  const answer = (request: LlmRequest) => {
    if (request.signal?.aborted) throw new LlmFailure('canceled', 'The request was canceled.')
    const entry = script[Math.min(calls++, script.length - 1)]
    if (!entry) throw new LlmFailure('not_configured', 'The sandbox has no script.')
    if ('fails' in entry) throw new LlmFailure(entry.fails, `The sandbox was told to fail: ${entry.fails}.`)
    const text = 'text' in entry ? entry.text : JSON.stringify(entry.value)
    const asked = systemText(request.system, request.data) + promptText(request.task, request.data)
    return { text, usage: { input: mostTokens(asked), output: mostTokens(text) } }
  }
  return {
    provider: 'sandbox',
    model: 'script',
    async generateStructured(request) {
      const { text, usage } = answer(request)
      const read = request.schema.safeParse(parsed(text))
      if (!read.success) throw new LlmFailure('invalid_output', 'The answer did not have the expected form.', { usage })
      return { value: read.data, usage }
    },
    async *streamText(request) {
      const { text, usage } = answer(request)
      for (const piece of text.match(/\S+\s*|\s+/g) ?? []) {
        if (request.signal?.aborted) throw new LlmFailure('canceled', 'The request was canceled.')
        yield { kind: 'text', text: piece }
      }
      yield { kind: 'usage', usage }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
