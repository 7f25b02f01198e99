import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { aVideo } from '#testing/videos.ts'
import { aServer } from '#testing/web.ts'
import { cueTime, cueTimeText } from './rules.ts'

const file = `\ufeffWEBVTT - Easter

STYLE
::cue { background: url(https://evil.example/x) }

NOTE a note --> of nobody

1
00:01.000 --> 00:02.500 align:start
<v Ann><b>He is risen</b> &amp; lives</v>
<script>alert(1)</script>

2
01:00:03,000 --> 01:00:04,000
Indeed
`

test('a caption file is read, and what is sent to browsers has texts and times alone', async () => {
  const grace = await aChurch()
  const { id, publicId } = await aVideo(grace)
  const made = await grace.staff.videoCaptions.create({ videoId: id, language: 'en', file })
  expect(made).toMatchObject({
    label: 'English',
    cues: [
      { startMs: 1_000, endMs: 2_500, text: 'He is risen & lives' },
      { startMs: 3_603_000, endMs: 3_604_000, text: 'Indeed' },
    ],
  })
  const { send } = await aServer()
  const { captions } = await grace.visitor.publicVideos.playback({ video: publicId })
  const answer = await send(captions[0]!.address)
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  expect(await answer.text()).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHe is risen &amp; lives\n\n01:00:03.000 --> 01:00:04.000\nIndeed\n',
  )
  expect((await grace.viewer.videos.list({ search: 'is risen' })).items).toHaveLength(1)
})

test('captions are edited in the order of time, by one person at a time', async () => {
  const grace = await aChurch()
  const { id } = await aVideo(grace)
  const cue = (startMs: number, text: string) => ({ startMs, endMs: startMs + 500, text })
  const made = await grace.staff.videoCaptions.create({
    videoId: id,
    language: 'es',
    cues: [cue(900, 'b'), cue(0, 'a')],
  })
  expect(made.cues.map(({ text }) => text)).toEqual(['a', 'b'])
  const edit = { id: made.id, version: made.version, cues: [cue(0, 'x\n\n--> <i>y</i>')] }
  expect((await grace.staff.videoCaptions.update(edit)).cues[0]!.text).toBe('x\n--> y')
  await expect(grace.staff.videoCaptions.update(edit)).rejects.toMatchObject({ code: 'CONFLICT' })
  const refused = (input: object) =>
    grace.staff.videoCaptions
      .create({ videoId: id, language: 'fr', ...input } as never)
      .catch((error: Error) => error.message)
  expect(await refused({ file: 'Dear Ann,\n\nhello' })).toBe('This is no WebVTT or SubRip file')
  expect(await refused({ file: 'WEBVTT\n\n' })).toBe('This file has no captions in it')
  expect(await refused({ cues: [{ startMs: 9, endMs: 9, text: 'x' }] })).toBe('A caption has to end after it begins')
  expect(await refused({ language: 'es', cues: [cue(0, 'x')] })).toBe(
    'This video already has captions in this language',
  )
  await grace.staff.videoCaptions.remove({ id: made.id })
  expect((await grace.staff.videoCaptions.list({ videoId: id })).items).toEqual([])
})

test('times of lines are typed as people write them', () => {
  for (const [text, ms] of [
    ['0:00', 0],
    ['0:12.5', 12_500],
    ['1:02:03', 3_723_000],
    ['12:30.025', 750_025],
  ] as const) {
    expect(cueTime(text), text).toBe(ms)
    expect(cueTimeText(ms), text).toBe(text)
  }
  expect(['7', '7,5', '0:7'].map(cueTime)).toEqual([7_000, 7_500, 7_000])
  for (const wrong of ['', 'x', '0:60', '1:2:3:4', '-1']) expect(cueTime(wrong), wrong).toBeUndefined()
})
