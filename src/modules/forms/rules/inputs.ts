import { formatMoney } from '#kernel/money.ts'
import { escapeHtml } from '#messaging/rules/letter.ts'
import type { Say } from '#public-page/rules/words.ts'
import { type AddressAnswer, type Answer, type Answers, isWords, type Member } from './answers.ts'
import { type Field, type MapTarget, MOST_FAMILY } from './definition.ts'
import { optionWords } from './languages.ts'

/** What the page knows while it writes a field. */
export interface Filled {
  answers: Answers
  problems: Record<string, string>
  /** The page's own words in its language. */
  say: Say
  /** What is called what among the files that were sent already, by their tickets. */
  fileNames?: Record<string, string>
  /** Options that nobody can choose any more, by field. */
  full?: Record<string, string[]>
  /** Of its prices, and how they are written. */
  currency?: string
  /** A device that many use remembers nothing for the next one. */
  kiosk: boolean
  /** A look at it in the builder, where no script runs: as it begins with one. */
  preview?: boolean
}

const e = escapeHtml
const attributes = (all: Record<string, string | number | boolean | undefined>) =>
  Object.entries(all)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${e(String(value))}"`))
    .join('')

/** What a browser may fill in by itself about the person who uses it. */
const autocomplete: Partial<Record<MapTarget, string>> = {
  name: 'name',
  firstName: 'given-name',
  lastName: 'family-name',
  nickName: 'nickname',
  email: 'email',
  phone: 'tel',
  birthDate: 'bday',
}

const problemAt = (key: string, { problems }: Filled) =>
  `<p class="problem" id="${key}-problem" data-problem="${key}">${e(problems[key] ?? '')}</p>`
const described = ({ key, help }: Field) => [help && `${key}-help`, `${key}-problem`].filter(Boolean).join(' ')
const helpOf = ({ key, help }: Field) => (help ? `<p class="help" id="${key}-help">${e(help)}</p>` : '')
const mark = ({ required }: Field) => (required ? '<span class="required" aria-hidden="true"> *</span>' : '')
const textOf = (answer: Answer | undefined, field: Field) =>
  typeof answer === 'string' ? answer : field.type === 'consent' ? '' : field.default

const common = (field: Field, filled: Filled) => ({
  id: field.key,
  name: field.key,
  'aria-describedby': described(field),
  'aria-required': field.required || undefined,
  'aria-invalid': filled.problems[field.key] ? 'true' : undefined,
  autocomplete: filled.kiosk ? 'off' : (autocomplete[field.map as MapTarget] ?? undefined),
})

const kinds: Partial<Record<Field['type'], Record<string, string>>> = {
  text: { type: 'text', maxlength: '500' },
  email: { type: 'email', inputmode: 'email', maxlength: '254' },
  phone: { type: 'tel', inputmode: 'tel', maxlength: '50' },
  number: { type: 'text', inputmode: 'decimal', maxlength: '20' },
  date: { type: 'date', min: '1900-01-01', max: '2199-12-31' },
}

const labelled = (field: Field, inner: string, filled: Filled) =>
  `<label for="${field.key}">${e(field.label)}${mark(field)}</label>${helpOf(field)}${inner}${problemAt(field.key, filled)}`

/** Several inputs under one heading. */
const grouped = (field: Field, inner: string, filled: Filled, role = '') =>
  `<fieldset${attributes({ 'aria-describedby': described(field), role: role || undefined })}><legend>${e(field.label)}${mark(field)}</legend>${helpOf(field)}${inner}${problemAt(field.key, filled)}</fieldset>`

function line(field: Field, filled: Filled): string {
  const value = textOf(filled.answers[field.key], field)
  if (field.type === 'paragraph')
    return labelled(
      field,
      `<textarea rows="4" maxlength="10000"${attributes(common(field, filled))}>\n${e(value)}</textarea>`,
      filled,
    )
  return labelled(field, `<input${attributes({ ...kinds[field.type], ...common(field, filled), value })}>`, filled)
}

interface Option {
  value: string
  label: string
  /** Nobody can choose it any more; those who have may keep it. */
  full: boolean
}

