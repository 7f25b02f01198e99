// Arrow keys go where the links go.
const stops = [...document.querySelectorAll<HTMLElement>('[id^="step-"], #end')]
const ways: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** The last stop whose top has been scrolled to. */
const here = () =>
  Math.max(
    -1,
    stops.findLastIndex(stop => stop.getBoundingClientRect().top < innerHeight / 3),
  )

addEventListener('keydown', event => {
  const way = ways[event.key]
  if (!way || event.altKey || event.ctrlKey || event.metaKey) return
  if ((event.target as Element).closest('input, textarea')) return
  const next = stops[here() + way]
  if (!next) return
  event.preventDefault()
  location.hash = next.id
  next.focus({ preventScroll: true })
})
