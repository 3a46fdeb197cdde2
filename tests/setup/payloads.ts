/** XSS payloads: texts that run a script if a page does not escape them. */

// Each one sets `xss` on window or adds an element with an attribute of that name; at most 48 characters.
const breakouts = ['', '"', "'", '">', "'>", '`', '-->', ']]>', '</p>', '\\"']
const actions = [
  '<script>xss=1</script>',
  '<img xss src=x onerror=xss=1>',
  '<svg xss onload=xss=1>',
  '<a xss href=javascript:xss=1>a</a>',
  '<iframe xss srcdoc=x></iframe>',
  '<b xss onmouseover=xss=1>b</b>',
  '<input xss autofocus onfocus=xss=1>',
  '<details xss open ontoggle=xss=1>',
  '<video xss><source onerror=xss=1>',
  '<style xss>*{x:y}</style>',
  '<object xss data=x></object>',
  '<meta xss http-equiv=refresh content=0>',
  '</script><script>xss=1</script>',
  '</title><img xss src onerror=xss=1>',
  '</textarea><svg xss onload=xss=1>',
  '<form xss action=x><button>b</form>',
  '<math xss href=javascript:xss=1>m',
  '<base xss href=//x.invalid/>',
  ' onfocus=xss=1 autofocus xss x=',
  '${xss=1}{{xss=1}}<%=xss=1%>',
]
export const payloads = breakouts.flatMap((breakout) =>
  actions.map((action) => (breakout + action).slice(0, 48)),
)

/** All payloads, packed into texts of at most `length` characters; the minimum is 48. */
export function payloadTexts(length: number): string[] {
  const each = Math.floor((length + 1) / 49)
  const made: string[] = []
  // Trimmed, as form fields are, so that the stored text equals the sent one.
  for (let i = 0; i < payloads.length; i += each)
    made.push(
      payloads
        .slice(i, i + each)
        .join(' ')
        .trim(),
    )
  return made
}
