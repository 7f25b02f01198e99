import { forgetDraft, leave } from './draft.ts'
import {
  action,
  controls,
  form,
  isConnected,
  isKiosk,
  isSwitched,
  makeKey,
  notice,
  readAnswers,
  say,
  thanks,
  visit,
} from './page.ts'
import { isOnlyHere, readWaiting, storeWaiting } from './queue.ts'
import { startOver } from './steps.ts'

type Timer = ReturnType<typeof setTimeout> | undefined

/** What empties the parts of the form that the browser's own reset doesn't. */
export const resets: (() => void)[] = []

const blank = () => JSON.stringify(readAnswers())
let pristine = ''
/** Nobody has typed anything yet. */
export const rememberPristine = () => {
  pristine = blank()
}
const isDirty = () => blank() !== pristine

/** The next person starts with an empty form of their own. */
export function clearForm() {
  form.reset()
  for (const reset of resets) reset()
  controls.key.value = makeKey()
  visit.begun = false
  forgetDraft()
  visit.left = false
  startOver()
  rememberPristine()
}

/** What stood in the page before it was shown in another language is typed by someone, not how the form begins. */
export function ownAnswers() {
  type Control = HTMLInputElement | HTMLTextAreaElement | HTMLOptionElement
  for (const input of form.querySelectorAll<Control>('[data-field] :is(input, textarea, option)')) {
    if (input instanceof HTMLOptionElement) {
      const { selected } = input
      Object.assign(input, { selected, defaultSelected: false })
    } else if (input instanceof HTMLInputElement && /checkbox|radio/.test(input.type)) {
      const { checked } = input
      Object.assign(input, { checked, defaultChecked: false })
    } else if (input.type !== 'hidden' && input.type !== 'file') {
      const { value } = input
      Object.assign(input, { value, defaultValue: '' })
    }
  }
}

/*
 * A kiosk returns to the form's own language for the next person. It stands open for weeks: while nobody is there it is
 * fetched anew once in an hour, so that it shows the form as it is by then, or that it is closed.
 */
const HOUR = 3_600_000
const opened = Date.now()
async function beginAnew() {
  // What could not leave and is kept in this page alone would go with it.
  if (!isKiosk || !(isSwitched || Date.now() - opened > HOUR) || isOnlyHere() || isDirty()) return
  if ((await isConnected()) && !isDirty()) location.replace(action)
}

let later: Timer
export const returnLater = (wait: number) => {
  later = setTimeout(returnNow, wait)
}
export function returnNow() {
  clearTimeout(later)
  thanks.hidden = true
  form.hidden = false
  scrollTo(0, 0)
  watchRest()
  beginAnew()
}

/** On a device that many use: after 15 seconds in which nothing was typed, nothing of it is left. */
const IDLE = 15_000
const WARN = 5_000
let idle: Timer
let warning: Timer
let isWarned = false
export function watchRest() {
  clearTimeout(idle)
  clearTimeout(warning)
  if (isWarned) storeWaiting(readWaiting())
  isWarned = false
  if (form.hidden) return
  warning = setTimeout(() => {
    if (!isDirty()) return
    isWarned = true
    notice.hidden = false
    notice.textContent = say('Still there? Touch the screen to continue. Otherwise this form starts over.')
  }, IDLE - WARN)
  idle = setTimeout(() => {
    if (isDirty()) {
      leave()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      clearForm()
      scrollTo(0, 0)
    }
    watchRest()
    beginAnew()
  }, IDLE)
}
