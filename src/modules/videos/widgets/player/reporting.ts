import type { Playback } from '../../contract.ts'

const EVERY_MS = 10_000
/** A jump is no watching: a step of the clock that is longer was skipped. */
const LONGEST_STEP_SECONDS = 2

/** Says what was watched, every ten seconds, when it is paused, and when its page goes. See views/http.ts. */
export function reportWatching(video: HTMLVideoElement, playback: () => Playback, source: string): () => void {
  let [seconds, last] = [0, 0]
  const onTime = () => {
    const step = video.currentTime - last
    last = video.currentTime
    if (!video.seeking && step > 0 && step < LONGEST_STEP_SECONDS * Math.max(1, video.playbackRate)) seconds += step
  }
  const report = () => {
    if (seconds < 0.5) return
    const said = { seconds: Math.min(120, seconds), positionMs: Math.round(video.currentTime * 1_000), source }
    seconds = 0
    const referrer = document.referrer.slice(0, 2_000)
    navigator.sendBeacon(playback().viewsAddress, JSON.stringify({ ...said, ...(referrer && { referrer }) }))
  }
  const onHidden = () => document.visibilityState === 'hidden' && report()
  const timer = setInterval(report, EVERY_MS)
  video.addEventListener('timeupdate', onTime)
  for (const event of ['pause', 'ended']) video.addEventListener(event, report)
  document.addEventListener('visibilitychange', onHidden)
  addEventListener('pagehide', report)
  return () => {
    report()
    clearInterval(timer)
    video.removeEventListener('timeupdate', onTime)
    for (const event of ['pause', 'ended']) video.removeEventListener(event, report)
    document.removeEventListener('visibilitychange', onHidden)
    removeEventListener('pagehide', report)
  }
}
