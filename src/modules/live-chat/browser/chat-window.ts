// The chat's window, of the public site and of every church. What others wrote is only ever text.
import type { ChatMessage } from '../chat/contract.ts'
import { make } from './chat-window/elements.ts'
import { addFiles, attachment, messageOf, showChosen } from './chat-window/files.ts'
import { ask, readSession, signal } from './chat-window/requests.ts'
import { button, chat, heard, isChurch, isHere, isOpen, keep, makeSecret, OFFLINE, own } from './chat-window/state.ts'
import { makeView, type View } from './chat-window/view.ts'

const rhythm = { open: 4_000, live: 15_000, closed: 45_000 }
let from: HTMLElement | null = button
let timer: ReturnType<typeof setTimeout> | undefined

function show() {
  const news = heard()
  const seen = chat.mine.seen ?? 0
  const unread = isOpen() ? 0 : news.length - seen
  if (isOpen() && news.length > seen) keep({ seen: news.length })
  if (button) {
    if (unread > 0) button.dataset.unread = String(unread)
    else delete button.dataset.unread
    button.setAttribute('aria-label', unread > 0 ? `${own.label}, ${unread} unread` : own.label)
  }
  if (chat.view) showThread(chat.view)
}

function showThread(view: View) {
  const { thread, sending, typing } = chat
  const begun = thread.state !== null
  view.who.hidden = begun || own.ask === 'nothing'
  view.email.hidden = own.ask !== 'both'
  view.end.hidden = !isChurch || thread.state !== 'open'
  if (view.end.hidden) view.ending.hidden = true
  // Someone who is there answers in the window; the address is asked for when nobody is.
  const unasked = !begun || thread.email !== null || (isChurch && thread.there)
  const shape = `${thread.state} ${unasked} ${thread.messages.length} ${sending?.key} ${typing > Date.now()}`
  if (shape === chat.shape) return
  chat.shape = shape
  view.address.hidden = unasked
  view.log.replaceChildren(...bubbles(view))
  view.log.scrollTop = view.log.scrollHeight
  showChosen(view)
}

function bubbles(view: View): HTMLElement[] {
  const { thread, sending, typing } = chat
  const all: HTMLElement[] = [
    bubble(view, { author: 'bot', text: own.welcome }),
    ...thread.messages.map(message => bubble(view, message)),
  ]
  if (!thread.state && own.privacy) all.push(make('p', { class: 'chat-note' }, own.privacy))
  if (sending) {
    all.push(bubble(view, { author: 'visitor', text: sending.text || 'Sending …' }))
    if (!isChurch) all.push(bubble(view, { author: 'bot', text: 'Typing...' }))
  } else if (thread.state === 'closed')
    all.push(make('p', { class: 'chat-note' }, 'This conversation is closed. Write again to reopen it.'))
  if (typing > Date.now()) all.push(make('p', { class: 'chat-note', 'data-typing': '' }, 'Someone is typing…'))
  return all
}

type Said = Pick<ChatMessage, 'author' | 'text'> & Partial<ChatMessage>

function bubble(view: View, { author, text, name, createdAt, files = [] }: Said): HTMLElement {
  const who = { visitor: 'You', bot: own.who, staff: name ?? '' }[author]
  const said = make('div', { class: 'chat-said', 'data-author': author })
  if (author === 'staff') said.append(make('strong', {}, who))
  else said.append(make('span', { class: 'chat-hidden' }, `${who}: `))
  if (createdAt) said.title = new Date(createdAt).toLocaleString()
  if (text) said.append(make('span', {}, text))
  if (files.length > 0) said.append(make('ul', { class: 'chat-files' }, ...files.map(file => attachment(view, file))))
  return said
}

async function send(view: View) {
  const { failed, chosen } = chat
  const text = view.text.value.trim()
  const files = chosen.flatMap(one => one.ticket ?? [])
  if ((!text && files.length === 0) || files.length < chosen.length || chat.sending || own.preview) return
  keep({ token: chat.mine.token ?? makeSecret(32), seen: chat.mine.seen ?? 0 })
  // Tried again, it is the same message: the server stores it once.
  const same = failed?.text === text && String(failed.files) === String(files)
  const sending = { text, files, chosen, key: same ? failed.key : makeSecret(16) }
  chat.sending = sending
  view.text.value = ''
  chat.chosen = []
  view.problem.textContent = ''
  chat.told = 0
  show()
  const email = chat.thread.email ?? readSession().user?.email ?? (view.who.hidden ? '' : view.email.value.trim())
  const name = view.who.hidden ? '' : view.name.value.trim()
  const church = isChurch && { pass: own.pass, website: view.trap.value, ...(name && { name }) }
  try {
    await ask('send', { key: sending.key, text, files, page: location.pathname, ...(email && { email }), ...church })
    chat.failed = null
  } catch (error) {
    chat.failed = sending
    view.text.value = view.text.value ? `${text}\n${view.text.value}` : text
    chat.chosen = sending.chosen
    view.problem.textContent = messageOf(error)
  }
  chat.sending = null
  show()
  poll()
  listen()
}

