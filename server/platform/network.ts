/** What counts as one address on the internet: an IPv6 customer holds a whole /64. */
export function networkOf(ip: string): string {
  const [bare = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)
  if (!bare.includes(':')) return bare
  const [head = '', tail] = bare.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
