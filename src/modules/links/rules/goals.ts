/** What a church hopes that visitors do: send a form, book, give, buy, share their card back, come on Sunday. */
export const goalKinds = ['form', 'booking', 'gift', 'purchase', 'card', 'attended'] as const
export type GoalKind = (typeof goalKinds)[number]
