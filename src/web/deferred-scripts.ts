import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isAnswered } from './consent.ts'

const built = path.resolve('build/client')
const sheets = new Map<string, string>()

function sheetOf(href: string): string | undefined {
  const file = path.join(built, href)
  // Letters as wide wait in their place: ours come with the sheets once all is painted.
  const letters = /@font-face\s*\{[^}]*url\([^}]*\}/g
  if (!sheets.has(href) && existsSync(file)) sheets.set(href, readFileSync(file, 'utf8').replace(letters, ''))
  return sheets.get(href)
}

/**
 * The page as /late.js wants it: complete, with its scripts named and not loaded. They are what a sign-in page weighs, and
 * nobody needs them before the first key. Its styles travel inside it, which saves a phone a round trip before it sees
 * anything, and the question about cookies is there at once where it has not been answered.
 */
export const deferScripts = (html: string, cookies: string): string =>
  html
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script [^>]*)type="module" async=""/, '$1type="text/late"')
    .replace(
      /<link [^>]*rel="stylesheet"[^>]*href="(\/assets\/[\w-]+\.css)(#?)"[^>]*>/g,
      (link, href: string, mark: string) => {
        const sheet = sheetOf(href)
        // The mark is the router's own, and React misses it.
        return sheet ? `<style data-sheet="${href}${mark}">${sheet}</style>` : link
      },
    )
    .replace('<aside id="consent" hidden=""', found => (isAnswered(cookies) ? found : '<aside id="consent"'))
