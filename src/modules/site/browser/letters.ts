// A page's own letters come once it is painted. A visitor who comes from another page of ours has them already: at once, then.
const sheets = document.querySelectorAll('style[data-letters]')
const dress = () => {
  for (const sheet of sheets) sheet.removeAttribute('media')
}
if (sheets.length > 0) {
  if (document.readyState === 'complete' || document.referrer.startsWith(`${location.origin}/`)) dress()
  else addEventListener('load', dress, { once: true })
}
