import { z } from 'zod'
import { external, line, member, Nothing, resource, Version } from '#kernel/contract.ts'
import { MOST_CAP } from './rules/budget.ts'
import { providers, purposes } from './rules/models.ts'

/** Micro-dollars for a million tokens. */
const Price = z.number().int().min(0).max(1_000_000_000, 'At most $1,000 for a million tokens').nullable()
const Slot = z.enum(['main', 'fallback'])

const ShownChoice = z.object({
  provider: z.enum(['none', ...providers]),
  model: z.string(),
  baseUrl: z.string(),
  inputPrice: Price,
  outputPrice: Price,
  /** A key is never answered, only whether there is one and how it ends. */
  key: z.object({ set: z.boolean(), last4: z.string() }),
  /** It runs on the key of this server. */
  isServerKey: z.boolean(),
  /** What is missing before it can be asked. */
  problem: z.enum(['no_key', 'no_address', 'no_price']).nullable(),
})
export type ShownChoice = z.infer<typeof ShownChoice>

export const ModelChoice = z.object({
  /** `none`: the built-in engine. */
  provider: z.enum(['none', ...providers]),
  model: line(100).default(''),
  /** Of an OpenAI-compatible address; empty for the one of this server. */
  baseUrl: z
    .union([
      z.literal(''),
      z.url({ protocol: /^https?$/, error: 'Please enter an address like https://models.example.org/v1' }),
    ])
    .default(''),
  /** Empty: the stored one stays. */
  apiKey: z.string().trim().max(500, 'Please keep this under 500 characters').default(''),
  /** Both, or null for those of the catalog. */
  inputPrice: Price.default(null),
  outputPrice: Price.default(null),
})
export type ModelChoice = z.infer<typeof ModelChoice>

export const SettingsInput = z.object({
  main: ModelChoice,
  fallback: ModelChoice,
  capCents: z
    .number('Please enter an amount')
    .int()
    .min(0, 'Please enter an amount of at least $0')
    .max(MOST_CAP, 'At most $10,000 a month'),
  /** Null before the first change. */
  version: Version.nullable(),
})
export type SettingsInput = z.infer<typeof SettingsInput>

const Use = z.object({
  purpose: z.enum(purposes),
  provider: z.string(),
  model: z.string(),
  calls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Micro-dollars. */
  cost: z.number().int(),
})
export const Settings = z.object({
  main: ShownChoice,
  fallback: ShownChoice,
  capCents: z.number().int(),
  version: Version.nullable(),
  /** A model can be asked now: it is complete, and the cap isn't reached. */
  isReady: z.boolean(),
  /** Providers whose key this server has. */
  serverProviders: z.array(z.enum(providers)),
  usage: z.object({
    calls: z.number().int(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    /** Micro-dollars, like the cap. */
    cost: z.number().int(),
    cap: z.number().int(),
    rows: z.array(Use),
  }),
})
export type Settings = z.infer<typeof Settings>

export const TestResult = z.object({
  provider: z.string(),
  model: z.string(),
  milliseconds: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Micro-dollars. */
  cost: z.number().int(),
})
export type TestResult = z.infer<typeof TestResult>

export const languageModels = resource(
  '/language-models',
  {
    settings: member('assistant.settings').input(Nothing).output(Settings),
    /** A new key is tried at the provider before anything is saved. */
    saveSettings: external.member('assistant.settings').input(SettingsInput).output(Settings),
    test: external
      .member('assistant.settings')
      .input(z.object({ slot: Slot.default('main') }))
      .output(TestResult),
  },
  {
    settings: 'Get the AI model settings and what was used this month',
    saveSettings: 'Save the AI model settings',
    test: 'Ask an AI model as a test',
  },
  ['settings'],
)
