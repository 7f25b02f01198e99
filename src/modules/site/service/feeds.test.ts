import { expect, test } from 'vitest'
import { aServer } from '#testing/web.ts'

test('robots, sitemap and feed name pages of this server', async () => {
  const { send } = await aServer()
  const text = async (path: string) => (await send(path)).text()
  expect(await text('/robots.txt')).toContain('Sitemap: http://127.0.0.1:3000/sitemap.xml')
  const places = [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(match => match[1])
  expect(places).toContain('http://127.0.0.1:3000/help/import-people')
  expect(new Set(places).size).toBe(places.length)
  const feed = await text('/rss.xml')
  expect([...feed.matchAll(/<item>/g)].length).toBeGreaterThanOrEqual(3)
  expect(feed.indexOf('a-board-for-monday')).toBeLessThan(feed.indexOf('thirty-six-hours'))
})
