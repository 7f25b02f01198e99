import { type TouchEvent as ReactTouchEvent, useCallback } from 'react'

/**
 * A lifted card is drawn anew at the pointer, and the one under the finger leaves the page. Its touch goes on being
 * told to that one alone, so it is passed on to the window, where the drag listens.
 */
export function useTouch() {
  return useCallback(({ nativeEvent: { target } }: ReactTouchEvent) => {
    const element = target as HTMLElement
    const pass = (event: TouchEvent) => {
      const { touches, targetTouches, changedTouches, type } = event
      if (type !== 'touchmove') leave()
      if (element.isConnected) return
      const lists = { touches: [...touches], targetTouches: [...targetTouches], changedTouches: [...changedTouches] }
      const passed = new TouchEvent(type, { ...lists, bubbles: true, cancelable: true })
      // Nobody may take the move for scrolling.
      if (!window.dispatchEvent(passed)) event.preventDefault()
    }
    const types = ['touchmove', 'touchend', 'touchcancel'] as const
    const leave = () => {
      for (const type of types) element.removeEventListener(type, pass)
    }
    for (const type of types) element.addEventListener(type, pass, { passive: false })
  }, [])
}