async function leaveAddress(view: View) {
  view.addressProblem.textContent = ''
  try {
    await ask('leave-email', { email: view.left.value })
    show()
    view.text.focus()
  } catch (error) {
    view.addressProblem.textContent = messageOf(error)
    view.left.setAttribute('aria-invalid', 'true')
    view.left.focus()
  }
}

/** They are done, and have it by mail if they wish. */
async function end(view: View) {
  try {
    const { mailed } = await ask('end', { transcript: view.copy.checked && chat.thread.email !== null })
    view.ending.hidden = true
    chat.shape = ''
    show()
    if (mailed) view.log.append(make('p', { class: 'chat-note' }, `A copy was emailed to ${chat.thread.email}.`))
    view.text.focus()
  } catch (error) {
    view.problem.textContent = messageOf(error)
  }
}

function poll() {
  clearTimeout(timer)
  if (!chat.mine.token) return
  timer = setTimeout(refresh, isOpen() ? (chat.live ? rhythm.live : rhythm.open) : rhythm.closed)
}

async function refresh() {
  if (chat.mine.token && !chat.sending && !document.hidden) {
    await ask('read', { here: isHere() }).catch(() => {})
    if (!chat.sending) show()
  }
  poll()
}

/** News arrive by themselves while the window is open; without them it is asked every few seconds. */
async function listen() {
  if (chat.live || !chat.mine.token || !chat.thread.state || !isOpen()) return
  chat.live = new AbortController()
  const { signal: ended } = chat.live
  try {
    const answer = await fetch('/chat/live', {
      method: 'POST',
      signal: ended,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ form: own.form, token: chat.mine.token }),
    })
    if (!answer.ok || !answer.body) throw new Error(OFFLINE)
    const words = new TextDecoder()
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      for (const said of words.decode(value).match(/news|writing|still/g) ?? []) hear(said)
    }
  } catch {}
  chat.live = null
  if (ended.aborted) return
  poll()
  setTimeout(listen, rhythm.live)
}

function hear(said: string) {
  if (said === 'news') refresh()
  chat.typing = said === 'writing' ? Date.now() + 8_000 : 0
  show()
  if (chat.typing) setTimeout(show, 8_100)
}

function build(): { view: View; styled: Promise<unknown> } {
  const view = makeView()
  const style = make('link', { rel: 'stylesheet', href: '/chat.css' })
  const place = document.getElementById('chat-place') ?? document.body
  place.append(view.root)
  document.head.append(style)
  chat.view = view
  listenToForms(view)
  listenToText(view)
  return { view, styled: new Promise(ready => style.addEventListener('load', ready, { once: true })) }
}

function listenToForms(view: View) {
  const onSubmit = (form: HTMLFormElement, handle: (view: View) => void) =>
    form.addEventListener('submit', event => {
      event.preventDefault()
      handle(view)
    })
  onSubmit(view.address, leaveAddress)
  onSubmit(view.ending, end)
  onSubmit(view.form, send)
  view.close.addEventListener('click', () => toggle())
  view.end.addEventListener('click', () => {
    view.ending.hidden = !view.ending.hidden
    view.copyLabel.hidden = chat.thread.email === null || heard().length === 0
    if (!view.ending.hidden) view.done.focus()
  })
  view.attach.addEventListener('click', () => view.input.click())
  view.input.addEventListener('change', () => {
    addFiles(view, [...(view.input.files ?? [])])
    view.input.value = ''
  })
}

function listenToText(view: View) {
  const { text } = view
  text.addEventListener('paste', event => {
    if (event.clipboardData?.files.length) addFiles(view, [...event.clipboardData.files])
  })
  text.addEventListener('input', () => {
    if (text.value && Date.now() - chat.told > 4_000) signal('writing')
  })
  text.addEventListener('blur', () => {
    if (chat.told) signal('still')
  })
  text.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    send(view)
  })
  view.root.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !own.page) toggle()
  })
}

/** Opens it, or closes it and goes back to what opened it. */
export async function toggle(pressed: HTMLElement | null = button) {
  let view = chat.view
  if (!view) {
    const built = build()
    view = built.view
    await built.styled
  }
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
    chat.live?.abort()
    signal('gone')
    from?.focus()
    poll()
  }
}

/** Looks now and then whether someone has answered. */
export const watch = () => refresh()

document.addEventListener('visibilitychange', () => (document.hidden ? signal('gone') : refresh()))
addEventListener('pagehide', () => {
  if (isOpen()) signal('gone')
})
