// The page works without this: it shows times by the clocks of the guest's own device, and changes the zone without a button.
const form = document.querySelector<HTMLFormElement>('.zone')
if (form) {
  const select = form.querySelector('select')!
  form.querySelector<HTMLElement>('[data-zone-button]')!.hidden = true
  select.addEventListener('change', () => form.requestSubmit())
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const address = new URL(location.href)
  if (own && !address.searchParams.has('zone') && own !== select.value) {
    address.searchParams.set('zone', own)
    location.replace(address)
  }
}
// In a frame of another site: as high as its content.
if (document.documentElement.dataset.embedded !== undefined) {
  const tell = () => parent.postMessage({ type: 'lampstand-form', height: document.documentElement.scrollHeight }, '*')
  new ResizeObserver(tell).observe(document.body)
  tell()
}
