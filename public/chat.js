// The button alone. The window is fetched when somebody wants it, or has written before.
const button = document.getElementById('chat-button')
const opens = '#chat-button, [data-chat]'
let loading
const load = () => (loading ??= import('/chat-window.js'))

function press(event) {
  const pressed = event.target.closest?.(opens)
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event.type === 'keydown' && event.key !== ' ') return
  event.preventDefault()
  load().then(chat => chat.toggle(pressed))
}

if (button) {
  button.setAttribute('role', 'button')
  button.setAttribute('aria-expanded', 'false')
  document.addEventListener('click', press)
  document.addEventListener('keydown', press)
  if (location.hash === '#chat') load().then(chat => chat.toggle(button))
  else if (localStorage.getItem('lampstand.chat')) load().then(chat => chat.watch())
}
