import { expect, test } from 'vitest'
import { bytesText, startSeconds, timeLeftText } from './options.ts'
import { fileRefusal, sameFile, secondsLeft, titleFrom } from './uploading.ts'

test('a file is refused by its name and size before it is sent', () => {
  expect(fileRefusal({ name: 'Sunday.MP4', size: 1 })).toBeUndefined()
  expect(fileRefusal({ name: 'Sunday.mp4', size: 524_288_000 })).toBeUndefined()
  expect(fileRefusal({ name: 'Sunday.mp4', size: 524_288_001 })).toBe('This file is larger than 500MB.')
  expect(fileRefusal({ name: 'Sunday.mkv', size: 1 })).toBe('Please choose an MP4, MOV, AVI or WEBM file.')
  expect(fileRefusal({ name: 'Sunday', size: 1 })).toBe('Please choose an MP4, MOV, AVI or WEBM file.')
  expect(fileRefusal({ name: 'Sunday.mov', size: 0 })).toBe('This file is empty.')
})

test('the name of a file becomes a title, unless a camera made it up', () => {
  expect(titleFrom('The_Good_Shepherd.mp4')).toBe('The Good Shepherd')
  expect(titleFrom('hope-for-monday.final.mov')).toBe('hope for monday.final')
  expect(titleFrom('John 3-16.webm')).toBe('John 3-16')
  for (const camera of ['IMG_1234.MOV', 'VID_20261122_101500.mp4', 'GX010023.MP4', 'PXL_20261122_101500123.mp4'])
    expect(titleFrom(camera), camera).toBe('')
  expect(titleFrom(`${'x'.repeat(300)}.mp4`)).toHaveLength(120)
})

test('a file is the same when name, size and time agree', () => {
  const file = { name: 'a.mp4', size: 3, lastModified: 5 }
  expect(sameFile(file, { ...file })).toBe(true)
  expect(sameFile(file, { ...file, size: 4 })).toBe(false)
  expect(sameFile(file, { ...file, lastModified: 6 })).toBe(false)
})

test('bytes and times are said as people say them', () => {
  expect([0, 1_023, 1_024, 524_288_000, 1.25 * 1_024 ** 3, 20 * 1_024 ** 3].map(bytesText)).toEqual([
    '0 bytes',
    '1023 bytes',
    '1 kB',
    '500 MB',
    '1.3 GB',
    '20 GB',
  ])
  expect(secondsLeft(100, 0)).toBeNull()
  expect([secondsLeft(100, 50), 42, 60, 61 * 60, 3 * 3_600].map(timeLeftText)).toEqual([
    'a few seconds left',
    'less than a minute left',
    '1 minute left',
    '1 hour left',
    '3 hours left',
  ])
  expect(timeLeftText(null)).toBe('')
})

test('a start is typed as minutes and seconds', () => {
  expect(['', '90', '12:30', '1:02:03', ' 0:05 '].map(startSeconds)).toEqual([0, 90, 750, 3_723, 5])
  for (const wrong of ['x', '1:60', '1:2:3:4', '-5', '12:']) expect(startSeconds(wrong), wrong).toBeUndefined()
})
