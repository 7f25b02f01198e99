/** Kinds of messages whose sender hears what became of each: `message.settled` is announced for these alone. */
export const trackedKinds: ReadonlySet<string> = new Set(['auto-reply', 'contact-reply'])
