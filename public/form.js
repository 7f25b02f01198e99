// The page of a form. It is whole without this file; with it, nothing that was typed can be lost on the way.
import { answersFrom, isAnswered, isEmail, isPhone, pagesOf, problemsOf } from '/f/rules.js'

const form = document.getElementById('form')
const thanks = document.getElementById('thanks')
const notice = document.getElementById('notice')
const fields = JSON.parse(form.dataset.fields)
/* Sentences in the page's language, by the English ones; {0} stands for what is put in. */
const words = JSON.parse(form.dataset.words ?? '{}')
const say = (sentence, ...values) => (words[sentence] ?? sentence).replace(/\{(\d)\}/g, (_, at) => values[at])
const submit = form.querySelector('[data-send]')
const tongues = form.querySelector('.languages')
const { kiosk, embedded } = {
  kiosk: 'kiosk' in document.documentElement.dataset,
  embedded: 'embedded' in document.documentElement.dataset,
}
const seen = what => navigator.sendBeacon?.(`/f/${form.dataset.slug}/seen`, what)
const entries = () => [...new FormData(form)].filter(([, value]) => typeof value === 'string')
const answers = () => answersFrom(fields, entries())
// randomUUID is there on safe addresses alone; a lobby's tablet may reach the church's own server by a plain one.
const newKey = () =>
  crypto.randomUUID?.() ??
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, c =>
    (+c ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (+c / 4)))).toString(16),
  )

/* What is shown follows from what was answered. */
function refresh() {
  const pages = pagesOf(fields, answers())
  step = Math.min(step, pages.length - 1)
  const [several, last] = [pages.length > 1, step === pages.length - 1]
  form.toggleAttribute('data-paged', several)
  form.toggleAttribute('data-later', step > 0)
  for (const place of form.querySelectorAll('[data-field]')) place.hidden = !pages[step].includes(place.dataset.field)
  form.querySelector('[data-back]').hidden = step === 0
  form.querySelector('[data-on]').hidden = last
  submit.hidden = !last
  form.elements._step.value = step
  // On a device that many use, each person chooses their language once.
  if (tongues) tongues.hidden = kiosk && step > 0
  const said = several ? say('Page {0} of {1}', step + 1, pages.length) : ''
  const place = document.getElementById('step')
  place.hidden = !several
  if (place.textContent !== said) place.textContent = said
}

/* One page after the other; what is wrong on one is said before the next. */
let step = Number(form.dataset.on ?? 0)
const pageOf = key => pagesOf(fields, answers()).findIndex(keys => keys.includes(key.split('.')[0]))
function turn(to) {
  step = to
  refresh()
  scrollTo(0, form.getBoundingClientRect().top + scrollY - 16)
  const first = [...form.querySelectorAll('[data-field]')].find(place => !place.hidden)
  first?.querySelector('h2, input, select, textarea, button:not([hidden])')?.focus({ preventScroll: true })
}
function goOn() {
  const here = Object.entries(problemsOf(fields, answers())).filter(([key]) => pageOf(key) === step)
  tell(Object.fromEntries(here))
  if (here.length === 0) turn(step + 1)
}

/*
 * Where the page says so, what stands in it is kept, once there is someone to be helped and they have gone on: no
 * files, nothing that they agree to, and never on a device that many use.
 */
let keptBody = ''
let keeping
const reachable = () => {
  const said = answers()
  return fields.some(({ key, type }) =>
    type === 'email' ? isEmail(said[key]) : type === 'phone' && isPhone(said[key]),
  )
}
function keepSoon() {
  if (!('keeps' in form.dataset) || kiosk || !begun || !reachable()) return
  clearTimeout(keeping)
  keeping = setTimeout(keepNow, 800)
}
function keepNow() {
  clearTimeout(keeping)
  if (left || form.hidden) return
  const own = new Set(fields.filter(one => /^(consent|file|hidden)$/.test(one.type)).map(one => one.key))
  const body = new URLSearchParams(entries().filter(([name]) => !own.has(name)))
  body.set('_at', at)
  if (body.toString() === keptBody) return
  keptBody = body.toString()
  navigator.sendBeacon?.(`/f/${form.dataset.slug}/kept`, body)
}

/* Where someone stopped: the field that they were at, and nothing of what they wrote. */
let at = ''
let left = false
function leave() {
  // Only what was kept before: a visitor who has typed only their address is not to be written to yet.
  if (keptBody) keepNow()
  if (begun && !left && !form.hidden && at) seen(`exit:${at}`)
  left = true
}

