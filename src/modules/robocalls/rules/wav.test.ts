import { expect, test } from 'vitest'
import { readSound } from './audio.ts'
import { encodeWav, WAV_RATE } from './wav.ts'

test('what is recorded in the browser is a sound that can be played in a call', () => {
  const samples = Float32Array.from({ length: WAV_RATE * 2 }, (_, i) => Math.sin(i / 5) * 0.5)
  expect(readSound(encodeWav(samples))).toMatchObject({ type: 'audio/wav', seconds: 2 })
})

test('a microphone that is switched off is noticed', () => {
  expect(readSound(encodeWav(new Float32Array(WAV_RATE * 2)))).toMatch(/silent/)
})

test('what is too loud is cut, not turned around', () => {
  const view = new DataView(encodeWav(Float32Array.of(3, -3)).buffer)
  expect([view.getInt16(44, true), view.getInt16(46, true)]).toEqual([32_767, -32_767])
})
