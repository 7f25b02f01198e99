/** Adopted by the document: a page whose policy allows no inline styles may use it as well. */
const css = `
lampstand-player { display: block; position: relative; height: 100%; }
lampstand-player media-controller { width: 100%; height: 100%; --media-range-bar-color: var(--player-color, #f2b441); }
lampstand-player video { object-fit: contain; }
lampstand-player media-play-button[slot] {
  width: 72px; height: 72px; padding: 16px; border-radius: 50%;
  --media-control-background: rgb(0 0 0 / 65%); --media-control-hover-background: rgb(0 0 0 / 85%);
}
lampstand-player media-controller:not([mediapaused]) media-play-button[slot] { display: none; }
lampstand-player media-controller:not([breakpointmd]) :is(media-volume-range, media-pip-button) { display: none; }
lampstand-player media-controller:not([breakpointsm]) :is(
  media-seek-backward-button, media-seek-forward-button, media-playback-rate-button, media-mute-button
) { display: none; }
`

let isAdopted = false
export function adoptPlayerStyles(): void {
  if (isAdopted) return
  isAdopted = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