/* Family members come one by one. */
function family(box) {
  const rows = [...box.querySelectorAll('[data-relative]')]
  const adds = box.querySelector('.adds')
  const show = () => {
    const open = rows.filter(row => !row.hidden)
    adds.hidden = open.length === rows.length
    adds.querySelector('[data-add=spouse]').hidden = open.some(row => row.querySelector('select').value === 'spouse')
  }
  const empty = row => {
    for (const input of row.querySelectorAll('input')) input.value = ''
    row.hidden = true
  }
  rows.forEach((row, i) => {
    row.hidden = i >= Number(box.dataset.said)
    const remove = row.querySelector('[data-remove]')
    remove.hidden = false
    remove.addEventListener('click', () => {
      empty(row)
      show()
      refresh()
      adds.querySelector('[data-add=child]').focus()
    })
  })
  for (const button of adds.querySelectorAll('[data-add]'))
    button.addEventListener('click', () => {
      const row = rows.find(one => one.hidden)
      if (!row) return
      // Rows are in the order in which they were added: the next one stands last.
      adds.before(row)
      rows.push(...rows.splice(rows.indexOf(row), 1))
      row.querySelector('select').value = button.dataset.add
      row.hidden = false
      show()
      row.querySelector('input[id$=firstName]').focus()
    })
  box.addEventListener('change', show)
  box.reset = () => {
    rows.forEach(empty)
    show()
  }
  show()
}

/* A file leaves as soon as it is chosen; the form itself holds its ticket. */
let underWay = 0
const OFFLINE = 'You are offline. Please try again in a moment.'
function files(box) {
  const { files: key } = box.dataset
  const input = box.querySelector('input')
  const list = box.querySelector('ul')
  const tellFile = message => (placeOf(key).textContent = message)
  const removable = (row, button) =>
    button.addEventListener('click', () => {
      row.remove()
      input.focus()
    })
  // Those that were sent before the page was shown in another language.
  for (const row of list.children) removable(row, row.querySelector('button'))
  async function add(file) {
    if (file.size > 10_485_760) return tellFile(say('That file is too large. The limit is 10 MB.'))
    const row = document.createElement('li')
    row.textContent = say('Sending {0} …', file.name)
    list.append(row)
    underWay++
    try {
      const address = `/f/${form.dataset.slug}/files?name=${encodeURIComponent(file.name)}`
      const headers = { 'form-token': form.elements.token.value }
      const answer = await fetch(address, { method: 'POST', body: file, credentials: 'omit', headers })
      const { ticket, name, message } = await answer.json()
      if (!answer.ok) throw new Error(say(message))
      const kept = document.createElement('input')
      Object.assign(kept, { type: 'hidden', name: key, value: ticket })
      const remove = document.createElement('button')
      Object.assign(remove, { type: 'button', className: 'quiet', textContent: say('Remove') })
      remove.setAttribute('aria-label', say('Remove {0}', name))
      removable(row, remove)
      row.replaceChildren(name, kept, remove)
    } catch (error) {
      row.remove()
      tellFile(error instanceof TypeError ? say(OFFLINE) : error.message)
    } finally {
      underWay--
    }
  }
  input.addEventListener('change', () => {
    tellFile('')
    for (const file of input.files) add(file)
    input.value = ''
  })
  box.reset = () => list.replaceChildren()
}

const placeOf = key => form.querySelector(`[data-problem="${CSS.escape(key)}"]`)
const inputOf = key =>
  form.elements[key]?.[0] ??
  form.elements[key] ??
  form.querySelector(`[data-field="${CSS.escape(key)}"] :is(input, button:not([hidden]))`)

/* Rows without a word are not counted by the rules; on the page they are. */
function nameOnPage(key) {
  const [name, at, part] = key.split('.')
  if (part === undefined) return key
  const filled = Array.from({ length: 8 }, (_, i) => i).filter(i =>
    ['firstName', 'lastName', 'birthDate'].some(one => form.elements[`${name}.${i}.${one}`]?.value.trim()),
  )
  return `${name}.${filled[Number(at)]}.${part}`
}

