interface Embed {
  /** Address of the page in the frame, absolute, with `embed=1`. */
  src: string
  title: string
}

/** Safe inside a script, whatever a title says. */
const literal = (text: string) =>
  JSON.stringify(text).replace(/[<>\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * For a page of another site: puts the page where the script stands, as high as it is; with `data-popup` a button that
 * opens it over the page.
 */
export const embedScript = ({ src, title }: Embed): string => `(() => {
  const script = document.currentScript
  const make = (kind, css) => {
    const made = document.createElement(kind)
    made.style.cssText = css
    return made
  }
  const frame = make('iframe', 'display:block;width:100%;height:640px;border:0')
  const language = script.dataset.lang
  frame.src = ${literal(src)} + (language ? '&lang=' + encodeURIComponent(language) : '')
  frame.title = ${literal(title)}
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || data?.type !== 'lampstand-form') return
    const height = Number(data.height)
    if (height > 0 && height < 20000) frame.style.height = Math.ceil(height) + 'px'
    if (data.top) frame.scrollIntoView({ block: 'start' })
  })
  const words = script.dataset.popup
  if (words === undefined) return script.after(frame)
  const button = make('button', 'padding:12px 20px;border:0;border-radius:10px;background:#3b4cb8;color:#fff;font:600 16px system-ui;cursor:pointer')
  button.type = 'button'
  button.textContent = words || frame.title
  const dialog = make('dialog', 'width:min(640px,92vw);max-height:90vh;padding:0;border:0;border-radius:14px')
  dialog.setAttribute('aria-label', frame.title)
  const close = make('button', 'position:sticky;top:0;float:right;width:44px;height:44px;border:0;background:none;font-size:24px;cursor:pointer')
  close.type = 'button'
  close.setAttribute('aria-label', 'Close')
  close.textContent = '×'
  close.addEventListener('click', () => dialog.close())
  dialog.append(close, frame)
  button.addEventListener('click', () => dialog.showModal())
  script.after(button, dialog)
})()
`

const quoted = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** @param script address of the script that answers `embedScript` */
export const scriptTag = (script: string) => `<script async src="${quoted(script)}"></script>`
export const popupTag = (script: string, title: string) =>
  `<script async src="${quoted(script)}" data-popup="${quoted(title)}"></script>`
export const frameTag = ({ src, title }: Embed) =>
  `<iframe src="${quoted(src)}" title="${quoted(title)}" style="width:100%;height:720px;border:0"></iframe>`
