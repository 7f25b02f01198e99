import models from '../data/models.json' with { type: 'json' }

export const providers = ['openai', 'anthropic', 'google', 'compatible'] as const
export type Provider = (typeof providers)[number]
export const providerNames: Record<Provider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  compatible: 'OpenAI-compatible address',
}
/** What answers without a model. */
export const BUILT_IN = 'Built-in engine'

export const purposes = ['assistant_reply', 'staff_draft', 'sermon', 'study', 'test'] as const
export type Purpose = (typeof purposes)[number]
export const purposeNames: Record<Purpose, string> = {
  assistant_reply: 'Assistant replies',
  staff_draft: 'Drafts for staff',
  sermon: 'Sermons',
  study: 'Bible studies',
  test: 'Tests of the settings',
}

/** Prices are micro-dollars for a million tokens, as the providers list them. */
export interface CatalogModel {
  provider: Provider
  id: string
  label: string
  /** What stands behind the label. */
  note: string
  input: number
  output: number
}
export const catalog = models as CatalogModel[]
export const modelOf = (provider: Provider, id: string): CatalogModel | undefined =>
  catalog.find(model => model.provider === provider && model.id === id)
export const labelOf = (provider: Provider, id: string): string => modelOf(provider, id)?.label ?? id

/** A model as a church chose it; prices are its own, or null for those of the catalog. */
export interface Choice {
  provider: Provider
  model: string
  /** Of a compatible address alone; empty for the server's own. */
  baseUrl: string
  inputPrice: number | null
  outputPrice: number | null
}
/** Micro-dollars for a million tokens; null where nobody knows them, and then nothing is sent. */
export function priceOf(choice: Choice, isServerKey: boolean): { input: number; output: number } | null {
  const { provider, model, inputPrice, outputPrice } = choice
  const listed = modelOf(provider, model)
  // With prices of its own a church could use up what the server's key costs its operator.
  const hasOwn = inputPrice !== null && outputPrice !== null && (!isServerKey || provider === 'compatible')
  if (hasOwn) return { input: inputPrice, output: outputPrice }
  return listed ? { input: listed.input, output: listed.output } : null
}

/** A stored key belongs to the address that it was given for, and is sent to no other. */
export const isSameAddress = (one: Pick<Choice, 'provider' | 'baseUrl'>, other: Pick<Choice, 'provider' | 'baseUrl'>) =>
  one.provider === other.provider && one.baseUrl === other.baseUrl
