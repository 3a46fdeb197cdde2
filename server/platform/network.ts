/** Addresses on the internet. An IPv6 customer holds a whole /64, and some a /48. */

/** What counts as one address. */
export function networkOf(ip: string): string {
  return prefixOf(ip, 4) ?? bareOf(ip)
}

/** The /48 of an IPv6 address, which may be one customer's; undefined for IPv4. */
export function wideNetworkOf(ip: string): string | undefined {
  return prefixOf(ip, 3)
}

/** What may be one customer's: the /48 of an IPv6 address. */
export const customerOf = (ip: string): string => wideNetworkOf(ip) ?? networkOf(ip)

/** The peer's address; behind a trusted proxy the last one of X-Forwarded-For, which the proxy wrote. */
export function addressOf(
  forwarded: string | undefined,
  peer: string | undefined,
  trustProxy: boolean,
): string {
  return (trustProxy && forwarded?.split(',').at(-1)?.trim()) || peer || 'unknown'
}

const bareOf = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? ''

function prefixOf(ip: string, count: number): string | undefined {
  const bare = bareOf(ip)
  if (!bare.includes(':')) return undefined
  const [head = '', tail] = bare.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${count * 16}`
}
