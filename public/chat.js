// The button alone. The window is fetched when someone wants it, or has written before.
const button = document.getElementById('chat-button')
const opens = '#chat-button, [data-chat]:not(html)'
const own = JSON.parse(document.documentElement.dataset.chat ?? '{}')
let loading
const load = () => (loading ??= import('/chat-window.js'))
const known = () => {
  try {
    return localStorage.getItem(own.kept ?? 'lampstand.chat')
  } catch {
    return null
  }
}

function press(event) {
  const pressed = event.target.closest?.(opens)
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event.type === 'keydown' && event.key !== ' ') return
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
