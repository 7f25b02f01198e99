import { useCallback, useEffect, useRef, useState } from 'react'

/** What is heard on a call: words in their language, or a recording. */
export interface Line {
  text: string
  language: string | null
  url: string | null
}

/** Whether this browser can speak; recordings it can play anyway. */
const canSpeak = () => typeof window !== 'undefined' && 'speechSynthesis' in window

/** Two calls at once could not be understood. */
let current: AbortController | null = null

/** Plays lines one after the other. `problem` says what this browser can't play. */
export function usePlayback(lines: Line[]) {
  const [playing, setPlaying] = useState(false)
  const [problem, setProblem] = useState('')
  const own = useRef<AbortController | null>(null)
  const stop = useCallback(() => own.current?.abort(), [])
  useEffect(() => stop, [stop])

  const play = async () => {
    current?.abort()
    const mine = new AbortController()
    current = mine
    own.current = mine
    setProblem('')
    setPlaying(true)
    for (const line of lines) {
      if (mine.signal.aborted) break
      const failed = await (line.url ? playAudio(line.url, mine.signal) : speak(line, mine.signal))
      if (failed && !mine.signal.aborted) setProblem(failed)
    }
    // A newer one may be playing by now.
    if (own.current === mine) setPlaying(false)
  }
  return { playing, problem, play, stop }
}

/** @returns what went wrong, or nothing */
function speak({ text, language }: Line, signal: AbortSignal): Promise<string | undefined> {
  if (!canSpeak()) return Promise.resolve('This browser can’t read aloud.')
  return new Promise(resolve => {
    const spoken = new SpeechSynthesisUtterance(text)
    if (language) spoken.lang = language
    spoken.onend = () => resolve(undefined)
    spoken.onerror = () => resolve('This browser couldn’t read the message aloud.')
    const silence = () => {
      window.speechSynthesis.cancel()
      resolve(undefined)
    }
    signal.addEventListener('abort', silence, { once: true })
    window.speechSynthesis.speak(spoken)
  })
}

function playAudio(url: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise(resolve => {
    const failed = () => resolve('The recording couldn’t be played.')
    const sound = new Audio(url)
    sound.onended = () => resolve(undefined)
    sound.onerror = failed
    const silence = () => {
      sound.pause()
      resolve(undefined)
    }
    signal.addEventListener('abort', silence, { once: true })
    sound.play().catch(failed)
  })
}
