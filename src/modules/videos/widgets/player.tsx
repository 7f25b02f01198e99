import { useEffect, useRef } from 'react'
import type { Playback } from '../contract.ts'
import type { LampstandPlayer } from './player/element.ts'
import classes from './player.module.css'

interface PlayerProps {
  playback: Playback
  /** a new `Playback` when the addresses of this one have expired */
  refresh: () => Promise<Playback>
  /** where it is embedded, for the figures */
  source: string
  autoplay?: boolean
  /** by which a transcript beside it names the player: `data-for` */
  id?: string
}

/** The one player, on a screen. Nothing of the film is loaded before it plays, unless it plays at once. */
export function Player({ playback, refresh, source, autoplay = false, id }: PlayerProps) {
  const place = useRef<HTMLDivElement>(null)
  const { publicId } = playback
  const latest = useRef({ playback, refresh })
  latest.current = { playback, refresh }
  useEffect(() => {
    let element: LampstandPlayer | undefined
    let isGone = false
    void import('./player/element.ts').then(() => {
      if (isGone || !place.current) return
      element = document.createElement('lampstand-player') as LampstandPlayer
      if (id) element.id = id
      place.current.replaceChildren(element)
      element.show(latest.current.playback, { refresh: () => latest.current.refresh(), source, autoplay })
    })
    return () => {
      isGone = true
      element?.remove()
    }
  }, [publicId, source, autoplay, id])
  return <div ref={place} className={classes.player} />
}
