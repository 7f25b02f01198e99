import { useEffect } from 'react'

/** A dialog opened from a dialog, opened from a menu: more than anyone comes back through. */
const REMEMBERED = 12
/** Later than Mantine gives the focus back by itself, which it does after 10 ms. */
const AFTER_MANTINE = 60

/** What the last of these is stands on top. */
const dialogs = '[role=dialog][aria-modal=true]'
const stops = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

const topDialog = () =>
  [...document.querySelectorAll<HTMLElement>(dialogs)].filter(one => one.checkVisibility()).at(-1) ?? null

const hasDialog = (node: Node) =>
  node instanceof Element && (node.matches(dialogs) || node.querySelector(dialogs) !== null)

/**
 * The focus never gets lost around dialogs. What had it may go away: a dialog that was mounted for one row, a button
 * that did its job. Then the browser begins again at the top of the page, behind the dialog that is still open.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let last: HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      last = [target, ...last.filter(one => one !== target && one.isConnected)].slice(0, REMEMBERED)
    }
    const isLost = () => document.activeElement === document.body || document.activeElement === null
    const back = () => {
      const dialog = topDialog()
      const usable = last.find(one => one.isConnected && one.checkVisibility() && (!dialog || dialog.contains(one)))
      const to = usable ?? dialog?.querySelector<HTMLElement>(stops) ?? null
      to?.focus({ preventScroll: true })
      return to !== null
    }
    const onTab = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && isLost() && topDialog() && back()) event.preventDefault()
    }
    let timer = 0
    const closed = new MutationObserver(changes => {
      if (!changes.some(({ removedNodes }) => [...removedNodes].some(hasDialog))) return
      window.clearTimeout(timer)
      timer = window.setTimeout(() => isLost() && back(), AFTER_MANTINE)
    })
    closed.observe(document.getElementById('overlays')!, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    document.addEventListener('keydown', onTab)
    return () => {
      window.clearTimeout(timer)
      closed.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('keydown', onTab)
    }
  }, [])
}
