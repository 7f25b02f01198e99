// A video loads from elsewhere only once someone asks for it.
for (const box of document.querySelectorAll<HTMLElement>('[data-video]'))
  box.firstElementChild!.addEventListener('click', event => {
    event.preventDefault()
    const frame = document.createElement('iframe')
    frame.src = box.dataset.video!
    frame.title = box.textContent
    frame.allow = 'autoplay; fullscreen; picture-in-picture'
    frame.allowFullscreen = true
    box.replaceChildren(frame)
    frame.focus()
  })
