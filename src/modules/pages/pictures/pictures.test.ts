import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { headersOf } from '#testing/imports.ts'
import { aServer } from '#testing/web.ts'
import { type Block, beginnings } from '../rules/blocks.ts'
import { forget } from '../service/serving.ts'

test('a picture is measured, and served in few widths as AVIF and WebP; nothing larger than it is', async () => {
  const church = await aChurch()
  const { send } = await aServer()
  const photo = await sharp({ create: { width: 1_000, height: 500, channels: 3, background: '#3b4cb8' } })
    .jpeg()
    .toBuffer()
  const brought = await send('/storage/v1/uploads?purpose=picture&name=a.jpg', {
    method: 'POST',
    headers: headersOf(church, 'owner'),
    body: new Uint8Array(photo),
  })
  const { id: fileId } = (await brought.json()) as { id: string }
  const image: Block = { type: 'image', props: { id: 'i1', ...beginnings.image, fileId, alt: 'Our building' } }
  const h1: Block = { type: 'heading', props: { id: 'h1', text: 'Hello', level: 1 } }
  const { id, version } = await church.staff.pages.create({ name: 'A' })
  const changed = await church.staff.pages.update({ id, version, draft: { content: [h1, image] } })
  await church.settle()
  await church.staff.pages.publish({ id, version: changed.version })
  forget()
  const { accounts } = await church.owner.clients.mine({})
  const html = await (await send(`/c/${accounts[0]!.slug}/a`)).text()
  expect(html).toContain('width="1000" height="500" fetchpriority="high"')
  expect(html).toContain(`/storage/v1/images/${fileId}/960.avif 960w"`)
  for (const format of ['avif', 'webp']) {
    const answer = await send(`/storage/v1/images/${fileId}/640.${format}`)
    expect(answer.headers.get('content-type')).toBe(`image/${format}`)
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 640, height: 320 })
  }
  for (const name of ['641.webp', '640.gif', '640.webp.php'])
    expect((await send(`/storage/v1/images/${fileId}/${name}`)).status).toBe(404)
  expect((await send('/storage/v1/images/00000000-0000-4000-8000-000000000001/640.webp')).status).toBe(404)
})
