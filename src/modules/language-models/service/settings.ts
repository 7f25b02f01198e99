import { isDeepStrictEqual } from 'node:util'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { seal } from '#kernel/secrets.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { serverKey } from '#providers/llm/index.ts'
import type { ModelChoice, Settings, SettingsInput, ShownChoice } from '../contract.ts'
import { USUAL_CAP } from '../rules/budget.ts'
import { type Choice, isSameAddress, providers } from '../rules/models.ts'
import { hasModel, usageOfMonth } from '../service.ts'
import { languageModelSettings } from '../tables.ts'
import {
  decryptKeys,
  findKey,
  type Keys,
  type SettingsRow,
  type Slot,
  secretContext,
  settingsRow,
  slots,
  toWay,
} from './access.ts'
import { invalidAt, invalidChoice, type Trial, verifyKey } from './key-verification.ts'
import { currentMonth, listUsage, recordUsage } from './usage.ts'

export async function readSettings(ctx: Ctx): Promise<Settings> {
  const row = await settingsRow(ctx)
  const keys = decryptKeys(ctx.client.id, row)
  const shown = (slot: Slot) => shownChoice(row?.[slot] ?? null, keys[slot], row?.last4[slot])
  return {
    main: shown('main'),
    fallback: shown('fallback'),
    capCents: row?.capCents ?? USUAL_CAP,
    version: row?.version ?? null,
    isReady: await hasModel(ctx),
    serverProviders: providers.filter(provider => serverKey(provider)),
    usage: { ...(await usageOfMonth(ctx)), rows: await listUsage(ctx, currentMonth(ctx)) },
  }
}

function shownChoice(choice: Choice | null, key: string | undefined, last4 = ''): ShownChoice {
  const none = { provider: 'none', model: '', baseUrl: '', inputPrice: null, outputPrice: null } as const
  const found = choice && toWay(choice, key)
  return {
    ...(choice ?? none),
    key: { set: Boolean(key), last4: key ? last4 : '' },
    isServerKey: choice ? (findKey(choice, key)?.isServerKey ?? false) : false,
    problem: found && 'problem' in found ? found.problem : null,
  }
}

/**
 * Tries what is new at its provider, then saves.
 * @throws BAD_REQUEST with the field at fault, UNAVAILABLE; nothing is saved then
 */
export async function saveSettings(ctx: OuterCtx, input: SettingsInput): Promise<Settings> {
  const row = await ctx.tx(settingsRow)
  requireVersion(row, input)
  if (input.main.provider === 'none' && input.fallback.provider !== 'none')
    throw invalidChoice('fallback', 'provider', 'Please choose a model above first')
  const kept = decryptKeys(ctx.client.id, row)
  const [keys, choices]: [Keys, Partial<Record<Slot, Choice>>] = [{}, {}]
  const trials: Trial[] = []
  for (const slot of slots) {
    const wanted = choiceOf(slot, input[slot])
    if (!wanted) continue
    const before = row?.[slot] ?? null
    const isSame = before !== null && isSameAddress(before, wanted)
    const key = input[slot].apiKey || (isSame ? kept[slot] : undefined)
    if (key) keys[slot] = key
    choices[slot] = wanted
    const way = requireWay(slot, wanted, key)
    if (way.isServerKey) requireServerTerms(slot, wanted, input.capCents)
    const isTried = isSame && before.model === wanted.model && !input[slot].apiKey
    if (!isTried && !way.isServerKey) trials.push(await verifyKey(slot, way))
  }
  return ctx.tx(async tx => {
    for (const { way, usage } of trials) if (usage) await recordUsage(tx, currentMonth(tx), way, 'test', usage)
    await keep(tx, input, choices, keys)
    return readSettings(tx)
  })
}

const requireVersion = (row: SettingsRow | undefined, { version }: SettingsInput) => {
  if ((row?.version ?? null) !== version) throw new Failure('CONFLICT')
}

function choiceOf(slot: Slot, { provider, model, baseUrl, inputPrice, outputPrice }: ModelChoice): Choice | null {
  if (provider === 'none') return null
  if (!model) throw invalidChoice(slot, 'model', 'Please choose or enter a model')
  if ((inputPrice === null) !== (outputPrice === null))
    throw invalidChoice(slot, inputPrice === null ? 'inputPrice' : 'outputPrice', 'Please enter both prices, or none')
  return { provider, model, baseUrl: provider === 'compatible' ? baseUrl : '', inputPrice, outputPrice }
}

/** Its operator pays. */
function requireServerTerms(slot: Slot, { provider, inputPrice }: Choice, capCents: number): void {
  if (capCents > USUAL_CAP)
    throw invalidAt(['capCents'], `At most $${USUAL_CAP / 100} a month with the key of this server`)
  if (inputPrice !== null && provider !== 'compatible')
    throw invalidChoice(
      slot,
      'inputPrice',
      'With the key of this server, the list prices apply. Please leave this empty',
    )
}

function requireWay(slot: Slot, choice: Choice, key: string | undefined) {
  const found = toWay(choice, key)
  if ('way' in found) return found.way
  if (found.problem === 'no_key') throw invalidChoice(slot, 'apiKey', 'Please enter the API key')
  if (found.problem === 'no_address') throw invalidChoice(slot, 'baseUrl', 'Please enter the address')
  const ownPrices = findKey(choice, key)?.isServerKey && choice.provider !== 'compatible'
  if (ownPrices) throw invalidChoice(slot, 'model', 'With the key of this server, please choose a model from the list')
  throw invalidChoice(slot, 'inputPrice', 'We don’t know the price of this model. Please enter it.')
}

/** Written only where something differs, as every write raises the version. */
async function keep(tx: Ctx, input: SettingsInput, choices: Partial<Record<Slot, Choice>>, keys: Keys): Promise<void> {
  await advisoryLock(tx.db, `language models ${tx.client.id}`)
  const row = await settingsRow(tx)
  requireVersion(row, input)
  const plain = { main: choices.main ?? null, fallback: choices.fallback ?? null, capCents: input.capCents }
  const before = row && { main: row.main, fallback: row.fallback, capCents: row.capCents }
  if (isDeepStrictEqual(before, plain) && isDeepStrictEqual(decryptKeys(tx.client.id, row), keys)) return
  const secrets = Object.keys(keys).length > 0 ? seal(JSON.stringify(keys), secretContext(tx.client.id)) : null
  const last4 = Object.fromEntries(
    Object.entries(keys).map(([slot, key]) => [slot, key.length < 12 ? '' : key.slice(-4)]),
  )
  const values = { ...plain, sealedSecrets: secrets, last4 }
  await tx.db
    .insert(languageModelSettings)
    .values(values)
    .onConflictDoUpdate({ target: languageModelSettings.clientId, set: values })
  announce(tx, 'languageModels')
}
