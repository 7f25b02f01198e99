/** Mails a day from the server's own address for an account that has no domain of its own: it is shared with all others. */
export const SHARED_CAP = 500

/** Mails on the first day of a new domain; so many again on each further day that it sends. */
const FIRST_DAY = 1_000
/** From then on other mail servers know it. */
const WARM_AFTER = 7

/** So many a day of a domain that has sent on `days` days before; null: as many as there are. */
export const warmUpCap = (days: number): number | null => (days >= WARM_AFTER ? null : FIRST_DAY * 2 ** days)

/** Mailboxes that anyone can have: other servers refuse mail in their name that they have not sent themselves. */
const freeMail =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|rocketmail|aol|aim|icloud|me|mac|gmx|web|mail|proton|protonmail|pm|zoho|yandex|comcast|verizon|att|sbcglobal|bellsouth|cox|charter|earthlink|juno|fastmail|hey|tutanota|t-online|freenet|orange|libero|qq|163|126)\.(com|net|org|me|de|fr|it|ru|co\.uk|uk|ca|at|ch|com\.au|in|es)$/

/** A sentence for the field if that is an address which anyone can have. */
export function freeMailWords(address: string): string | undefined {
  const domain = address.split('@').at(-1)!.toLowerCase()
  if (freeMail.test(domain))
    return `Mail servers reject campaigns from ${domain}. Please use an address of your own domain, such as news@yourchurch.org.`
}
