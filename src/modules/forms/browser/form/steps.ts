import { pagesOf, problemsOf } from '../../rules/answers.ts'
import { controls, fields, form, isKiosk, placeOf, readAnswers, say, submit } from './page.ts'

/** One page after the other; what is wrong on one is said before the next. */
let step = Number(form.dataset.on ?? 0)
const tongues = form.querySelector<HTMLElement>('.languages')
const [back, on] = ['[data-back]', '[data-on]'].map(button => form.querySelector<HTMLButtonElement>(button)!)
const pageNote = document.getElementById('step')!

/** What is shown follows from what was answered. */
export function refresh() {
  const pages = pagesOf(fields, readAnswers())
  step = Math.min(step, pages.length - 1)
  const shown = pages[step]!
  const [several, last] = [pages.length > 1, step === pages.length - 1]
  form.toggleAttribute('data-paged', several)
  form.toggleAttribute('data-later', step > 0)
  for (const place of form.querySelectorAll<HTMLElement>('[data-field]'))
    place.hidden = !shown.includes(place.dataset.field!)
  back!.hidden = step === 0
  on!.hidden = last
  submit.hidden = !last
  controls._step.value = String(step)
  // On a device that many use, each person chooses their language once.
  if (tongues) tongues.hidden = isKiosk && step > 0
  const said = several ? say('Page {0} of {1}', step + 1, pages.length) : ''
  pageNote.hidden = !several
  if (pageNote.textContent !== said) pageNote.textContent = said
}

const pageOf = (key: string) => pagesOf(fields, readAnswers()).findIndex(keys => keys.includes(key.split('.')[0]!))

function turnTo(page: number) {
  step = page
  refresh()
  scrollTo(0, form.getBoundingClientRect().top + scrollY - 16)
  const first = [...form.querySelectorAll<HTMLElement>('[data-field]')].find(place => !place.hidden)
  first?.querySelector<HTMLElement>('h2, input, select, textarea, button:not([hidden])')?.focus({ preventScroll: true })
}

export const goBack = () => turnTo(step - 1)

export function goOn() {
  const here = Object.entries(problemsOf(fields, readAnswers())).filter(([key]) => pageOf(key) === step)
  showProblems(Object.fromEntries(here))
  if (here.length === 0) turnTo(step + 1)
}

export function startOver() {
  step = 0
  showProblems({})
  refresh()
}

function inputOf(key: string): HTMLElement | null {
  const named = controls.namedItem(key)
  const first = named instanceof RadioNodeList ? named[0] : named
  return (
    (first as HTMLElement | null | undefined) ??
    form.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"] :is(input, button:not([hidden]))`)
  )
}

const isFilled = (name: string) => {
  const input = controls.namedItem(name)
  return input instanceof HTMLInputElement && input.value.trim() !== ''
}

/** Rows without a word are not counted by the rules; on the page they are. */
function nameOnPage(key: string): string {
  const [name, at, part] = key.split('.')
  if (part === undefined) return key
  const filled = Array.from({ length: 8 }, (_, i) => i).filter(i =>
    ['firstName', 'lastName', 'birthDate'].some(one => isFilled(`${name}.${i}.${one}`)),
  )
  return `${name}.${filled[Number(at)]}.${part}`
}

/** Each sentence at its field, and the first of them in view. */
export function showProblems(problems: Record<string, string>) {
  for (const place of form.querySelectorAll('[data-problem]')) place.textContent = ''
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
  const found = Object.entries(problems).map(([key, message]) => ({ key, name: nameOnPage(key), message }))
  for (const { name, message } of found) {
    const place = placeOf(name)
    if (place) place.textContent = say(message)
    inputOf(name)?.setAttribute('aria-invalid', 'true')
  }
  const [first] = found
  if (!first) return
  const page = pageOf(first.key)
  if (page >= 0 && page !== step) turnTo(page)
  const known = found.filter(({ name }) => name !== 'form')
  if (known.length > 0)
    placeOf('form')!.textContent =
      known.length === 1 ? say('Please check one answer.') : say('Please check {0} answers.', known.length)
  inputOf(first.name)?.focus()
}
