import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'

export const publicFile = (name: string) => path.resolve(import.meta.dirname, '../public', name)

/** One for each main page: what stands on it, and the screen it shows. */
const previews: Record<string, [title: string, shot: string]> = {
  default: ['Care for every person who walks through your door', 'dashboard'],
  features: ['Made for the people who welcome, call, remember and care', 'board'],
  pricing: ['Three plans, a free trial, no credit card', 'dashboard'],
  solutions: ['Everything your ministry says and does, in one place', 'board'],
  tour: ['A guided tour of the demo church', 'person'],
  about: ['Why Lampstand exists', 'people'],
  blog: ['On welcoming people', 'board'],
  help: ['Short answers to everything', 'import'],
  documentation: ['From the first sign-in to the API', 'import'],
  contact: ['A person reads every message', 'people'],
}

const styles = `
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #3b4cb8; color: #fffefc; font-family: "Inter", sans-serif; }
  header { position: absolute; top: 64px; left: 72px; display: flex; gap: 18px; align-items: center; font-size: 34px; font-weight: 650; }
  header img { width: 60px; border-radius: 15px; box-shadow: 0 0 0 2px #ffffff33; }
  h1 { position: absolute; top: 168px; left: 72px; width: 560px; margin: 0; font: 600 56px/1.14 "Source Serif 4", serif; letter-spacing: -0.015em; text-wrap: balance; }
  p { position: absolute; bottom: 58px; left: 72px; margin: 0; color: #dfe3f8; font-size: 26px; }
  i { position: absolute; bottom: 106px; left: 72px; width: 64px; height: 6px; border-radius: 3px; background: #e3a322; }
  .shot { position: absolute; top: 120px; left: 690px; height: 560px; border-radius: 14px; }`

/** Pictures of 1200 by 630 for those who share a page; drawn on a page of the product, whose letters are there. */
export async function drawPreviews(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, bypassCSP: true })
  await page.goto(`${origin}/about`)
  await page.evaluate(css => {
    const style = document.createElement('style')
    style.textContent = css
    document.head.append(style)
  }, styles)
  for (const [name, [title, shot]] of Object.entries(previews)) {
    const picture = readFileSync(publicFile(`shots/${shot}-light.webp`)).toString('base64')
    await page.evaluate(
      async ([title, picture]) => {
        document.body.innerHTML = `<header><img src="/favicon.svg" alt="">Lampstand</header><h1></h1><i></i><p>The CRM for churches and ministries</p><img class="shot" alt="" src="data:image/webp;base64,${picture}">`
        document.querySelector('h1')!.textContent = title!
        await Promise.all([...document.images].map(image => image.decode()))
        await document.fonts.ready
      },
      [title, picture] as const,
    )
    const png = await page.screenshot()
    writeFileSync(publicFile(`og/${name}.png`), png)
    console.log(`og/${name}.png ${(png.length / 1000).toFixed(0)} kB`)
  }
  await page.close()
}

/** [file, side, share of the side that the mark takes]: a maskable one is cut round by some phones. */
const icons = [
  ['icon-192.png', 192, 1],
  ['icon-512.png', 512, 1],
  ['icon-maskable-512.png', 512, 0.76],
  ['apple-touch-icon.png', 180, 0.86],
] as const

export async function drawIcons(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const mark = readFileSync(publicFile('favicon.svg')).toString('base64')
  for (const [file, side, share] of icons) {
    await page.setViewportSize({ width: side, height: side })
    const background = share < 1 ? '#3b4cb8' : 'transparent'
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${background}"><img src="data:image/svg+xml;base64,${mark}" style="width:${side * share}px">`,
    )
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    writeFileSync(publicFile(file), await page.screenshot({ omitBackground: true }))
  }
  await page.close()
}
