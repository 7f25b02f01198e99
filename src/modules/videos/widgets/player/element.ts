import type { Playback } from '../../contract.ts'
import { buildControls } from './controls.ts'
import { reportWatching } from './reporting.ts'
import { resumeWatching } from './resuming.ts'

export interface PlayerOptions {
  /** A new `Playback` once the addresses of this one have expired; without it, an expired film stops with a sentence. */
  refresh?: () => Promise<Playback>
  /** Where it is embedded, for the figures: `watch`, `library`, `embed`. */
  source?: string
  autoplay?: boolean
  /** Milliseconds to begin at, in place of where this viewer stopped. */
  startMs?: number
}

/**
 * The one player: media-chrome's controls around the browser's own video element. A page may already hold the element with
 * a plain `<video controls>` in it, which works until this script is there; `data-playback` is the JSON of its `Playback`.
 */
export class LampstandPlayer extends HTMLElement {
  #video: HTMLVideoElement | undefined
  #stop: (() => void)[] = []
  #playback: Playback | undefined

  connectedCallback() {
    const { playback, source, refresh, start } = this.dataset
    if (!playback || this.#video) return
    const ask = refresh ? () => fetch(refresh, { credentials: 'same-origin' }).then(answer => answer.json()) : undefined
    this.show(JSON.parse(playback), {
      ...(ask && { refresh: ask }),
      ...(source && { source }),
      ...(start && { startMs: Number(start) * 1_000 }),
    })
  }

  disconnectedCallback() {
    for (const stop of this.#stop.splice(0)) stop()
    this.#video?.pause()
  }

  /** Replaces what is shown. */
  show(playback: Playback, options: PlayerOptions = {}) {
    this.disconnectedCallback()
    this.#playback = playback
    const video = this.#videoOf(playback)
    this.#video = video
    this.replaceChildren(buildControls(video, playback))
    // It says whether captions are on, which a plain button can't.
    this.querySelector('media-captions-button')?.setAttribute('role', 'switch')
    this.#stop = [
      resumeWatching(video, playback, options.startMs),
      reportWatching(video, () => this.#playback!, options.source ?? 'player'),
      this.#renewing(video, options.refresh),
      this.#jumping(video),
    ]
    if (options.autoplay) void playAloud(video)
  }

  /** Moves to a position and plays. */
  seek(ms: number) {
    if (!this.#video) return
    this.#video.currentTime = ms / 1_000
    void this.#video.play().catch(() => {})
  }

  #videoOf(playback: Playback): HTMLVideoElement {
    const video = document.createElement('video')
    Object.assign(video, { playsInline: true, preload: 'none', poster: playback.poster ?? '' })
    video.setAttribute('slot', 'media')
    for (const { address, language, label } of playback.captions) {
      const track = document.createElement('track')
      Object.assign(track, { kind: 'subtitles', src: address, srclang: language, label: label || language })
      video.append(track)
    }
    if (playback.chapters.length > 0) addChapters(video, playback)
    load(video, playback)
    return video
  }

  /** An address is good for an hour. When it has ended, another one is asked for, and the film goes on where it was. */
  #renewing(video: HTMLVideoElement, refresh: PlayerOptions['refresh']): () => void {
    let triedAt = -1
    const renew = async () => {
      const at = video.currentTime
      const isRunning = !video.paused
      if (!refresh || triedAt === at) return
      triedAt = at
      const next = await refresh().catch(() => undefined)
      if (!next?.source || this.#video !== video) return
      this.#playback = next
      load(video, next)
      video.currentTime = at
      if (isRunning) await video.play().catch(() => {})
    }
    const listen = () => void renew()
    video.addEventListener('error', listen, true)
    return () => video.removeEventListener('error', listen, true)
  }

  /** Words of a transcript and names of chapters beside it lead to their place, and the words that are said now stand out. */
  #jumping(video: HTMLVideoElement): () => void {
    const places = () => document.querySelectorAll<HTMLElement>(`[data-seek][data-for="${this.id || 'player'}"]`)
    const onClick = (event: Event) => {
      const place = (event.target as Element).closest<HTMLElement>('[data-seek]')
      if (!place || place.dataset.for !== (this.id || 'player')) return
      event.preventDefault()
      this.seek(Number(place.dataset.seek))
    }
    const onTime = () => {
      const ms = video.currentTime * 1_000
      // Of chapters and of the transcript one each, and only what changed is written.
      const current = new Map<Element | null, HTMLElement>()
      for (const place of places())
        if (Number(place.dataset.seek) <= ms + 50) current.set(place.closest('section'), place)
      for (const place of places())
        if (current.get(place.closest('section')) !== place) place.removeAttribute('aria-current')
        else if (!place.hasAttribute('aria-current')) place.setAttribute('aria-current', 'true')
    }
    document.addEventListener('click', onClick)
    video.addEventListener('timeupdate', onTime)
    return () => {
      document.removeEventListener('click', onClick)
      video.removeEventListener('timeupdate', onTime)
    }
  }
}

const HLS = 'application/vnd.apple.mpegurl'

/** In sizes where the browser streams by itself, else the whole film; also where streaming fails in spite of its word. */
function load(video: HTMLVideoElement, { source, stream }: Playback) {
  if (!source) return
  const streams = stream !== null && video.canPlayType(HLS) !== ''
  video.src = streams ? stream : source.address
  if (!streams) return
  const wholly = () => {
    const { currentTime, paused } = video
    video.src = source.address
    video.currentTime = currentTime
    if (!paused) void video.play().catch(() => {})
  }
  video.addEventListener('error', wholly, { once: true })
}

function addChapters(video: HTMLVideoElement, { chapters, durationMs }: Playback) {
  const track = video.addTextTrack('chapters', 'Chapters')
  track.mode = 'hidden'
  chapters.forEach(({ startMs, title }, at) => {
    const end = chapters[at + 1]?.startMs ?? durationMs ?? startMs + 3_600_000
    if (end > startMs) track.addCue(new VTTCue(startMs / 1_000, end / 1_000, title))
  })
}

/** Browsers that don't let a page play sound of its own let it play without. */
async function playAloud(video: HTMLVideoElement) {
  await video.play().catch(async error => {
    if (error.name !== 'NotAllowedError') return
    video.muted = true
    await video.play().catch(() => {})
  })
}

if (!customElements.get('lampstand-player')) customElements.define('lampstand-player', LampstandPlayer)
