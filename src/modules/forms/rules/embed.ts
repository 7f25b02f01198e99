interface Embed {
  /** Where Lampstand answers. */
  origin: string
  slug: string
  title: string
}

/** Safe inside a script, whatever a title says. */
const literal = (text: string) =>
  JSON.stringify(text).replace(/[<>\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** For a page of another site: puts the form where the script stands, as high as it is. */
export const embedScript = ({ origin, slug, title }: Embed): string => `(() => {
  const frame = document.createElement('iframe')
  frame.src = ${literal(`${origin}/f/${slug}?embed=1`)}
  frame.title = ${literal(title)}
  frame.style.cssText = 'display:block;width:100%;height:640px;border:0'
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || data?.type !== 'lampstand-form') return
    const height = Number(data.height)
    if (height > 0 && height < 20000) frame.style.height = Math.ceil(height) + 'px'
    if (data.top) frame.scrollIntoView({ block: 'start' })
  })
  document.currentScript.after(frame)
})()
`

export const scriptTag = ({ origin, slug }: Omit<Embed, 'title'>) =>
  `<script async src="${origin}/embed/forms/${slug}.js"></script>`
export const frameTag = ({ origin, slug, title }: Embed) =>
  `<iframe src="${origin}/f/${slug}?embed=1" title="${title.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}" style="width:100%;height:720px;border:0"></iframe>`
