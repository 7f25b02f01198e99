import { escapeHtml as e } from '#messaging/rules/letter.ts'
import type { PublicChurch } from '#public-page/rules/branding.ts'
import { markup, type PublicDocument } from '#public-page/rules/document.ts'
import type { ChatWindow } from './chat-window.ts'

export interface ChatPage {
  church: PublicChurch
  slug: string
  settings: { welcome: string; hours: string; ask: string; privacy: string }
  /** Says since when this window is open. */
  pass: string
  embedded: boolean
  /** A look at it in the settings: nothing can be sent. */
  preview: boolean
}

const launcher = (label: string) =>
  `<button type="button" id="chat-button" class="launcher" aria-label="${e(label)}"><svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true"><path d="M8 9h8M8 13h5M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5l-5 3v-3H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Z" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg></button>`

/** The chat as a visitor sees it: a page of its own, or a button in the corner of another site. */
export function chatPage(page: ChatPage): PublicDocument {
  const { church, slug, settings, pass, embedded, preview } = page
  const { welcome, hours, ask, privacy } = settings
  const own: ChatWindow = {
    form: slug,
    kept: `lampstand.chat.${slug}`,
    title: embedded ? church.name : 'Chat with us',
    label: `Chat with ${church.name}`,
    lead: hours || 'A person reads every message',
    welcome,
    who: church.name,
    ask,
    privacy,
    pass,
    embedded,
    page: !embedded,
    preview,
  }
  const without =
    '<noscript><div class="sentence"><p>The chat needs JavaScript. Please call, or ask at the church.</p></div></noscript>'
  return {
    church,
    title: 'Chat',
    description: `Write to ${church.name}. A person will answer.`,
    layout: 'plain',
    styles: ['/church-chat.css'],
    scripts: ['/chat.js'],
    data: { [embedded ? 'embedded' : 'page']: '', chat: JSON.stringify(own) },
    body: markup(embedded ? launcher(own.label) : `<div id="chat-place">${without}</div>`),
    header: embedded ? 'none' : 'heading',
    // In the settings it is a part of that page, which has its own header and main.
    landmarks: !preview,
  }
}

/** Safe inside a script, whatever a name says. */
const literal = (text: string) =>
  JSON.stringify(text).replace(/[<>\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** For a page of another site: a frame in its corner, which grows when someone opens the chat. */
export const chatEmbed = ({ origin, slug, name }: { origin: string; slug: string; name: string }): string => `(() => {
  if (document.getElementById('lampstand-chat')) return
  const frame = document.createElement('iframe')
  frame.id = 'lampstand-chat'
  frame.src = ${literal(`${origin}/chat/${slug}?embed=1`)}
  frame.title = ${literal(`Chat with ${name}`)}
  const place = open => {
    const small = innerWidth < 480
    const size = !open ? 'width:88px;height:88px;right:0;bottom:0'
      : small ? 'width:100%;height:100%;right:0;bottom:0'
      : 'width:384px;height:min(600px,calc(100vh - 32px));right:16px;bottom:16px;border-radius:14px;box-shadow:0 20px 50px -12px rgb(37 34 31 / .4)'
    // Whatever the page around says of its frames.
    frame.style.cssText = ('display:block;visibility:visible;opacity:1;position:fixed;top:auto;left:auto;z-index:2147483000;margin:0;padding:0;border:0;min-width:0;min-height:0;max-width:100%;max-height:100%;transform:none;color-scheme:light dark;background:none;' + size).replace(/;|$/g, ' !important;')
  }
  place(false)
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data?.type === 'lampstand-chat') place(data.open === true)
  })
  const put = () => document.body.append(frame)
  document.body ? put() : addEventListener('DOMContentLoaded', put)
})()
`
