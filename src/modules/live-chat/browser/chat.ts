// The button alone. The window is fetched when someone wants it, or has written before.
import type { ChatWindow } from '../rules/chat-window.ts'

const button = document.getElementById('chat-button')
const opens = '#chat-button, [data-chat]:not(html)'
const own: Partial<ChatWindow> = JSON.parse(document.documentElement.dataset.chat ?? '{}')
const chatWindow = '/chat-window.js'
let loading: Promise<typeof import('./chat-window.ts')> | undefined
const load = () => (loading ??= import(/* @vite-ignore */ chatWindow))
const known = () => {
  try {
    return localStorage.getItem(own.kept ?? 'lampstand.chat')
  } catch {
    return null
  }
}

function press(event: MouseEvent | KeyboardEvent) {
  const pressed = (event.target as Element).closest?.<HTMLElement>(opens)
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event instanceof KeyboardEvent && event.key !== ' ') return
  event.preventDefault()
  load().then(chat => chat.toggle(pressed))
}

if (own.page) load().then(chat => chat.toggle(null))
else if (button) {
  button.setAttribute('role', 'button')
  button.setAttribute('aria-expanded', 'false')
  document.addEventListener('click', press)
  document.addEventListener('keydown', press)
  if (location.hash === '#chat') load().then(chat => chat.toggle(button))
  else if (known()) load().then(chat => chat.watch())
}
