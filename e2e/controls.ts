import { expect, type Page } from '@playwright/test'

/**
 * A click on each control of a screen does something: the page changes, a dialog opens, a request leaves. What would be
 * written is refused on its way, so one screen's clicks are not another's data. Every control can be hit with a mouse
 * where it is drawn; links are hit, and not followed.
 *
 * @returns the names of the controls that were clicked
 */
export async function expectControlsToWork(page: Page, { within }: { within: string }): Promise<string[]> {
  const { clicked, dead } = await page.evaluate(clickThrough, { within, skipped: SKIPPED.source })
  expect(dead, `controls of ${page.url()}`).toEqual([])
  return clicked
}

/** What ends the session or leaves the screen for good: it has journeys of its own. */
const SKIPPED = /^(sign out|explore the demo|open the demo|leave support|skip to content)/i

interface Walk {
  clicked: string[]
  dead: string[]
}

/** Runs in the page. */
async function clickThrough({ within, skipped }: { within: string; skipped: string }): Promise<Walk> {
  const controls =
    'button, summary, [role=button], [role=tab], [role=switch], input[type=checkbox], input[type=radio], a[href]'
  const dialogs = '[role=dialog][aria-modal=true]'
  const wait = (ms: number) => new Promise(done => setTimeout(done, ms))
  const nameOf = (one: Element) =>
    (one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent ?? '').trim().slice(0, 60)
  const kindOf = (one: Element) =>
    `${one.tagName.toLowerCase()}${one.getAttribute('role') ?? ''} “${nameOf(one).replace(/\d+/g, '0')}”`
  const isUsable = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !one.closest('[inert], [aria-hidden=true], [aria-disabled=true], fieldset:disabled') &&
    !(one as HTMLButtonElement).disabled &&
    !new RegExp(skipped, 'i').test(nameOf(one))

  const walk: Walk = { clicked: [], dead: [] }
  let happened = 0
  const note = () => happened++
  const observer = new MutationObserver(note)
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const { fetch: send, open, print } = window
  window.fetch = (input, init) => {
    note()
    const { method, url } = new Request(input, init)
    if (method === 'GET') return send(input, init)
    return Promise.reject(new TypeError(`Failed to fetch ${url}`))
  }
  window.open = () => (note(), null)
  window.print = note
  const here = location.href
  for (const event of ['change', 'submit', 'toggle']) document.addEventListener(event, note, true)
  const stay = (event: Event) => event.preventDefault()
  document.addEventListener('submit', stay, true)

  async function isHit(one: Element): Promise<boolean> {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    const label = one.closest('label') ?? (one.id ? document.querySelector(`label[for="${CSS.escape(one.id)}"]`) : null)
    for (const box of [...one.getClientRects(), ...(label?.getClientRects() ?? [])]) {
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      if (hit && (one.contains(hit) || label?.contains(hit) || hit.closest('label')?.contains(one))) return true
    }
    return false
  }

  /** Back to where the screen was: what opened is closed, what was left is returned to. */
  async function restore() {
    for (let i = 0; i < 3 && document.querySelector(`${dialogs}, [role=menu], [role=listbox]`); i++) {
      const at = document.activeElement ?? document.body
      at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }))
      await wait(60)
    }
    if (location.href !== here) {
      history.back()
      await wait(150)
    }
  }

  const seen = new Set<string>()
  const rest = () =>
    [...(document.querySelector(within) ?? document.body).querySelectorAll(controls)].find(
      one => isUsable(one) && !seen.has(kindOf(one)),
    )
  for (let one = rest(); one && seen.size < 150; one = rest()) {
    const kind = kindOf(one)
    seen.add(kind)
    if (!(await isHit(one))) {
      walk.dead.push(`${kind} can’t be hit`)
      continue
    }
    if (one.matches('a[href]')) continue
    await wait(20)
    const before = happened
    ;(one as HTMLElement).click()
    for (let i = 0; i < 25 && happened === before && location.href === here; i++) await wait(20)
    if (happened === before && location.href === here) walk.dead.push(`${kind} does nothing`)
    walk.clicked.push(kind)
    await restore()
  }
  observer.disconnect()
  Object.assign(window, { fetch: send, open, print })
  return walk
}