function optionsOf(field: Field, filled: Filled): Option[] {
  const { say, full } = filled
  if (field.type === 'yesno')
    return [
      { value: 'yes', label: say('Yes'), full: false },
      { value: 'no', label: say('No'), full: false },
    ]
  const words = optionWords(field).map((word, i) => withPrice(word, field.prices?.[i], filled))
  return field.options.map((value, i) => {
    const isFull = full?.[field.key]?.includes(value) ?? false
    return { value, label: isFull ? say('{0} (full)', words[i]!) : words[i]!, full: isFull }
  })
}

const priceOf = (amount: number, { currency = 'USD' }: Filled) => formatMoney({ amount, currency })
const withPrice = (word: string, price: number | null | undefined, filled: Filled) =>
  price ? `${word} (${priceOf(price, filled)})` : word

/** A price that everyone pays stands there; a quantity or an amount is entered. The sum is made by the server. */
function payment(field: Field, filled: Filled): string {
  const { kind, amount, least, most } = field.payment ?? { kind: 'fixed', amount: 0, least: null, most: null }
  if (kind === 'fixed')
    return `<p class="price"><span>${e(field.label)}</span> <b>${e(priceOf(amount, filled))}</b></p>${helpOf(field)}`
  const { say } = filled
  const bounds = [
    kind === 'quantity' ? say('{0} each', priceOf(amount, filled)) : '',
    kind === 'open' && least ? say('At least {0}', priceOf(least, filled)) : '',
    kind === 'open' && most ? say('At most {0}', priceOf(most, filled)) : '',
  ].filter(Boolean)
  const said = [field.help, bounds.join(', ')].filter(Boolean).join(' ')
  const value = textOf(filled.answers[field.key], field)
  const input = { type: 'text', inputmode: kind === 'open' ? 'decimal' : 'numeric', maxlength: 16 }
  const shown = { ...field, help: said }
  return labelled(
    shown,
    `<input${attributes({ ...input, ...common(shown, filled), autocomplete: 'off', value })}>`,
    filled,
  )
}

const box = (type: 'radio' | 'checkbox', field: Field, { value, label, full }: Option, checked: boolean) =>
  `<label class="box"><input${attributes({ type, name: field.key, value, checked: checked && !full, disabled: full })}><span>${e(label)}</span></label>`

function choice(field: Field, filled: Filled): string {
  const said = textOf(filled.answers[field.key], field)
  const options = optionsOf(field, filled)
  if (options.length <= 8)
    return grouped(
      field,
      options.map(one => box('radio', field, one, one.value === said)).join(''),
      filled,
      'radiogroup',
    )
  const inner = options.map(
    ({ value, label, full }) =>
      `<option${attributes({ value, selected: value === said && !full, disabled: full })}>${e(label)}</option>`,
  )
  return labelled(
    field,
    `<select${attributes(common(field, filled))}><option value=""></option>${inner.join('')}</select>`,
    filled,
  )
}

function choices(field: Field, filled: Filled): string {
  const answer = filled.answers[field.key]
  const said = Array.isArray(answer) ? (answer as string[]) : field.default ? [field.default] : []
  const boxes = optionsOf(field, filled).map(one => box('checkbox', field, one, said.includes(one.value)))
  return grouped(field, boxes.join(''), filled)
}

/** Never ticked beforehand: the consent is theirs. */
const consent = (field: Field, filled: Filled) =>
  `${box('checkbox', field, { value: 'yes', label: field.label, full: false }, filled.answers[field.key] === 'yes')}${helpOf(field)}${problemAt(field.key, filled)}`

const addressParts = [
  ['street', 'Street', 'street-address'],
  ['city', 'City', 'address-level2'],
  ['region', 'State or region', 'address-level1'],
  ['postalCode', 'Postal code', 'postal-code'],
] as const

function address(field: Field, filled: Filled): string {
  const said = (filled.answers[field.key] ?? {}) as Partial<AddressAnswer>
  const parts = addressParts.map(([part, label, hint]) => {
    const name = `${field.key}.${part}`
    const input = { id: name, name, value: said[part] ?? '', maxlength: 200, autocomplete: filled.kiosk ? 'off' : hint }
    return `<div class="part"><label for="${name}">${e(filled.say(label))}</label><input${attributes(input)}></div>`
  })
  return grouped(field, `<div class="parts">${parts.join('')}</div>`, filled)
}

const roles = [
  ['spouse', 'Spouse'],
  ['child', 'Child'],
  ['other', 'Someone else'],
] as const

