// A form's frame is as high as the form.
addEventListener('message', ({ source, data }) => {
  if (data?.type !== 'lampstand-form') return
  for (const frame of document.querySelectorAll('iframe[data-form]')) {
    if (source !== frame.contentWindow) continue
    const height = Number(data.height)
    if (height > 0 && height < 20000) frame.style.height = `${Math.ceil(height)}px`
    if (data.top) frame.scrollIntoView({ block: 'start' })
  }
})
