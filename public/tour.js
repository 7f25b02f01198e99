// Arrow keys go where the links go.
const stops = [...document.querySelectorAll('[id^="step-"], #end')]

/** The last stop whose top has been scrolled to. */
const here = () =>
  Math.max(
    -1,
    stops.findLastIndex(stop => stop.getBoundingClientRect().top < innerHeight / 3),
  )

addEventListener('keydown', event => {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, textarea')) return
  const next = stops[here() + way]
  if (!next) return
  event.preventDefault()
  location.hash = next.id
  next.focus({ preventScroll: true })
})
