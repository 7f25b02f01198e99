// A page whose scripts wait until someone wants something of it: a pointer that moves, a key, a field that gets the focus.
const held = document.querySelector<HTMLScriptElement>('script[type="text/late"]')
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'storage']
let pressed: HTMLButtonElement | undefined

// The sheets themselves, with our own letters, once everything is painted; React looks for them as links.
function dress() {
  for (const sheet of document.querySelectorAll<HTMLStyleElement>('style[data-sheet]')) {
    const link = document.createElement('link')
    link.setAttribute('nonce', '')
    link.rel = 'stylesheet'
    link.href = sheet.dataset.sheet!
    link.onload = () => sheet.remove()
    sheet.before(link)
    delete sheet.dataset.sheet
  }
}

function wake(event?: Event) {
  // What has been laid out under a resting pointer is told of a move that nobody made.
  if (event?.type === 'pointermove') {
    const { movementX, movementY } = event as PointerEvent
    if (!movementX && !movementY) return
  }
  for (const sign of signs) removeEventListener(sign, wake)
  if (!held?.isConnected) return
  dress()
  const script = document.createElement('script')
  script.type = 'module'
  script.nonce = held.nonce
  script.textContent = held.textContent
  held.replaceWith(script)
}

// A press before the page is awake counts once it is. The Enter key in a field presses its form's button.
function keep(event: Event) {
  const button = (event.target as Element).closest<HTMLButtonElement>('main button')
  if (!button) return
  event.preventDefault()
  event.stopImmediatePropagation()
  pressed = button
  button.setAttribute('aria-busy', 'true')
  wake()
}

function awake() {
  removeEventListener('click', keep, true)
  if (!pressed?.isConnected) return
  pressed.removeAttribute('aria-busy')
  pressed.click()
}

function expected(): boolean {
  const signedIn = () => Object.keys(localStorage).some(key => /^sb-.+-auth-token$/.test(key))
  return location.hash.length > 1 || document.activeElement !== document.body || signedIn()
}

if (held) {
  if (document.readyState === 'complete') dress()
  else addEventListener('load', dress, { once: true })
  for (const sign of signs) addEventListener(sign, wake, { passive: true })
  addEventListener('click', keep, true)
  document.addEventListener('late:awake', awake, { once: true })
  if (expected()) wake()
}
