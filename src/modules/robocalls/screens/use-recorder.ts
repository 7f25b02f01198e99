import { useCallback, useEffect, useRef, useState } from 'react'
import { MOST_SECONDS } from '../rules/audio.ts'
import { encodeWav, WAV_RATE } from '../rules/wav.ts'

interface Recorded {
  blob: Blob
  /** Where this page hears it. */
  url: string
}

interface Running {
  recorder: MediaRecorder
  /** Gives the microphone back. */
  release: () => void
}

const LEVEL_MS = 100

/** Records from the microphone, and makes a WAV file of it that a phone call can play. */
export function useRecorder() {
  const running = useRef<Running | null>(null)
  const [isRecording, setIsRecording] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const [level, setLevel] = useState(0)
  const [recorded, setRecorded] = useState<Recorded | null>(null)
  const [problem, setProblem] = useState<string>()

  const stop = useCallback(() => {
    if (running.current?.recorder.state === 'recording') running.current.recorder.stop()
  }, [])
  useEffect(() => () => running.current?.release(), [])

  const finish = async (pieces: Blob[]) => {
    running.current?.release()
    running.current = null
    setIsRecording(false)
    setLevel(0)
    try {
      const blob = await toWav(new Blob(pieces))
      setRecorded({ blob, url: URL.createObjectURL(blob) })
    } catch {
      setProblem('This browser couldn’t save the recording. Upload a WAV or MP3 file instead.')
    }
  }

  const start = async () => {
    setProblem(undefined)
    setSeconds(0)
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, noiseSuppression: true } })
      const recorder = new MediaRecorder(stream)
      const pieces: Blob[] = []
      recorder.ondataavailable = event => void pieces.push(event.data)
      recorder.onstop = () => void finish(pieces)
      const release = watchLevel(stream, (volume, length) => {
        setLevel(volume)
        setSeconds(Math.floor(length))
        if (length >= MOST_SECONDS) stop()
      })
      running.current = { recorder, release }
      recorder.start()
      setIsRecording(true)
    } catch {
      setProblem('The microphone can’t be used. Allow it in your browser, or upload a WAV or MP3 file.')
    }
  }

  const discard = () => setRecorded(null)
  return { isRecording, seconds, level, recorded, problem, start, stop, discard }
}

/** Says how loud it is and how long it has gone on, ten times a second. @returns ends it, and the use of the microphone */
function watchLevel(stream: MediaStream, onLevel: (volume: number, seconds: number) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const began = performance.now()
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    onLevel(Math.min(1, peak), (performance.now() - began) / 1_000)
  }, LEVEL_MS)
  return () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
}

/** Mono at the rate of calls, whatever the browser has recorded; at most as long as a call can play. */
async function toWav(recording: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, WAV_RATE)
  const decoded = await context.decodeAudioData(await recording.arrayBuffer())
  const length = Math.min(Math.ceil(decoded.duration * WAV_RATE), MOST_SECONDS * WAV_RATE)
  const mixed = new OfflineAudioContext(1, length, WAV_RATE)
  const source = mixed.createBufferSource()
  source.buffer = decoded
  source.connect(mixed.destination)
  source.start()
  const rendered = await mixed.startRendering()
  return new Blob([encodeWav(rendered.getChannelData(0))], { type: 'audio/wav' })
}
