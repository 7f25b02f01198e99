/** From and to, in milliseconds. */
type Span = [number, number]

interface Playing {
  media: HTMLMediaElement | null
  spans: Span[]
  current: Span | null
  last: number
}

/** Adds what was just played to the span that it continues; a jump is no playing. */
function recordStep(playing: Playing, media: HTMLMediaElement) {
  const now = media.currentTime * 1000
  const gone = now - playing.last
  playing.last = now
  const isPlayed = !media.seeking && gone > 0 && gone < 2500 * Math.max(1, media.playbackRate)
  if (!isPlayed) playing.current = null
  else if (playing.current) playing.current[1] = now
  else playing.spans.push((playing.current = [now - gone, now]))
}

/** Parts that were played; sent every ten seconds, and again until the server said that it has them. */
export function reportPlaying(token: string, base: string) {
  const url = `${base.split('/').slice(0, 3).join('/')}/progress`
  const playing: Playing = { media: null, spans: [], current: null, last: 0 }
  let isSending = false
  const send = async (isLast: boolean) => {
    const { spans: sent, media } = playing
    if (sent.length === 0 || !media || isSending) return
    playing.spans = []
    playing.current = null
    const body = JSON.stringify({
      token,
      spans: sent.map(([from, to]) => [Math.round(from), Math.round(to)]).slice(-200),
      positionMs: Math.round(media.currentTime * 1000),
      durationMs: Number.isFinite(media.duration) && media.duration > 0 ? Math.round(media.duration * 1000) : null,
    })
    isSending = true
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', body, keepalive: isLast, headers }).catch(() => undefined)
    isSending = false
    // Without an answer it may be lost: it is sent again, which changes nothing where it was not.
    if (!answer || answer.status >= 500) playing.spans = [...sent, ...playing.spans]
    else if (answer.status === 403) location.reload()
  }
  const step = ({ target }: Event) => {
    playing.media = target instanceof HTMLMediaElement ? target : null
    if (playing.media) recordStep(playing, playing.media)
  }
  document.addEventListener('timeupdate', step, true)
  for (const name of ['pause', 'ended']) document.addEventListener(name, () => void send(false), true)
  setInterval(() => void send(false), 10_000)
  addEventListener('pagehide', () => void send(true))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void send(true))
  addEventListener('online', () => void send(false))
  document.addEventListener('ended', () => setTimeout(() => location.reload(), 1500), true)
}

/** An audio lesson goes on where it was left. */
export function resumeAudio() {
  for (const audio of document.querySelectorAll<HTMLAudioElement>('audio[data-learn]'))
    audio.addEventListener('loadedmetadata', () => {
      const at = Number(audio.dataset.position) / 1000
      if (at > 5 && at < audio.duration - 5) audio.currentTime = at
    })
}
