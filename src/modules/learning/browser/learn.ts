/** What scripts add to a lesson: what was played is reported, notes save themselves, arrows lead on, texts are kept for offline. */
import { reportPlaying, resumeAudio } from './learn/progress.ts'

const lesson = document.querySelector<HTMLElement>('.lesson')
const language = document.documentElement.lang

if (lesson?.dataset.token) {
  reportPlaying(lesson.dataset.token, lesson.dataset.base!)
  resumeAudio()
}
if (lesson) {
  leadByKeys()
  saveNotes()
  countDown()
  markRead(lesson)
}
keepOffline()

/** Arrows lead to the lessons before and after, unless something is being typed or played. */
function leadByKeys() {
  const ways: Record<string, string> = { ArrowLeft: 'prev', ArrowRight: 'next' }
  document.addEventListener('keydown', event => {
    const busy = (event.target as Element).closest(
      'input, textarea, select, audio, video, lampstand-player, [contenteditable]',
    )
    if (busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const rel = ways[event.key]
    const link = rel && document.querySelector<HTMLAnchorElement>(`.steps a[rel="${rel}"]`)
    if (!link) return
    event.preventDefault()
    link.click()
  })
}

function saveNotes() {
  const form = document.querySelector<HTMLFormElement>('#notes')
  const field = document.querySelector<HTMLTextAreaElement>('#note')
  const state = document.querySelector('#note-state')
  if (!form || !field || !state || form.querySelector('button')?.disabled) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let saved = field.value
  const save = async () => {
    if (field.value === saved) return
    const wanted = field.value
    state.textContent = 'Saving…'
    const answer = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams({ act: 'note', note: wanted }),
      headers: { accept: 'application/json' },
    }).catch(() => undefined)
    if (answer?.ok) saved = wanted
    state.textContent = answer?.ok ? 'Saved' : 'Not saved yet. Please check your connection.'
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), 1000)
  })
  addEventListener('beforeunload', event => {
    if (field.value !== saved) event.preventDefault()
  })
  form.addEventListener('submit', () => {
    saved = field.value
  })
}

/** How much time is left for a quiz. */
function countDown() {
  const form = document.querySelector<HTMLFormElement>('form[data-ends]')
  const place = form?.querySelector('[data-left]')
  if (!form || !place) return
  const ends = Date.parse(form.dataset.ends!)
  const show = () => {
    const left = Math.max(0, Math.round((ends - Date.now()) / 1000))
    const words = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 })
    place.textContent = `Time left: ${Math.floor(left / 60)}:${words.format(left % 60)}`
    if (left === 0) form.requestSubmit()
    else setTimeout(show, 1000)
  }
  show()
}

/** A text that was read to its end for half a minute, where its course says that this is enough. */
function markRead(article: HTMLElement) {
  const end = document.querySelector('#done')
  if (article.dataset.reading === undefined || !end) return
  const opened = Date.now()
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(entry => entry.isIntersecting)) return
    observer.disconnect()
    const rest = Math.max(0, 31_000 - (Date.now() - opened))
    setTimeout(async () => {
      const answer = await fetch(location.pathname, {
        method: 'POST',
        body: new URLSearchParams({ act: 'read' }),
        headers: { accept: 'application/json' },
      }).catch(() => undefined)
      if (answer?.ok) location.reload()
    }, rest)
  })
  observer.observe(end)
}

/** Where a page was kept, it says so; texts are kept by the worker for the next time without a connection. */
function keepOffline() {
  if (!('serviceWorker' in navigator) || !location.pathname.startsWith('/m/')) return
  void navigator.serviceWorker
    .register('/learn-worker.js', { scope: '/m/' })
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage({ page: location.pathname, assets: assetsOfPage() }))
    .catch(() => undefined)
  const note = document.querySelector<HTMLElement>('#offline')
  const say = () => {
    if (note) note.hidden = navigator.onLine
  }
  say()
  for (const name of ['online', 'offline']) addEventListener(name, say)
}

/** Style sheets and scripts of this page, by their paths. */
function assetsOfPage(): string[] {
  const all = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
    'link[rel="stylesheet"][href], script[src]',
  )
  return [...all]
    .map(one => new URL('href' in one ? one.href : one.src).pathname)
    .filter(path => !path.includes('player'))
}
