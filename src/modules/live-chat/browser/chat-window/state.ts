import type { ChatMessage, Thread } from '../../chat/contract.ts'
import type { ChatWindow } from '../../rules/chat-window.ts'
import type { View } from './view.ts'

const site: ChatWindow = {
  form: 'site',
  kept: 'lampstand.chat',
  title: 'Support',
  label: 'Support chat',
  lead: 'A person reads every message',
  welcome: 'Hello! How can we help you today?',
  who: 'Lampstand',
  ask: 'nothing',
}
const { chat: settings } = document.documentElement.dataset
export const own: ChatWindow = settings ? JSON.parse(settings) : site
export const isChurch = own !== site
export const OFFLINE = 'Network error. Please check your connection and try again.'
export const button = document.getElementById('chat-button')

/** What goes with the next message; without ticket while it is on its way. */
export interface ChosenFile {
  file: File
  name: string
  size: number
  url?: string
  ticket?: string
}

export interface Sending {
  text: string
  files: string[]
  chosen: ChosenFile[]
  key: string
}

/** What the browser keeps: the conversation's secret, and how many answers were seen. */
interface Kept {
  token?: string
  seen?: number
}

/** Kept in the browser from the first message on, and not before; in memory where the browser keeps nothing. */
function readKept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(own.kept) ?? '{}')
  } catch {
    return {}
  }
}

export const chat = {
  mine: readKept(),
  thread: { state: null, email: null, there: true, messages: [] } as Thread,
  view: undefined as View | undefined,
  /** What is drawn, so that nothing is drawn twice. */
  shape: '',
  sending: null as Sending | null,
  failed: null as Sending | null,
  chosen: [] as ChosenFile[],
  /** The stream of news, while the window is open. */
  live: null as AbortController | null,
  /** Until when someone is typing at the other end. */
  typing: 0,
  /** When the other end was last told that the visitor is typing. */
  told: 0,
}

export function keep(change: Kept) {
  chat.mine = { ...chat.mine, ...change }
  try {
    localStorage.setItem(own.kept, JSON.stringify(chat.mine))
  } catch {}
}

export const heard = (): ChatMessage[] => chat.thread.messages.filter(({ author }) => author === 'staff')
export const isOpen = (): boolean => chat.view !== undefined && !chat.view.root.hidden
export const isHere = (): boolean => isOpen() && !document.hidden

export const makeSecret = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map(byte => byte.toString(16).padStart(2, '0')).join('')
