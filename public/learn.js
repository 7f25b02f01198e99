/** What scripts add to a lesson: what was played is reported, notes save themselves, arrows lead on, texts are kept for offline. */
const lesson = document.querySelector('.lesson')
const language = document.documentElement.lang

if (lesson?.dataset.token) reportPlaying(lesson)
if (lesson) {
  leadByKeys()
  saveNotes()
  countDown()
  markRead(lesson)
}
keepOffline()

/** Parts that were played, in milliseconds; sent every ten seconds, and again until the server said that it has them. */
function reportPlaying({ dataset }) {
  const url = `${dataset.base.split('/').slice(0, 3).join('/')}/progress`
  let spans = []
  let current = null
  let last = 0
  let media = null
  let isSending = false
  const step = event => {
    media = event.target
    if (!(media instanceof HTMLMediaElement)) return
    const now = media.currentTime * 1000
    const gone = now - last
    last = now
    // A jump is no playing.
    const isPlayed = !media.seeking && gone > 0 && gone < 2500 * Math.max(1, media.playbackRate)
    if (!isPlayed) current = null
    else if (current) current[1] = now
    else spans.push((current = [now - gone, now]))
  }
  const send = async isLast => {
    if (spans.length === 0 || !media || isSending) return
    const sent = spans
    spans = []
    current = null
    const body = JSON.stringify({
      token: dataset.token,
      spans: sent.map(([from, to]) => [Math.round(from), Math.round(to)]).slice(-200),
      positionMs: Math.round(media.currentTime * 1000),
      durationMs: Number.isFinite(media.duration) && media.duration > 0 ? Math.round(media.duration * 1000) : null,
    })
    isSending = true
    const answer = await fetch(url, {
      method: 'POST',
      body,
      keepalive: isLast,
      headers: { 'content-type': 'application/json' },
    }).catch(() => undefined)
    isSending = false
    // Without an answer it may be lost: it is sent again, which changes nothing where it was not.
    if (!answer || answer.status >= 500) spans = [...sent, ...spans]
    else if (answer.status === 403) location.reload()
  }
  document.addEventListener('timeupdate', step, true)
  for (const name of ['pause', 'ended']) document.addEventListener(name, () => void send(false), true)
  setInterval(() => void send(false), 10_000)
  addEventListener('pagehide', () => void send(true))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void send(true))
  addEventListener('online', () => void send(false))
  document.addEventListener('ended', () => setTimeout(() => location.reload(), 1500), true)
  for (const audio of document.querySelectorAll('audio[data-learn]'))
    audio.addEventListener('loadedmetadata', () => {
      const at = Number(audio.dataset.position) / 1000
      if (at > 5 && at < audio.duration - 5) audio.currentTime = at
    })
}

/** Arrows lead to the lessons before and after, unless something is being typed or played. */
function leadByKeys() {
  document.addEventListener('keydown', event => {
    const busy = event.target.closest('input, textarea, select, audio, video, lampstand-player, [contenteditable]')
    if (busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key]
    const link = rel && document.querySelector(`.steps a[rel="${rel}"]`)
    if (!link) return
    event.preventDefault()
    link.click()
  })
}

function saveNotes() {
  const form = document.querySelector('#notes')
  const field = document.querySelector('#note')
  const state = document.querySelector('#note-state')
  if (!form || !field || !state || form.querySelector('button')?.disabled) return
  let timer
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
  const form = document.querySelector('form[data-ends]')
  const place = form?.querySelector('[data-left]')
  if (!place) return
  const ends = Date.parse(form.dataset.ends)
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
function markRead(article) {
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
  const note = document.querySelector('#offline')
  const say = () => {
    if (note) note.hidden = navigator.onLine
  }
  say()
  for (const name of ['online', 'offline']) addEventListener(name, say)
}

/** Style sheets and scripts of this page, by their paths. */
const assetsOfPage = () =>
  [...document.querySelectorAll('link[rel="stylesheet"][href], script[src]')]
    .map(one => new URL(one.href || one.src).pathname)
    .filter(path => !path.includes('player'))
