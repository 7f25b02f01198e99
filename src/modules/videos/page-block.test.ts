import { expect, test } from 'vitest'
import { forget } from '#pages/service/serving.ts'
import { aChurch } from '#testing/church.ts'
import { slugOf } from '#testing/portal.ts'
import { aVideo, uploadThumbnail } from '#testing/videos.ts'
import { aServer } from '#testing/web.ts'

/** A church with a site, on which blocks of videos are placed. */
async function aSite() {
  const grace = await aChurch()
  const church = await slugOf(grace)
  const { id } = await grace.staff.pages.create({ name: 'Watch with us' })
  const heading = { type: 'heading', props: { id: 'h1', text: 'Watch', level: 1 } }
  const place = async (kind: string, value: object) => {
    const { version } = await grace.staff.pages.get({ id })
    const plugged = { type: 'plugged', props: { id: 'b1', kind, value } }
    return grace.staff.pages.update({ id, version, draft: { content: [heading, plugged] } as never })
  }
  const publish = async () => {
    const { version } = await grace.staff.pages.get({ id })
    return grace.staff.pages.publish({ id, version })
  }
  const open = async () => {
    forget()
    const { send } = await aServer()
    const answer = await send(`/c/${church}/watch-with-us`)
    return { text: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
  }
  return { grace, church, pageId: id, place, publish, open }
}

test('a page shows a video of the church with the player; what visitors may not watch is refused before it is published', async () => {
  const { grace, pageId, place, publish, open } = await aSite()
  const video = await aVideo(grace, { title: 'Light <of> the world', visibility: 'private' })
  const said = async (kind: string, value: object) =>
    (await place(kind, value)).findings.filter(one => one.block === 'b1').map(one => one.message)
  const name = 'Video from your library'
  expect(await said('ourVideo', {})).toEqual([`${name}: choose a video`])
  expect(await said('ourVideo', { videoId: video.id })).toEqual([
    `${name}: this video is private; visitors can’t watch it`,
  ])
  expect(await said('nothing', {})).toEqual(['Block that is no longer available: remove it'])
  await place('ourVideo', { videoId: video.id })
  await expect(publish()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await grace.staff.videos.update({ id: video.id, version: video.version, visibility: 'unlisted' })
  await publish()
  const page = await open()
  expect(page.text).toContain('<lampstand-player data-source="site"')
  expect(page.text).toContain('Light &lt;of&gt; the world')
  expect(page.text).toContain('.film {')
  expect(page.text).toMatch(/<script type="module" src="[^"]+"/)
  expect(page.policy).toContain("media-src 'self'")
  // Where it is shown is said before it is deleted, and visitors read why it is gone.
  expect(await grace.staff.videos.uses({ id: video.id })).toEqual({
    items: [{ label: 'the page “Watch with us”', href: `/page-builder/${pageId}` }],
  })
  await grace.staff.videos.remove({ id: video.id })
  expect((await open()).text).toContain('This video is not available at the moment.')
})

test('the newest public videos of a library stand on a page, and nothing of another church', async () => {
  const { grace, church, place, publish, open } = await aSite()
  const other = await aChurch('Hope Chapel')
  const stranger = await aVideo(other, { title: 'Not ours', visibility: 'public' })
  const pictureIds = [await uploadThumbnail(grace)]
  await aVideo(grace, { title: 'Older', visibility: 'public', preachedOn: '2026-01-04' })
  await aVideo(grace, { title: 'Newer', visibility: 'public', preachedOn: '2026-02-01', pictureIds })
  await aVideo(grace, { title: 'By link', visibility: 'unlisted', preachedOn: '2026-03-01' })
  await place('ourVideos', { title: 'Our <sermons>', count: 1 })
  await publish()
  const page = await open()
  expect(page.text).toContain('<h2>Our &lt;sermons&gt;</h2>')
  expect(page.text).toContain(`href="/watch/${church}/newer"`)
  for (const hidden of ['Older', 'By link', '<lampstand-player']) expect(page.text).not.toContain(hidden)
  expect((await place('ourVideo', { videoId: stranger.id })).findings.map(one => one.message)).toContain(
    'Video from your library: this video was deleted; choose another one',
  )
})

test('an email that is not sent yet is named before its video is deleted', async () => {
  const grace = await aChurch()
  const video = await aVideo(grace, { visibility: 'public' })
  const { id, version } = await grace.staff.emailCampaigns.create({ name: 'May news' })
  const block = { key: 'v', type: 'video', title: video.title, text: '', poster: '', label: 'Watch' }
  const href = `https://example.org/watch/grace/${video.publicId}`
  await grace.staff.emailCampaigns.update({ id, version, blocks: [{ ...block, href }] as never })
  expect(await grace.staff.videos.uses({ id: video.id })).toEqual({
    items: [{ label: 'the email “May news”', href: `/dashboard/campaigns/${id}` }],
  })
})
