import { expect, type Page } from '@playwright/test'

/**
 * A click on each control of a screen does something: the page changes, a dialog opens, a request leaves. What would be
 * written is refused on its way, so one screen's clicks are not another's data. Every control can be hit with a mouse
 * where it is drawn; links are hit, and not followed.
 *
 * @returns the names of the controls that were clicked
 */
export async function expectControlsToWork(page: Page, { within }: { within: string }): Promise<string[]> {
  const { clicked, dead } = await walkControls(page, { within })
  expect(dead, `controls of ${page.url()}`).toEqual([])
  return clicked
}

export const walkControls = (page: Page, { within }: { within: string }): Promise<Walk> =>
  page.evaluate(clickThrough, { within, skipped: SKIPPED.source, most: MOST })

/** What ends the session or leaves the screen for good: it has journeys of its own. */
const SKIPPED = /^(sign out|explore the demo|open the demo|leave support|skip to (the )?content)/i

/** The rest of a screen with more controls is more rows of the same. */
const MOST = 40

interface Walk {
  clicked: string[]
  dead: string[]
}

/** Runs in the page. */
async function clickThrough({
  within,
  skipped,
  most,
}: {
  within: string
  skipped: string
  most: number
}): Promise<Walk> {
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
    !one.closest('[inert], [aria-hidden=true], [aria-disabled=true], fieldset:disabled, .mantine-Notification-root') &&
    // What is dragged, and what is chosen already.
    !one.matches('[data-rfd-drag-handle-draggable-id], [role=tab][aria-selected=true], input[type=radio]:checked') &&
    !(one as HTMLButtonElement).disabled &&
    !new RegExp(skipped, 'i').test(nameOf(one))

  const walk: Walk = { clicked: [], dead: [] }
  let [happened, asked] = [0, 0]
  const note = () => happened++
  const observer = new MutationObserver(note)
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const { fetch: send, open, print } = window
  const stored = { ...localStorage }
  window.fetch = (input, init) => {
    note()
    const { method, url } = new Request(input, init)
    if (method === 'GET') {
      asked++
      return send(input, init).finally(() => asked--)
    }
    return Promise.reject(new TypeError(`Failed to fetch ${url}`))
  }
  window.open = () => {
    note()
    return null
  }
  window.print = note
  // Without a person's gesture the clipboard is closed, and no element fills the screen.
  Element.prototype.requestFullscreen = async () => void note()
  navigator.clipboard.writeText = async () => void note()
  const path = location.pathname
  const before = new Set(document.querySelectorAll(`${dialogs}, [role=menu], [role=listbox], [role=dialog]`))
  // Another document would end this walk.
  navigation.addEventListener('navigate', event => {
    note()
    if (!event.destination.sameDocument && event.cancelable) event.preventDefault()
  })
  for (const event of ['change', 'submit', 'toggle', 'invalid']) document.addEventListener(event, note, true)
  // A chooser of files opens for a person alone.
  document.addEventListener('click', ({ target }) => (target as Element).matches('input[type=file]') && note(), true)
  const stay = (event: Event) => event.preventDefault()
  document.addEventListener('submit', stay, true)

  /** As a mouse does it. */
  function press(one: HTMLElement): void {
    const how = { bubbles: true, cancelable: true, composed: true, button: 0, view: window }
    one.dispatchEvent(new PointerEvent('pointerdown', how))
    one.dispatchEvent(new MouseEvent('mousedown', how))
    one.dispatchEvent(new PointerEvent('pointerup', how))
    one.dispatchEvent(new MouseEvent('mouseup', how))
    one.click()
  }

  async function whatCovers(one: Element): Promise<string | null> {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    const label = one.closest('label') ?? (one.id ? document.querySelector(`label[for="${CSS.escape(one.id)}"]`) : null)
    let found: Element | undefined
    for (const box of [...one.getClientRects(), ...(label?.getClientRects() ?? [])]) {
      // What was refused is told for a while, in front of everything.
      const hit = document
        .elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        .find(at => !at.closest('.mantine-Notifications-root, .mantine-Notification-root'))
      if (hit && (one.contains(hit) || label?.contains(hit) || hit.closest('label')?.contains(one))) return null
      found ??= hit
    }
    return `${found?.tagName.toLowerCase()} ${found?.className}`.slice(0, 80)
  }

  /** Up to a time that nobody would wait for. */
  async function until(isSo: () => boolean, ms = 3_000): Promise<void> {
    for (const end = performance.now() + ms; performance.now() < end && !isSo(); ) await wait(5)
  }
  /** What comes in steps (a part that is loaded or asked for, then a dialog) has come. */
  async function settled(): Promise<void> {
    const begun = performance.now()
    for (let calmSince = begun, last = happened, now = begun; now < begun + 1_000; now = performance.now()) {
      await wait(10)
      if (happened !== last || asked > 0) calmSince = now
      else if (now - calmSince >= 80) break
      last = happened
    }
  }
  const floating = () =>
    [...document.querySelectorAll(`${dialogs}, [role=menu], [role=listbox], [role=dialog]`)].some(
      one => one.checkVisibility() && !before.has(one),
    )

  /** Back to where the screen was: what opened is closed, what was left is returned to. */
  async function restore() {
    for (let i = 0; i < 3 && floating(); i++) {
      const at = document.activeElement ?? document.body
      at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }))
      await until(() => !floating(), 400)
    }
    if (floating()) document.querySelector<HTMLElement>(`${dialogs} button[aria-label=Close]`)?.click()
    await until(() => !floating(), 400)
    for (const close of document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton')) close.click()
    if (location.pathname === path) return
    history.back()
    await until(() => location.pathname === path && !document.querySelector('.mantine-Skeleton-root, [aria-busy=true]'))
    await wait(50)
  }

  const seen = new Map<string, number>()
  /** A label is short; a whole row that is a button is named by what it shows. */
  const isLabeled = (one: Element) =>
    one.tagName === 'BUTTON' && (one.hasAttribute('aria-label') || nameOf(one).length <= 40)
  /** Rows repeat their controls with other names: three of a kind are enough. */
  const familyOf = (one: Element) =>
    `${one.tagName} ${one.className} ${isLabeled(one) ? nameOf(one).split(/\s/)[0]?.replace(/\d+/g, '0') : ''}`
  const isNew = (one: Element) => !seen.has(kindOf(one)) && (seen.get(familyOf(one)) ?? 0) < 3
  // A dialog that opens with the screen stands in front of it.
  const root = [...before].filter(one => one.matches(dialogs)).at(-1) ?? document.querySelector(within) ?? document.body
  const rest = () => [...root.querySelectorAll(controls)].find(one => isNew(one) && isUsable(one))
  for (let one = rest(); one && walk.clicked.length < most && root.isConnected; one = rest()) {
    // A part that is loaded for the first time may have come late.
    if (floating()) await restore()
    const kind = kindOf(one)
    seen.set(kind, 1).set(familyOf(one), (seen.get(familyOf(one)) ?? 0) + 1)
    let cover = await whatCovers(one)
    // A canvas is wider than its window.
    const isBeside = () => one.closest('.react-flow__viewport') && !/react-flow|Overlay/.test(cover ?? '')
    // On a busy machine a part comes late and goes late; what is in front of it then stays there.
    for (let again = 0; again < 3 && cover && !isBeside(); again++) {
      await settled()
      await restore()
      cover = await whatCovers(one)
    }
    // It may have closed meanwhile.
    if (cover && !isBeside() && one.isConnected && isUsable(one))
      walk.dead.push(`${kind} can’t be hit, ${cover} is in front of it`)
    if (cover) continue
    if (one.matches('a[href]')) continue
    await wait(20)
    const quiet = happened
    press(one as HTMLElement)
    await until(() => happened > quiet)
    if (happened === quiet) walk.dead.push(`${kind} does nothing`)
    await settled()
    walk.clicked.push(kind)
    await restore()
  }
  observer.disconnect()
  // The next screen belongs to the same person in the same account.
  localStorage.clear()
  Object.assign(localStorage, stored)
  Object.assign(window, { fetch: send, open, print })
  return walk
}