function tell(problems) {
  for (const place of form.querySelectorAll('[data-problem]')) place.textContent = ''
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
  const keys = Object.keys(problems).map(key => [nameOnPage(key), problems[key]])
  for (const [key, message] of keys) {
    const place = placeOf(key)
    if (place) place.textContent = say(message)
    inputOf(key)?.setAttribute?.('aria-invalid', 'true')
  }
  if (keys.length === 0) return
  const page = pageOf(Object.keys(problems)[0])
  if (page >= 0 && page !== step) turn(page)
  const known = keys.filter(([key]) => key !== 'form')
  if (known.length > 0)
    placeOf('form').textContent =
      known.length === 1 ? say('Please check one answer.') : say('Please check {0} answers.', known.length)
  inputOf(keys[0][0])?.focus?.()
}

/* Answers that could not leave wait on this device, and nothing else does. */
const QUEUE = 'lampstand.forms.waiting'
const MONTH = 30 * 86_400_000
// A frame on another site may be allowed no storage: then they wait in this page alone.
let here = []
let stored = true
function waiting() {
  try {
    here = JSON.parse(localStorage.getItem(QUEUE) ?? '[]')
  } catch {
    stored = false
  }
  return here.filter(one => Date.now() - one.at < MONTH)
}
function keep(list) {
  here = list
  try {
    if (list.length > 0) localStorage.setItem(QUEUE, JSON.stringify(list))
    else localStorage.removeItem(QUEUE)
  } catch {
    stored = false
  }
  const count = list.length
  notice.hidden = count === 0
  notice.textContent =
    count === 1
      ? say('One submission is waiting on this device. Please leave this page open.')
      : say('{0} submissions are waiting on this device. Please leave this page open.', count)
}

const post = ({ action, body }) =>
  fetch(action, {
    method: 'POST',
    body,
    credentials: 'omit',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
  })

let flushing = false
async function flush() {
  if (flushing) return
  flushing = true
  try {
    for (const one of waiting()) {
      // Nobody is here any more to be told that no place is left: it is kept for staff to decide.
      const answer = await post({ ...one, body: `${one.body}&_waited=1` })
      // Busy or restarting: it stays where it is.
      if (answer.status === 429 || answer.status >= 500) break
      keep(waiting().filter(other => other.body !== one.body))
    }
  } catch {
    // Still no connection.
  } finally {
    flushing = false
  }
}

async function send() {
  const sending = {
    action: form.getAttribute('action'),
    body: new URLSearchParams(entries()).toString(),
    at: Date.now(),
  }
  clearTimeout(keeping)
  let answer
  try {
    answer = await post(sending)
  } catch {
    keep([...waiting().filter(one => one.body !== sending.body), sending])
    return done(true)
  }
  if (answer.ok) {
    const { pay } = await answer.json().catch(() => ({}))
    if (!pay) return done(false)
    left = true
    // A gateway's page stands in no frame.
    return open(pay, embedded ? '_top' : '_self')
  }
  const { problems, message } = await answer.json().catch(() => ({}))
  tell(problems ?? { form: message ?? 'The server is not responding. Nothing you typed is lost. Please try again.' })
}

function done(kept) {
  left = true
  if (form.dataset.redirect && !kept && !kiosk) {
    open(form.dataset.redirect, embedded ? '_top' : '_self')
    return
  }
  clear()
  form.hidden = true
  thanks.hidden = false
  thanks.querySelector('[data-kept]').hidden = !kept
  thanks.focus()
  parent.postMessage({ type: 'lampstand-form', height: document.documentElement.offsetHeight, top: true }, '*')
  if (kiosk) later = setTimeout(next, kept ? 12_000 : 6_000)
}

/*
 * Another language is another page, to which this one goes with everything that was typed. Without a connection it
 * would be lost on the way, and on a kiosk nobody could come back.
 */
let leaving = false
async function speak(event) {
  if (leaving) return
  event.preventDefault()
  const button = event.submitter
  if (button.getAttribute('aria-current')) return
  if (underWay > 0) return tell({ form: 'A file is still uploading. Please wait a moment.' })
  if (!(await connected())) return tell({ form: OFFLINE })
  left = true
  leaving = true
  form.requestSubmit(button)
}
const connected = () =>
  fetch('/f/rules.js', { method: 'HEAD', cache: 'no-store' }).then(
    answer => answer.ok,
    () => false,
  )

/*
 * A kiosk returns to the form's own language for the next person. It stands open for weeks: while nobody is there it is
 * fetched anew once in an hour, so that it shows the form as it is by then, or that it is closed.
 */
