import type { ShownBlock } from '#public-page/rules/blocks.ts'
import type { Passage } from '#scripture/rules/passage.ts'
import type { Block, Props } from './blocks.ts'

export const verseKey = ({ reference, edition }: Props<'verse'>): string => `${edition} ${reference}`

export const pluggedKey = ({ kind, value }: Props<'plugged'>): string => `${kind} ${JSON.stringify(value)}`

/** What blocks show of the church's own data, read when the page is made. */
export interface Live {
  church: { name: string; address: string; timeZone: string; locale: string }
  /** Weekly services: `Sundays`, `9:00 AM`. */
  services: { day: string; times: string[]; title: string; place: string }[]
  events: { title: string; when: string; where: string; href: string; seatsLeft: number | null }[]
  /** By user id. */
  staff: Record<string, { name: string; avatarUrl: string | null }>
  /** `next`: where it leads when it was sent, sealed; empty or absent: it says its own thanks. */
  forms: Record<string, { slug: string; name: string; isOpen: boolean; next?: string }>
  /** By id of the campaign, and of the church's own page under an empty one; missing where it takes no gifts. */
  giving: Record<string, { href: string; raised: string | null; goal: string; percent: number | null }>
  /** By edition and reference, as `verseKey` writes them; missing where no edition has words for it. */
  verses: Record<string, Passage[]>
  sections: Record<string, Block[]>
  /** By `pluggedKey`; missing where its module is not there. */
  plugged: Record<string, ShownBlock>
  /** By file id, in pixels. */
  pictures: Record<string, { width: number; height: number }>
  /** Below which address the page's custom code is served; empty: it is not run here. */
  codeAt: string
  /** The end of each countdown, by the date and time that it shows on the church's clocks. */
  moments: Record<string, { at: string; text: string; isOver: boolean }>
}

export const nothingLive: Live = {
  church: { name: '', address: '', timeZone: 'UTC', locale: 'en-US' },
  services: [],
  events: [],
  staff: {},
  forms: {},
  giving: {},
  verses: {},
  sections: {},
  plugged: {},
  pictures: {},
  codeAt: '',
  moments: {},
}
