import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { open } from '#kernel/secrets.ts'
import { type LanguageModel, languageModel, serverKey } from '#providers/llm/index.ts'
import type { ModelPrice } from '#providers/llm/rules/cost.ts'
import type { SandboxScript } from '#providers/llm/sandbox.ts'
import { type Choice, labelOf, priceOf } from '../rules/models.ts'
import { languageModelSettings } from '../tables.ts'

export const slots = ['main', 'fallback'] as const
export type Slot = (typeof slots)[number]
export type Keys = Partial<Record<Slot, string>>
export type SettingsRow = typeof languageModelSettings.$inferSelect

/** A model that can be asked: it has a key, or needs none, and a price. */
export interface Way {
  model: LanguageModel
  label: string
  price: ModelPrice
  isServerKey: boolean
}
/** Why a choice can't be asked, as a sentence; null: it can. */
export type Problem = 'no_key' | 'no_address' | 'no_price' | null

export const secretContext = (clientId: string) => `language-models ${clientId}`
export const decryptKeys = (clientId: string, row: SettingsRow | undefined): Keys =>
  row?.sealedSecrets ? JSON.parse(open(row.sealedSecrets, secretContext(clientId))) : {}

export async function settingsRow(ctx: Ctx): Promise<SettingsRow | undefined> {
  const [row] = await ctx.db.select().from(languageModelSettings)
  return row
}

/** The church's own key, or the server's. A compatible address of a church's own may need none. */
export function findKey(choice: Choice, own: string | undefined) {
  if (choice.provider === 'compatible' && choice.baseUrl)
    return { apiKey: own ?? '', baseUrl: choice.baseUrl, isServerKey: false }
  if (own && choice.provider !== 'compatible') return { apiKey: own, isServerKey: false }
  const server = serverKey(choice.provider)
  return server && { ...server, isServerKey: true }
}

export function toWay(choice: Choice, own: string | undefined): { way: Way } | { problem: NonNullable<Problem> } {
  const key = findKey(choice, own)
  if (!key) return { problem: choice.provider === 'compatible' ? 'no_address' : 'no_key' }
  const { isServerKey, ...access } = key
  const price = priceOf(choice, isServerKey)
  if (!price) return { problem: 'no_price' }
  const model = languageModel({ kind: choice.provider, model: choice.model, ...access })
  return { way: { model, label: labelOf(choice.provider, choice.model), price, isServerKey } }
}

/** A dollar for a million tokens: scripted answers are metered like those of a model. */
const SANDBOX_PRICE = { input: 1_000_000, output: 1_000_000 }
let scripted: Way | undefined

/**
 * For tests: every church's model is the provider's sandbox, which answers from this script; nothing is sent.
 * @returns ends it
 */
export function answerWith(script: SandboxScript): () => void {
  if (env.production) throw new Error('answerWith is for tests')
  const way: Way = {
    model: languageModel({ kind: 'sandbox', script }),
    label: 'Sandbox',
    price: SANDBOX_PRICE,
    isServerKey: false,
  }
  scripted = way
  return () => {
    if (scripted === way) scripted = undefined
  }
}
export const scriptedWay = (): Way | undefined => scripted

/** The models to ask, in this order. */
export function listWays(clientId: string, row: SettingsRow | undefined, only: readonly Slot[] = slots): Way[] {
  if (scripted) return [scripted]
  const keys = decryptKeys(clientId, row)
  return only.flatMap(slot => {
    const choice = row?.[slot]
    const found = choice ? toWay(choice, keys[slot]) : null
    return found && 'way' in found ? [found.way] : []
  })
}
