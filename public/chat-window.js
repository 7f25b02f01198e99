// The chat's window, of the public site and of every church. What others wrote is only ever text.
const site = {
  form: 'site',
  kept: 'lampstand.chat',
  title: 'Support',
  label: 'Support chat',
  lead: 'A person reads every message',
  welcome: 'Hello! How can we help you today?',
  who: 'Lampstand',
  ask: 'nothing',
}
const { chat } = document.documentElement.dataset
const own = chat ? JSON.parse(chat) : site
const isChurch = own !== site
const offline = 'Network error. Please check your connection and try again.'
const rhythm = { open: 4_000, live: 15_000, closed: 45_000 }
const button = document.getElementById('chat-button')

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}
const secret = bytes =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Kept in the browser from the first message on, and not before; in memory where the browser keeps nothing. */
const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(own.kept) ?? '{}')
  } catch {
    return {}
  }
}
let mine = stored()
const keep = change => {
  mine = { ...mine, ...change }
  try {
    localStorage.setItem(own.kept, JSON.stringify(mine))
  } catch {}
}

let thread = { state: null, email: null, there: true, messages: [] }
let sending = null
let failed = null
let view
let from = button
let timer
let live = null
let typing = 0
let told = 0
/** What goes with the next message: { name, size, url, ticket } each, without ticket while it is on its way. */
let chosen = []
const most = { files: 3, bytes: 10 * 1_048_576 }
const taken = 'image/png,image/jpeg,image/webp,image/gif,application/pdf'
/** Of files that are in the conversation, by their id: an address in this page. */
const fetched = new Map()

