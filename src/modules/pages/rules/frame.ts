import { escapeHtml as e } from '#messaging/rules/letter.ts'
import type { PublicChurch } from '#public-page/rules/branding.ts'
import { type Html, markup } from '#public-page/rules/document.ts'

export interface MenuItem {
  href: string
  text: string
  isHere: boolean
}

const mark = ({ name, logoId }: PublicChurch) =>
  logoId
    ? `<img src="/storage/v1/logos/${e(logoId)}" alt="" width="40" height="40">`
    : `<span class="mark" aria-hidden="true">${e(name.trim().charAt(0).toUpperCase())}</span>`

/** The church's name and the pages in its navigation. */
export const siteHeader = (
  church: PublicChurch,
  home: string,
  menu: readonly MenuItem[],
  say: (text: string) => string,
): Html =>
  markup(
    `<a class="skip" href="#main">${e(say('Skip to the content'))}</a><header class="site"><a class="church" href="${e(home)}">${mark(church)}<span>${e(church.name)}</span></a>${
      menu.length === 0
        ? ''
        : `<nav aria-label="${e(say('Main'))}">${menu.map(({ href, text, isHere }) => `<a href="${e(href)}"${isHere ? ' aria-current="page"' : ''}>${e(text)}</a>`).join('')}</nav>`
    }</header>`,
  )

interface Footer {
  church: PublicChurch
  address: string
  /** The same page in another language. */
  other?: { href: string; language: string; text: string }
}
export const siteFooter = ({ church, address, other }: Footer): Html =>
  markup(
    `<footer class="site"><p><b>${e(church.name)}</b>${address ? `<br>${e(address).replaceAll('\n', ', ')}` : ''}</p>${
      other
        ? `<p><a href="${e(other.href)}" lang="${e(other.language)}" hreflang="${e(other.language)}">${e(other.text)}</a></p>`
        : ''
    }</footer>`,
  )
