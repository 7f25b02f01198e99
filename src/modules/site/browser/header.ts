// What the header says to someone who is signed in, and which address did not exist: the page itself is the same for everyone.
function signedInAs(): string | undefined {
  for (const [key, value] of Object.entries<string>(localStorage)) {
    if (!/^sb-.+-auth-token$/.test(key)) continue
    try {
      return JSON.parse(value).user?.email ?? ''
    } catch {
      return undefined
    }
  }
  return undefined
}

const who = signedInAs()
if (who !== undefined) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-sign-in]')) {
    link.textContent = 'Go to dashboard'
    link.href = '/dashboard'
    if (who) link.title = `Signed in as ${who}`
  }
  for (const link of document.querySelectorAll<HTMLElement>('[data-sign-up]')) link.hidden = true
}

const missing = new URLSearchParams(location.search).get('missing')
const notice = document.getElementById('missing')
if (missing && notice) {
  notice.textContent = `There is no page at ${missing.slice(0, 200)}. This is our home page.`
  notice.hidden = false
}