/** A member who is signed in is not asked for their address; on a church's pages nobody asks who is signed in. */
function session() {
  if (isChurch) return {}
  try {
    const name = Object.keys(localStorage).find(key => /^sb-.*-auth-token$/.test(key))
    return JSON.parse(localStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

const post = (path, more, keepalive = false) => {
  const { access_token: pass } = session()
  return fetch(path, {
    method: 'POST',
    keepalive,
    headers: { 'content-type': 'application/json', ...(pass && { authorization: `Bearer ${pass}` }) },
    body: JSON.stringify({ form: own.form, token: mine.token, ...more }),
  })
}

async function ask(verb, more) {
  const answer = await post(`/rest/v1/support-chat/${verb}`, more).catch(() => null)
  const body = await answer?.json().catch(() => null)
  if (!answer?.ok || !body) throw new Error(body?.message ?? offline)
  thread = body
  return body
}

const upload = async file => {
  const where = `/chat/files?form=${encodeURIComponent(own.form)}&name=${encodeURIComponent(file.name)}`
  const answer = await fetch(where, { method: 'POST', headers: { 'chat-token': mine.token }, body: file }).catch(
    () => null,
  )
  const body = await answer?.json().catch(() => null)
  if (!answer?.ok || !body) throw new Error(body?.message ?? offline)
  return body.ticket
}

/** Brings files while the words are still being written; one that is refused says why, and the others stay. */
async function add(files) {
  if (own.preview) return
  // In memory alone, until something is sent.
  mine.token ??= secret(32)
  view.problem.textContent = ''
  const room = most.files - chosen.length
  if (files.length > room) view.problem.textContent = `You can add ${most.files} files to a message.`
  const added = files.slice(0, room).map(file => ({ file, name: file.name, size: file.size }))
  chosen = [...chosen, ...added]
  showChosen()
  for (const one of added) {
    try {
      if (one.size > most.bytes) throw new Error('That file is too large. The limit is 10 MB.')
      one.ticket = await upload(one.file)
      if (one.file.type.startsWith('image/')) one.url = URL.createObjectURL(one.file)
    } catch (error) {
      chosen = chosen.filter(other => other !== one)
      view.problem.textContent = `${one.name}: ${error.message}`
    }
    showChosen()
  }
}

const sizeText = size =>
  size < 1_048_576 ? `${Math.max(1, Math.round(size / 1024))} kB` : `${(size / 1_048_576).toFixed(1)} MB`

function showChosen() {
  view.files.hidden = chosen.length === 0
  view.files.replaceChildren(
    ...chosen.map(one => {
      const drop = make('button', { type: 'button', 'aria-label': `Remove ${one.name}` }, '×')
      drop.addEventListener('click', () => {
        chosen = chosen.filter(other => other !== one)
        showChosen()
        ;(view.files.querySelector('button') ?? view.attach).focus()
      })
      const picture = one.url ? [make('img', { src: one.url, alt: '' })] : []
      const size = make('small', {}, one.ticket ? sizeText(one.size) : 'Uploading…')
      return make('li', {}, ...picture, make('span', {}, one.name), size, drop)
    }),
  )
  view.attach.disabled = chosen.length >= most.files
  view.submit.disabled = sending !== null || chosen.some(one => !one.ticket)
}

/** A file of this conversation; asked for once. */
const contentOf = id => {
  if (!fetched.has(id))
    fetched.set(
      id,
      post('/chat/file', { id })
        .then(answer => (answer.ok ? answer.blob() : Promise.reject(new Error('This file no longer exists.'))))
        .then(blob => URL.createObjectURL(blob))
        .catch(error => {
          fetched.delete(id)
          throw error
        }),
    )
  return fetched.get(id)
}

function attached({ id, name, size, contentType, url }) {
  const item = make('li')
  if (contentType?.startsWith('image/')) {
    const picture = make('img', { alt: name })
    picture.addEventListener('load', () => (view.log.scrollTop = view.log.scrollHeight))
    item.append(picture)
    if (url) picture.src = url
    else
      contentOf(id).then(
        where => (picture.src = where),
        () => picture.remove(),
      )
  }
  if (!id) return item
  const take = make(
    'button',
    { type: 'button', class: 'chat-file', title: `Download ${name}` },
    name,
    make('small', {}, sizeText(size)),
  )
  take.addEventListener('click', async () => {
    try {
      make('a', { href: await contentOf(id), download: name }).click()
    } catch (error) {
      view.problem.textContent = error.message
    }
  })
  item.append(take)
  return item
}

/** Nobody needs to know that it could not be said. */
const signal = state => {
  told = state === 'writing' ? Date.now() : 0
  if (mine.token && thread.state) post('/rest/v1/support-chat/signal', { state }, true).catch(() => {})
}

const isOpen = () => view && !view.root.hidden
const isHere = () => Boolean(isOpen()) && !document.hidden
const heard = () => thread.messages.filter(({ author }) => author === 'staff')

function show() {
  const news = heard()
  const unread = isOpen() ? 0 : news.length - (mine.seen ?? 0)
  if (isOpen() && news.length > (mine.seen ?? 0)) keep({ seen: news.length })
  if (button) {
    if (unread > 0) button.dataset.unread = unread
    else delete button.dataset.unread
    button.setAttribute('aria-label', unread > 0 ? `${own.label}, ${unread} unread` : own.label)
  }
  if (!view) return
  const begun = thread.state !== null
  view.who.hidden = begun || own.ask === 'nothing'
  view.email.hidden = own.ask !== 'both'
  view.end.hidden = !isChurch || thread.state !== 'open'
  if (view.end.hidden) view.ending.hidden = true
  // Someone who is there answers in the window; the address is asked for when nobody is.
  const unasked = !begun || thread.email !== null || (isChurch && thread.there)
  const shape = `${thread.state} ${unasked} ${thread.messages.length} ${sending?.key} ${typing > Date.now()}`
  if (shape === view.shape) return
  view.shape = shape
  view.address.hidden = unasked
  view.log.replaceChildren(...bubbles())
  view.log.scrollTop = view.log.scrollHeight
  showChosen()
}

function bubbles() {
  const all = [bubble({ author: 'bot', text: own.welcome }), ...thread.messages.map(bubble)]
  if (!thread.state && own.privacy) all.push(make('p', { class: 'chat-note' }, own.privacy))
  if (sending) {
    all.push(bubble({ author: 'visitor', text: sending.text || 'Sending …' }))
    if (!isChurch) all.push(bubble({ author: 'bot', text: 'Typing...' }))
  } else if (thread.state === 'closed')
    all.push(make('p', { class: 'chat-note' }, 'This conversation is closed. Write again to reopen it.'))
  if (typing > Date.now()) all.push(make('p', { class: 'chat-note', 'data-typing': '' }, 'Someone is typing…'))
  return all
}

function bubble({ author, text, name, createdAt, files = [] }) {
  const who = { visitor: 'You', bot: own.who, staff: name }[author]
  const said = make('div', { class: 'chat-said', 'data-author': author })
  if (author === 'staff') said.append(make('strong', {}, who))
  else said.append(make('span', { class: 'chat-hidden' }, `${who}: `))
  if (createdAt) said.title = new Date(createdAt).toLocaleString()
  if (text) said.append(make('span', {}, text))
  if (files.length > 0) said.append(make('ul', { class: 'chat-files' }, ...files.map(attached)))
  return said
}

async function send(event) {
  event?.preventDefault()
  const text = view.text.value.trim()
  const files = chosen.map(one => one.ticket)
  if ((!text && files.length === 0) || files.includes(undefined) || sending || own.preview) return
  keep({ token: mine.token ?? secret(32), seen: mine.seen ?? 0 })
  // Tried again, it is the same message: the server stores it once.
  const same = failed?.text === text && String(failed.files) === String(files)
  sending = { text, files, chosen, key: same ? failed.key : secret(16) }
  view.text.value = ''
  chosen = []
  view.problem.textContent = ''
  told = 0
  show()
  const email = thread.email ?? session().user?.email ?? (view.who.hidden ? '' : view.email.value.trim())
  const name = view.who.hidden ? '' : view.name.value.trim()
  const church = isChurch && { pass: own.pass, website: view.trap.value, ...(name && { name }) }
  try {
    await ask('send', { key: sending.key, text, files, page: location.pathname, ...(email && { email }), ...church })
    failed = null
  } catch (error) {
    failed = sending
    view.text.value = view.text.value ? `${text}\n${view.text.value}` : text
    chosen = sending.chosen
    view.problem.textContent = error.message
  }
  sending = null
  show()
  poll()
  listen()
}

async function leaveAddress(event) {
  event.preventDefault()
  view.addressProblem.textContent = ''
  try {
    await ask('leave-email', { email: view.left.value })
    show()
    view.text.focus()
  } catch (error) {
    view.addressProblem.textContent = error.message
    view.left.setAttribute('aria-invalid', 'true')
    view.left.focus()
  }
}

/** They are done, and have it by mail if they wish. */
async function end(event) {
  event.preventDefault()
  try {
    const { mailed } = await ask('end', { transcript: view.copy.checked && thread.email !== null })
    view.ending.hidden = true
    view.shape = ''
    show()
    if (mailed) view.log.append(make('p', { class: 'chat-note' }, `A copy was emailed to ${thread.email}.`))
    view.text.focus()
  } catch (error) {
    view.problem.textContent = error.message
  }
}

function poll() {
  clearTimeout(timer)
  if (!mine.token) return
  timer = setTimeout(refresh, isOpen() ? (live ? rhythm.live : rhythm.open) : rhythm.closed)
}

async function refresh() {
  if (mine.token && !sending && !document.hidden) {
    await ask('read', { here: isHere() }).catch(() => {})
    if (!sending) show()
  }
  poll()
}

/** News arrive by themselves while the window is open; without them it is asked every few seconds. */
async function listen() {
  if (live || !mine.token || !thread.state || !isOpen()) return
  live = new AbortController()
  const { signal: ended } = live
  try {
    const answer = await fetch('/chat/live', {
      method: 'POST',
      signal: ended,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ form: own.form, token: mine.token }),
    })
    if (!answer.ok) throw new Error(offline)
    const words = new TextDecoder()
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      for (const said of words.decode(value).match(/news|writing|still/g) ?? []) hear(said)
    }
  } catch {}
  live = null
  if (ended.aborted) return
  poll()
  setTimeout(listen, rhythm.live)
}

