import 'media-chrome/media-captions-button'
import 'media-chrome/media-control-bar'
import 'media-chrome/media-controller'
import 'media-chrome/media-fullscreen-button'
import 'media-chrome/media-loading-indicator'
import 'media-chrome/media-mute-button'
import 'media-chrome/media-pip-button'
import 'media-chrome/media-play-button'
import 'media-chrome/media-playback-rate-button'
import 'media-chrome/media-seek-backward-button'
import 'media-chrome/media-seek-forward-button'
import 'media-chrome/media-time-display'
import 'media-chrome/media-time-range'
import 'media-chrome/media-volume-range'
import { addTranslation } from 'media-chrome/dist/utils/i18n.js'
import { En } from 'media-chrome/lang/en.js'
import type { Playback } from '../../contract.ts'
import { adoptPlayerStyles } from './styles.ts'

// A name begins with what is written on the button.
addTranslation('en', Object.assign({}, En, { 'Playback rate {playbackRate}': '{playbackRate}x speed' }))

const RATES = '0.75 1 1.25 1.5 2'
const JUMP_SECONDS = '10'

/** media-chrome's controls around a video: one row below the film, and the large button before it plays. */
export function buildControls(video: HTMLVideoElement, { title, captions, durationMs }: Playback): HTMLElement {
  adoptPlayerStyles()
  const length: Record<string, string> = durationMs === null ? {} : { defaultduration: String(durationMs / 1_000) }
  const attributes = { 'aria-label': title, hotkeys: '', breakpoints: 'sm:420 md:640' }
  return make('media-controller', Object.assign(length, attributes), [
    video,
    make('media-loading-indicator', { slot: 'centered-chrome', noautohide: '' }),
    make('media-play-button', { slot: 'centered-chrome' }),
    make('media-control-bar', {}, [
      make('media-play-button'),
      make('media-seek-backward-button', { seekoffset: JUMP_SECONDS }),
      make('media-seek-forward-button', { seekoffset: JUMP_SECONDS }),
      make('media-time-range'),
      make('media-time-display', { showduration: '', notoggle: '' }),
      ...(captions.length > 0 ? [make('media-captions-button')] : []),
      make('media-playback-rate-button', { rates: RATES }),
      make('media-mute-button'),
      make('media-volume-range'),
      make('media-pip-button'),
      make('media-fullscreen-button'),
    ]),
  ])
}

function make(name: string, attributes: Record<string, string> = {}, children: Node[] = []): HTMLElement {
  const one = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value)
  one.append(...children)
  return one
}
