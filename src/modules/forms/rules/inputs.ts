import { escapeHtml } from '#messaging/rules/letter.ts'
import { type AddressAnswer, type Answer, type Answers, isWords, type Member } from './answers.ts'
import { type Field, type MapTarget, MOST_FAMILY } from './definition.ts'

/** What the page knows while it writes a field. */
export interface Filled {
  answers: Answers
  problems: Record<string, string>
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

/** What a browser may fill in by itself, of whoever sits before it. */
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

const box = (type: 'radio' | 'checkbox', field: Field, value: string, label: string, checked: boolean) =>
  `<label class="box"><input${attributes({ type, name: field.key, value, checked })}><span>${e(label)}</span></label>`

function choice(field: Field, filled: Filled): string {
  const said = textOf(filled.answers[field.key], field)
  const options =
    field.type === 'yesno'
      ? [
          ['yes', 'Yes'],
          ['no', 'No'],
        ]
      : field.options.map(one => [one, one])
  if (options.length <= 8)
    return grouped(
      field,
      options.map(([value, label]) => box('radio', field, value!, label!, value === said)).join(''),
      filled,
      'radiogroup',
    )
  const inner = options.map(
    ([value, label]) => `<option${attributes({ value, selected: value === said })}>${e(label!)}</option>`,
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
  return grouped(field, field.options.map(one => box('checkbox', field, one, one, said.includes(one))).join(''), filled)
}

/** Never ticked beforehand: the yes is theirs. */
const consent = (field: Field, filled: Filled) =>
  `${box('checkbox', field, 'yes', field.label, filled.answers[field.key] === 'yes')}${helpOf(field)}${problemAt(field.key, filled)}`

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
    return `<div class="part"><label for="${name}">${label}</label><input${attributes(input)}></div>`
  })
  return grouped(field, `<div class="parts">${parts.join('')}</div>`, filled)
}

const roles = [
  ['spouse', 'Spouse'],
  ['child', 'Child'],
  ['other', 'Somebody else'],
] as const

function relative(field: Field, filled: Filled, i: number, said: Partial<Member>): string {
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
    return `<div class="part"><label for="${name}">${label}</label><input${attributes(all)}>${problemAt(name, filled)}</div>`
  }
  const options = roles.map(
    ([value, label]) =>
      `<option${attributes({ value, selected: (said.role ?? (i === 0 ? 'spouse' : 'child')) === value })}>${label}</option>`,
  )
  return `<div class="relative" role="group" aria-label="Family member ${i + 1}" data-relative="${i}"><div class="parts"><div class="part"><label for="${at}.role">Who</label><select id="${at}.role" name="${at}.role">${options.join('')}</select></div>${input('firstName', 'First name', 'text')}${input('lastName', 'Last name, if another', 'text')}${input('birthDate', 'Birth date', 'date')}</div><button type="button" class="quiet" data-remove hidden>Remove</button></div>`
}

/** Without JavaScript all rows stand there; with it they come one by one. */
function family(field: Field, filled: Filled): string {
  const answer = filled.answers[field.key]
  const said = Array.isArray(answer) ? (answer as Member[]) : []
  const rows = Array.from({ length: filled.preview ? 0 : MOST_FAMILY }, (_, i) =>
    relative(field, filled, i, said[i] ?? {}),
  )
  const adds = `<div class="adds"${filled.preview ? '' : ' hidden'}><button type="button" class="quiet" data-add="spouse">Add my spouse</button><button type="button" class="quiet" data-add="child">Add a child</button></div>`
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
  const lost = '<noscript><p class="help">A file can only be added with JavaScript switched on.</p></noscript>'
  const place = `<div data-files="${field.key}"><input${attributes(input)}><ul class="files"></ul></div>${lost}`
  return labelled(field, place, filled)
}

/** One field as HTML; everything that somebody typed is escaped. */
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
  }
  return `${open}${(writers[type] ?? line)(field, filled)}</div>`
}
