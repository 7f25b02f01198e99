// The support chat. Everything it shows came from the server; what others wrote is only ever text.
const kept = 'lampstand.chat'
const welcome = 'Hello! How can we help you today?'
const offline = 'Network error. Please check your connection and try again.'
const rhythm = { open: 4_000, closed: 45_000 }
const button = document.getElementById('chat-button')

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}
const secret = bytes =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Kept in the browser from the first message on, and not before. */
let mine = JSON.parse(localStorage.getItem(kept) ?? '{}')
const keep = change => {
  mine = { ...mine, ...change }
  localStorage.setItem(kept, JSON.stringify(mine))
}

let thread = { state: null, email: null, messages: [] }
let sending = null
let failed = null
let view
let from = button
let timer

/** Whoever is signed in needs no words about their address. */
function session() {
  const name = Object.keys(localStorage).find(key => /^sb-.*-auth-token$/.test(key))
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

async function ask(verb, more) {
  const { access_token: pass } = session()
  const answer = await fetch(`/rest/v1/support-chat/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(pass && { authorization: `Bearer ${pass}` }) },
    body: JSON.stringify({ form: 'site', token: mine.token, ...more }),
  }).catch(() => null)
  const body = await answer?.json().catch(() => null)
  if (!answer?.ok || !body) throw new Error(body?.message ?? offline)
  thread = body
}

const isOpen = () => view && !view.root.hidden
const heard = () => thread.messages.filter(({ author }) => author === 'staff')

function show() {
  const news = heard()
  const unread = news.length - (mine.seen ?? 0)
  if (isOpen() && unread > 0) keep({ seen: news.length })
  if (!isOpen() && unread > 0) button.dataset.unread = unread
  else delete button.dataset.unread
  button.setAttribute('aria-label', !isOpen() && unread > 0 ? `Support chat, ${unread} unread` : 'Support chat')
  if (!view) return
  const bubbles = [bubble({ author: 'bot', text: welcome }), ...thread.messages.map(bubble)]
  if (sending)
    bubbles.push(bubble({ author: 'visitor', text: sending.text }), bubble({ author: 'bot', text: 'Typing...' }))
  else if (thread.state === 'closed')
    bubbles.push(make('p', { class: 'chat-note' }, 'This conversation is closed. Write again, and it opens.'))
  const unasked = thread.state === null || thread.email !== null
  if (view.address.hidden !== unasked) view.state = null
  view.address.hidden = unasked
  if (bubbles.length !== view.log.childElementCount || sending || view.state !== thread.state) {
    view.log.replaceChildren(...bubbles)
    view.log.scrollTop = view.log.scrollHeight
  }
  view.state = thread.state
  view.submit.disabled = sending !== null
}

function bubble({ author, text, name, createdAt }) {
  const who = { visitor: 'You', bot: 'Lampstand', staff: name }[author]
  const said = make('div', { class: 'chat-said', 'data-author': author })
  if (author === 'staff') said.append(make('strong', {}, who))
  else said.append(make('span', { class: 'chat-hidden' }, `${who}: `))
  if (createdAt) said.title = new Date(createdAt).toLocaleString()
  said.append(make('span', {}, text))
  return said
}

async function send(event) {
  event?.preventDefault()
  const text = view.text.value.trim()
  if (!text || sending) return
  if (!mine.token) keep({ token: secret(32), seen: 0 })
  // Tried again, it is the same message: the server stores it once.
  sending = { text, key: failed?.text === text ? failed.key : secret(16) }
  view.text.value = ''
  view.problem.textContent = ''
  show()
  const email = thread.email ?? session().user?.email
  try {
    await ask('send', { key: sending.key, text, page: location.pathname, ...(email && { email }) })
    failed = null
  } catch (error) {
    failed = sending
    view.text.value = view.text.value ? `${text}\n${view.text.value}` : text
    view.problem.textContent = error.message
  }
  sending = null
  show()
  poll()
}

async function leaveAddress(event) {
  event.preventDefault()
  view.addressProblem.textContent = ''
  try {
    await ask('leave-email', { email: view.email.value })
    show()
    view.text.focus()
  } catch (error) {
    view.addressProblem.textContent = error.message
    view.email.setAttribute('aria-invalid', 'true')
    view.email.focus()
  }
}

function poll() {
  clearTimeout(timer)
  if (!mine.token) return
  timer = setTimeout(refresh, isOpen() ? rhythm.open : rhythm.closed)
}

async function refresh() {
  if (mine.token && !sending && !document.hidden) {
    await ask('read', {}).catch(() => {})
    if (!sending) show()
  }
  poll()
}

function build() {
  const style = make('link', { rel: 'stylesheet', href: '/chat.css' })
  const close = make('button', { type: 'button', class: 'chat-close', 'aria-label': 'Close chat' }, '×')
  const log = make('div', { class: 'chat-log', role: 'log', 'aria-label': 'Messages', tabindex: '0' })
  const email = make('input', {
    type: 'email',
    name: 'email',
    autocomplete: 'email',
    maxlength: '254',
    'aria-describedby': 'chat-email-problem',
  })
  const addressProblem = make('p', { class: 'chat-problem', id: 'chat-email-problem', role: 'alert' })
  const address = make(
    'form',
    { class: 'chat-address', novalidate: '' },
    make('label', {}, 'E-mail, so that we can answer by mail too', email),
    make('button', { type: 'submit' }, 'Save'),
    addressProblem,
  )
  const text = make('textarea', {
    rows: '2',
    maxlength: '2000',
    'aria-label': 'Message',
    placeholder: 'Write a message',
    'aria-describedby': 'chat-problem',
  })
  const submit = make('button', { type: 'submit' }, 'Send')
  const problem = make('p', { class: 'chat-problem', id: 'chat-problem', role: 'alert' })
  const form = make('form', { class: 'chat-form' }, problem, text, submit)
  const head = make(
    'div',
    { class: 'chat-head' },
    make('div', {}, make('h2', {}, 'Support'), make('p', {}, 'A person reads every message')),
    close,
  )
  const root = make('section', { id: 'chat', role: 'dialog', 'aria-label': 'Support chat' }, head, log, address, form)
  root.hidden = true
  document.body.append(root)
  document.head.append(style)
  address.hidden = true
  view = { root, log, address, email, addressProblem, text, submit, problem, state: null }
  close.addEventListener('click', () => toggle())
  address.addEventListener('submit', leaveAddress)
  form.addEventListener('submit', send)
  text.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) send(event)
  })
  root.addEventListener('keydown', event => {
    if (event.key === 'Escape') toggle()
  })
  return new Promise(done => style.addEventListener('load', done, { once: true }))
}

/** Opens it, or closes it and goes back to what opened it. */
export async function toggle(pressed = button) {
  if (!view) await build()
  const opening = view.root.hidden
  if (opening) from = pressed
  view.root.hidden = !opening
  button.setAttribute('aria-expanded', String(opening))
  show()
  if (opening) {
    view.text.focus()
    await refresh()
  } else {
    from.focus()
    poll()
  }
}

/** Looks now and then whether somebody has answered. */
export const watch = () => refresh()

document.addEventListener('visibilitychange', () => !document.hidden && refresh())