const HOUR = 3_600_000
const opened = Date.now()
async function beginAnew() {
  // What could not leave and is kept in this page alone would go with it.
  if (!kiosk || !(switched || Date.now() - opened > HOUR) || (here.length > 0 && !stored) || dirty()) return
  if ((await connected()) && !dirty()) location.replace(form.getAttribute('action'))
}

/* The next person starts with an empty form of their own. */
let later
function next() {
  clearTimeout(later)
  thanks.hidden = true
  form.hidden = false
  scrollTo(0, 0)
  rest()
  beginAnew()
}
function clear() {
  form.reset()
  for (const box of form.querySelectorAll('[data-family], [data-files]')) box.reset()
  form.elements.key.value = newKey()
  begun = false
  keptBody = ''
  clearTimeout(keeping)
  left = false
  step = 0
  tell({})
  refresh()
  pristine = blank()
}

/* What stood in the page before it was shown in another language is typed by someone, not how the form begins. */
function own() {
  for (const input of form.querySelectorAll('[data-field] :is(input, textarea, option)')) {
    if (input.type === 'hidden' || input.type === 'file') continue
    const { value, checked, selected } = input
    if (input.matches('option')) Object.assign(input, { selected, defaultSelected: false })
    else if (/checkbox|radio/.test(input.type)) Object.assign(input, { checked, defaultChecked: false })
    else Object.assign(input, { value, defaultValue: '' })
  }
}

/* On a device that many use: after 15 seconds in which nothing was typed, nothing of it is left. */
const IDLE = 15_000
const WARN = 5_000
let idle
let warned
function rest() {
  clearTimeout(idle)
  clearTimeout(warned)
  if (warningShown) keep(waiting())
  warningShown = false
  if (form.hidden) return
  warned = setTimeout(() => {
    if (!dirty()) return
    warningShown = true
    notice.hidden = false
    notice.textContent = say('Still there? Touch the screen to continue. Otherwise this form starts over.')
  }, IDLE - WARN)
  idle = setTimeout(() => {
    if (dirty()) {
      leave()
      document.activeElement?.blur()
      clear()
      scrollTo(0, 0)
    }
    rest()
    beginAnew()
  }, IDLE)
}
let warningShown = false
const blank = () => JSON.stringify(answers())
let pristine
const dirty = () => blank() !== pristine

const switched = 'on' in form.dataset
let begun = switched && Object.values(answers()).some(isAnswered)
if (switched) own()
form.addEventListener('input', () => {
  refresh()
  if (!begun) seen('start')
  begun = true
})
form.addEventListener('change', refresh)
form.addEventListener('focusin', event => {
  const next = event.target.closest('[data-field]')?.dataset.field ?? at
  if (next !== at) keepSoon()
  at = next
})
form.querySelector('[data-on]').addEventListener('click', goOn)
form.querySelector('[data-back]').addEventListener('click', () => turn(step - 1))
addEventListener('pagehide', leave)
form.addEventListener('submit', async event => {
  if (event.submitter?.name === '_to') return speak(event)
  event.preventDefault()
  const button = submit
  if (button.getAttribute('aria-disabled') === 'true') return
  // The Enter key in a field, before the last page.
  if (button.hidden) return goOn()
  const problems = problemsOf(fields, answers())
  tell(problems)
  if (Object.keys(problems).length > 0) return
  if (underWay > 0) return tell({ form: 'A file is still uploading. Please wait a moment.' })
  button.setAttribute('aria-disabled', 'true')
  button.dataset.busy = ''
  await send().finally(() => {
    button.removeAttribute('aria-disabled')
    delete button.dataset.busy
  })
})

for (const box of form.querySelectorAll('[data-family]')) family(box)
for (const box of form.querySelectorAll('[data-files]')) files(box)
refresh()
pristine = switched ? '' : blank()
keep(waiting())
flush()
addEventListener('online', flush)
setInterval(flush, 15_000)
if (!switched) seen('view')
if (kiosk) {
  for (const sign of ['input', 'pointerdown', 'keydown']) document.addEventListener(sign, rest)
  document.querySelector('[data-next]').addEventListener('click', next)
  rest()
}
if (embedded && parent !== window) {
  const grow = () => parent.postMessage({ type: 'lampstand-form', height: document.documentElement.offsetHeight }, '*')
  new ResizeObserver(grow).observe(document.documentElement)
  grow()
}
