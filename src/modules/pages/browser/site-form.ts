// A form's frame is as high as the form.
addEventListener(
  'message',
  ({ source, data }: MessageEvent<{ type?: string; height?: unknown; top?: boolean } | null>) => {
    if (data?.type !== 'lampstand-form') return
    for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-form]')) {
      if (source !== frame.contentWindow) continue
      const height = Number(data.height)
      if (height > 0 && height < 20000) frame.style.height = `${Math.ceil(height)}px`
      if (data.top) frame.scrollIntoView({ block: 'start' })
    }
  },
)
