const cookie = 'lampstand_consent'
const days = 365
const banner = document.getElementById('consent')

if (banner && !document.cookie.split('; ').some(pair => pair.startsWith(`${cookie}=`))) {
  banner.hidden = false
  banner.addEventListener('click', event => {
    const answer = (event.target as Element).closest('button')?.value
    if (!answer) return
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
    document.cookie = `${cookie}=${answer}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`
    banner.hidden = true
  })
}
