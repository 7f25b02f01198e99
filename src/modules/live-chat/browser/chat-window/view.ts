import { make, makeClip, makeField } from './elements.ts'
import { isChurch, own } from './state.ts'

export type View = ReturnType<typeof makeView>

const taken = 'image/png,image/jpeg,image/webp,image/gif,application/pdf'
const mail = { type: 'email', autocomplete: 'email', maxlength: '254' }

/** The form where someone leaves their address, when nobody is there to answer. */
function makeAddress() {
  const [left, label] = makeField('Email, so that we can also answer by email', {
    ...mail,
    name: 'email',
    'aria-describedby': 'chat-email-problem',
  })
  const addressProblem = make('p', { class: 'chat-problem', id: 'chat-email-problem', role: 'alert' })
  const save = make('button', { type: 'submit' }, 'Save')
  const address = make('form', { class: 'chat-address', novalidate: '' }, label, save, addressProblem)
  address.hidden = true
  return { address, left, addressProblem }
}

function makeEnding() {
  const [copy, copyLabel] = makeField('Email me a copy', { type: 'checkbox' })
  const done = make('button', { type: 'submit' }, 'End chat')
  const ending = make('form', { class: 'chat-address' }, make('p', {}, 'End this chat?'), done, copyLabel)
  ending.hidden = true
  return { ending, copy, copyLabel, done }
}

/** Who writes, as far as a church asks, and a field that only machines fill in. */
function makeWho() {
  const [name, nameLabel] = makeField('Your name (optional)', { autocomplete: 'name', maxlength: '120' })
  const [email, emailLabel] = makeField('Your email (optional)', mail)
  const [trap, trapLabel] = makeField('Leave this empty', { tabindex: '-1' })
  const hidden = make('div', { class: 'chat-hidden', 'aria-hidden': 'true' }, trapLabel)
  const who = make('div', { class: 'chat-who' }, nameLabel, ...(own.ask === 'both' ? [emailLabel] : []))
  return { who, name, email, trap, hidden }
}

function makeForm() {
  const text = make('textarea', {
    rows: '2',
    maxlength: '2000',
    'aria-label': 'Message',
    placeholder: 'Write a message',
    'aria-describedby': 'chat-problem',
  })
  const submit = make('button', { type: 'submit' }, 'Send')
  const input = make('input', { type: 'file', multiple: '', accept: taken, tabindex: '-1', 'aria-label': 'Files' })
  input.hidden = true
  const attach = make('button', { type: 'button', class: 'chat-attach', 'aria-label': 'Add pictures or PDF files' })
  attach.append(makeClip())
  const files = make('ul', { class: 'chat-chosen', 'aria-label': 'Attached' })
  files.hidden = true
  const problem = make('p', { class: 'chat-problem', id: 'chat-problem', role: 'alert' })
  const form = make('form', { class: 'chat-form' }, problem, files, attach, input, text, submit)
  return { form, text, submit, input, attach, files, problem }
}

/** The window's elements, closed and in no page yet. */
export function makeView() {
  const close = make('button', { type: 'button', class: 'chat-close', 'aria-label': 'Close chat' }, '×')
  const end = make('button', { type: 'button', class: 'chat-end' }, 'End chat')
  const log = make('div', { class: 'chat-log', role: 'log', 'aria-label': 'Messages', tabindex: '0' })
  const [address, ending, who, form] = [makeAddress(), makeEnding(), makeWho(), makeForm()]
  const words = make('div', {}, make('h2', {}, own.title), make('p', {}, own.lead))
  const head = make('div', { class: 'chat-head' }, words, end, ...(own.page ? [] : [close]))
  const parts = [head, log, address.address, ending.ending, who.who, ...(isChurch ? [who.hidden] : []), form.form]
  const role: Record<string, string> = own.page ? {} : { role: 'dialog' }
  const root = make('section', { id: 'chat', 'aria-label': own.label, ...role }, ...parts)
  root.hidden = true
  return { root, close, end, log, ...address, ...ending, ...who, ...form }
}
