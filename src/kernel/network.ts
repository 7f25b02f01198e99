/** What limits count by: an IPv4 address, or the /64 of an IPv6 address, since one connection is given all of that. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [front = [], back = []] = ip
    .split('%')[0]!
    .split('::')
    .map(part => part.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...zeros, ...back].slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