function hear(said) {
  if (said === 'news') refresh()
  typing = said === 'writing' ? Date.now() + 8_000 : 0
  show()
  if (typing) setTimeout(show, 8_100)
}

const field = (label, attributes) => {
  const input = make('input', { autocomplete: 'off', ...attributes })
  return [input, make('label', {}, label, input)]
}

/** A paper clip, drawn as the icons of the pages are. */
function clip() {
  const space = 'http://www.w3.org/2000/svg'
  const [svg, path] = ['svg', 'path'].map(tag => document.createElementNS(space, tag))
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' }))
    svg.setAttribute(name, value)
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 1.75,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }
  const d = 'm15 7-6.5 6.5a1.5 1.5 0 0 0 3 3L18 10a3 3 0 0 0-6-6l-6.5 6.5a4.5 4.5 0 0 0 9 9L21 13'
  for (const [name, value] of Object.entries({ ...line, d })) path.setAttribute(name, value)
  svg.append(path)
  return svg
}

function build() {
  const style = make('link', { rel: 'stylesheet', href: '/chat.css' })
  const close = make('button', { type: 'button', class: 'chat-close', 'aria-label': 'Close chat' }, '×')
  const finish = make('button', { type: 'button', class: 'chat-end' }, 'End chat')
  const log = make('div', { class: 'chat-log', role: 'log', 'aria-label': 'Messages', tabindex: '0' })
  const mail = { type: 'email', autocomplete: 'email', maxlength: '254' }
  const [name, nameLabel] = field('Your name (optional)', { autocomplete: 'name', maxlength: '120' })
  const [email, emailLabel] = field('Your email (optional)', mail)
  const [trap, trapLabel] = field('Leave this empty', { tabindex: '-1' })
  const [left, leftLabel] = field('Email, so that we can also answer by email', {
    ...mail,
    name: 'email',
    'aria-describedby': 'chat-email-problem',
  })
  const [copy, copyLabel] = field('Email me a copy', { type: 'checkbox' })
  const hidden = make('div', { class: 'chat-hidden', 'aria-hidden': 'true' }, trapLabel)
  const who = make('div', { class: 'chat-who' }, nameLabel, ...(own.ask === 'both' ? [emailLabel] : []))
  const addressProblem = make('p', { class: 'chat-problem', id: 'chat-email-problem', role: 'alert' })
  const save = make('button', { type: 'submit' }, 'Save')
  const address = make('form', { class: 'chat-address', novalidate: '' }, leftLabel, save, addressProblem)
  const done = make('button', { type: 'submit' }, 'End chat')
  const ending = make('form', { class: 'chat-address' }, make('p', {}, 'End this chat?'), done, copyLabel)
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
  attach.append(clip())
  const files = make('ul', { class: 'chat-chosen', 'aria-label': 'Attached' })
  files.hidden = true
  const problem = make('p', { class: 'chat-problem', id: 'chat-problem', role: 'alert' })
  const form = make('form', { class: 'chat-form' }, problem, files, attach, input, text, submit)
  const words = make('div', {}, make('h2', {}, own.title), make('p', {}, own.lead))
  const head = make('div', { class: 'chat-head' }, words, finish, ...(own.page ? [] : [close]))
  const role = own.page ? {} : { role: 'dialog' }
  const parts = [head, log, address, ending, who, ...(isChurch ? [hidden] : []), form]
  const root = make('section', { id: 'chat', 'aria-label': own.label, ...role }, ...parts)
  root.hidden = true
  address.hidden = true
  ending.hidden = true
  ;(document.getElementById('chat-place') ?? document.body).append(root)
  document.head.append(style)
  view = { root, log, address, left, addressProblem, text, submit, problem, who, name, email, trap, copy, ending }
  Object.assign(view, { end: finish, files, attach })
  close.addEventListener('click', () => toggle())
  finish.addEventListener('click', () => {
    ending.hidden = !ending.hidden
    copyLabel.hidden = thread.email === null || heard().length === 0
    if (!ending.hidden) done.focus()
  })
  address.addEventListener('submit', leaveAddress)
  ending.addEventListener('submit', end)
  form.addEventListener('submit', send)
  attach.addEventListener('click', () => input.click())
  input.addEventListener('change', () => {
    add([...input.files])
    input.value = ''
  })
  text.addEventListener('paste', event => {
    if (event.clipboardData?.files.length) add([...event.clipboardData.files])
  })
  text.addEventListener('input', () => text.value && Date.now() - told > 4_000 && signal('writing'))
  text.addEventListener('blur', () => told && signal('still'))
  text.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) send(event)
  })
  root.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !own.page) toggle()
  })
  return new Promise(ready => style.addEventListener('load', ready, { once: true }))
}

/** Opens it, or closes it and goes back to what opened it. */
export async function toggle(pressed = button) {
  if (!view) await build()
  const opening = view.root.hidden
  if (opening) from = pressed
  view.root.hidden = !opening
  button?.setAttribute('aria-expanded', String(opening))
  // The page around it gives it room.
  if (own.embedded) parent.postMessage({ type: 'lampstand-chat', open: opening }, '*')
  show()
  if (opening) {
    if (!own.preview) view.text.focus()
    await refresh()
    listen()
  } else {
    live?.abort()
    signal('gone')
    from?.focus()
    poll()
  }
}

/** Looks now and then whether someone has answered. */
export const watch = () => refresh()

document.addEventListener('visibilitychange', () => (document.hidden ? signal('gone') : refresh()))
addEventListener('pagehide', () => isOpen() && signal('gone'))