function relative(field: Field, filled: Filled, i: number, said: Partial<Member>): string {
  const { say } = filled
  const at = `${field.key}.${i}`
  const input = (part: 'firstName' | 'lastName' | 'birthDate', label: string, type: string) => {
    const name = `${at}.${part}`
    const all = {
      id: name,
      name,
      type,
      value: said[part] ?? '',
      maxlength: 200,
      autocomplete: 'off',
      'aria-describedby': `${name}-problem`,
    }
    return `<div class="part"><label for="${name}">${e(say(label))}</label><input${attributes(all)}>${problemAt(name, filled)}</div>`
  }
  const options = roles.map(
    ([value, label]) =>
      `<option${attributes({ value, selected: (said.role ?? (i === 0 ? 'spouse' : 'child')) === value })}>${e(say(label))}</option>`,
  )
  return `<div class="relative" role="group" aria-label="${e(say('Family member {0}', i + 1))}" data-relative="${i}"><div class="parts"><div class="part"><label for="${at}.role">${e(say('Person'))}</label><select id="${at}.role" name="${at}.role">${options.join('')}</select></div>${input('firstName', 'First name', 'text')}${input('lastName', 'Last name, if different', 'text')}${input('birthDate', 'Birth date', 'date')}</div><button type="button" class="quiet" data-remove hidden>${e(say('Remove'))}</button></div>`
}

/** Without JavaScript all rows stand there; with it they come one by one. */
function family(field: Field, filled: Filled): string {
  const answer = filled.answers[field.key]
  const said = Array.isArray(answer) ? (answer as Member[]) : []
  const rows = Array.from({ length: filled.preview ? 0 : MOST_FAMILY }, (_, i) =>
    relative(field, filled, i, said[i] ?? {}),
  )
  const adds = `<div class="adds"${filled.preview ? '' : ' hidden'}><button type="button" class="quiet" data-add="spouse">${e(filled.say('Add my spouse'))}</button><button type="button" class="quiet" data-add="child">${e(filled.say('Add a child'))}</button></div>`
  return grouped(
    field,
    `<div data-family="${field.key}" data-said="${said.length}">${rows.join('')}${adds}</div>`,
    filled,
  )
}

/** Files leave by themselves as soon as they are chosen, so that the form stays light; that takes JavaScript. */
function file(field: Field, filled: Filled): string {
  const { name: _, ...rest } = common(field, filled)
  const input = { ...rest, type: 'file', multiple: true, accept: 'application/pdf,image/png,image/jpeg,image/webp' }
  const lost = `<noscript><p class="help">${e(filled.say('To add a file, please turn on JavaScript.'))}</p></noscript>`
  const sent = (filled.answers[field.key] ?? []) as string[]
  const rows = sent.map(ticket => sentFile(field.key, ticket, filled))
  const place = `<div data-files="${field.key}"><input${attributes(input)}><ul class="files">${rows.join('')}</ul></div>${lost}`
  return labelled(field, place, filled)
}

/** One that has left already; its ticket goes with the form. */
function sentFile(key: string, ticket: string, { fileNames, say }: Filled): string {
  const name = fileNames?.[ticket]
  if (name === undefined) return ''
  const kept = attributes({ type: 'hidden', name: key, value: ticket })
  return `<li><span>${e(name)}</span><input${kept}><button type="button" class="quiet" aria-label="${e(say('Remove {0}', name))}">${e(say('Remove'))}</button></li>`
}

/** One field as HTML; everything that someone typed is escaped. */
export function fieldHtml(field: Field, filled: Filled): string {
  const { key, type, label, help } = field
  if (type === 'hidden')
    return `<input${attributes({ type: 'hidden', name: key, value: textOf(filled.answers[key], field) })}>`
  const open = `<div class="field" data-field="${key}" data-type="${type}">`
  if (isWords(type))
    return `${open}<h2${type === 'page' ? ' tabindex="-1"' : ''}>${e(label)}</h2>${help ? `<p class="words">${e(help)}</p>` : ''}</div>`
  const writers: Partial<Record<Field['type'], typeof line>> = {
    choice,
    yesno: choice,
    choices,
    consent,
    address,
    file,
    family,
    payment,
  }
  return `${open}${(writers[type] ?? line)(field, filled)}</div>`
}
