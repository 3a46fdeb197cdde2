/** The address of a new e-mail. In mailto: a space is %20, never a plus, and lines end with CR LF (RFC 6068). */
export function mailto(address: string, subject?: string, body?: string): string {
  const fields = Object.entries({ subject, body }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.replace(/\r?\n/g, '\r\n'))}`],
  )
  return `mailto:${address}${fields.length > 0 ? `?${fields.join('&')}` : ''}`
}
