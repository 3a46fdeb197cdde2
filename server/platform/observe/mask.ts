/**
 * Masks secrets and personal data in log lines, on the terminal and in stored errors. They are masked anywhere in a text,
 * because providers and drivers quote in their messages what people typed. Every step takes time linear in the text.
 */

const maxText = 2_000
const maxStack = 8_000
/** Values nested deeper, or further back in a list or an object, are left out: they do not help to find the cause. */
const maxDepth = 5
const maxItems = 50
/** Shorter values are not masked: they may be ordinary words that occur in other texts. */
const minSecret = 6

const knownSecrets = new Set<string>()

/** Masks these values in every text from now on, plain and percent-encoded. */
export function maskAlways(values: readonly (string | undefined)[]): void {
  for (const value of values)
    for (const form of [value ?? '', encodeURIComponent(value ?? '')])
      if (form.length >= minSecret) knownSecrets.add(form)
}

/** Names of fields whose whole value is masked. */
const secretField =
  /pass(?:word|wd|code)|pwd$|secret|^(?:new|old)?otp$|cookie|authorization|credential|signature|session|token|api[-_]?key|access[-_]?key|bank|account[-_]?n(?:o$|umber)|e?mail$|mobile|phone|^contact$|^headers$|^config$/i

const namedLines = /((?:cookie|authorization)["']?\s{0,3}[:=])[^\n]*/gi
const namedValues =
  /((?:pass(?:word|wd|code)|pwd|secret|otp|credential|signature|session|token|api[-_]?key|access[-_]?key|account[-_]?n(?:o|umber))[\w-]{0,20}["']?\s{0,3}[:=]\s{0,3})(?:"[^"\n]*"?|'[^'\n]*'?|[^\s"',;&)}\]]+)/gi
const credentials = /\b(bearer|basic)\s{1,3}[\w.~+/=-]{8,}/gi
const namedCodes = /((?:code|otp|pin)[^\d\n]{0,20})\d{6}(?!\d)/gi
const codesNamedAfter = /(?<!\d)\d{6}(?=[^\d\n]{1,20}(?:code|otp)\b)/gi
/** Rows and values that PostgreSQL quotes. */
const quotedKey = /(\bKey \([^()\n]{1,200}\)=\()[^\n]*/g
const quotedRow = /(Failing row contains \()[\s\S]*?(?=\n {4}at |$)/g
const quotedInput = /(invalid input (?:syntax|value) for [^"\n]{1,80}: )"[^\n]*/g
const quotedParameter = /(\$\d{1,4} = )'(?:[^']|'')*'?/g
/** The text that V8 quotes when it is not JSON. */
const quotedJson = /Unexpected token [^\n]*/g
const userInAddress = /:\/\/[^\s/@]*@/g
/** A run of characters that may be an e-mail address. Excluded are characters that end one in a sentence, and slashes. */
const word = /[^\s"<>(),;:/\\[\]]+/g
const aroundAt = /.(?:@|%40)./
/** The first group has UUIDs and timestamps, which stay. Otherwise a run of digits: a telephone, account or card number. */
const idOrDigits =
  /((?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<!\d)\d{4}-\d\d-\d\d[T ]\d\d:\d\d)|(?<!\w)\+?\d(?:[ -]?\d)*/gi
const maxDigits = 8
const longWord = /[\w-]{40,}/g
const objectBegin = /\{\s*\\?"/g
const frames = '\n    at '
const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** A text without a match has nothing to mask. Most texts, such as the paths of requests, have none. */
const suspicious = /[\s@:={(%]|\d{6}|\d(?:[ -]?\d){8}|[\w-]{40}/

/**
 * The text without e-mail addresses, tokens, passwords, cookies, codes, account, card and telephone numbers, JSON objects
 * and the secrets of the settings. UUIDs, the providers' ids, files with their lines and statuses stay.
 */
export function maskText(text: string): string {
  if (id.test(text)) return text
  let masked = text
  for (const secret of knownSecrets) masked = masked.replaceAll(secret, '[secret]')
  if (!suspicious.test(masked)) return masked
  masked = withoutObjects(masked)
    .replace(quotedKey, '$1…)')
    .replace(quotedRow, '$1…)')
    .replace(quotedInput, '$1"…"')
    .replace(quotedParameter, "$1'…'")
    .replace(quotedJson, 'Unexpected token')
    .replace(namedLines, '$1 [masked]')
    .replace(namedValues, '$1[masked]')
    .replace(credentials, '$1 [masked]')
    .replace(userInAddress, '://[masked]@')
    .replace(namedCodes, '$1[code]')
    .replace(codesNamedAfter, '[code]')
    .replace(idOrDigits, maskNumber)
    .replace(longWord, (run) => (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) ? '[token]' : run))
  if (!masked.includes('@') && !masked.includes('%40')) return masked
  return masked.replace(word, (one) => (aroundAt.test(one) && one !== '[masked]@' ? '[e-mail]' : one))
}

function maskNumber(run: string, known: string | undefined, at: number, whole: string): string {
  // Digits that are followed by a letter belong to a name or a hash.
  const kept = known !== undefined || /\w/.test(whole[at + run.length] ?? '')
  return kept || run.replace(/\D/g, '').length <= maxDigits ? run : '[number]'
}

/** Shortens JSON objects to `{…}`. A truncated one ends with the text or where the frames of a stack begin. */
function withoutObjects(text: string): string {
  let kept = ''
  let from = 0
  objectBegin.lastIndex = 0
  for (let found = objectBegin.exec(text); found; found = objectBegin.exec(text)) {
    const end = endOfObject(text, found.index)
    kept += `${text.slice(from, found.index)}{…}`
    from = end
    objectBegin.lastIndex = end
  }
  return kept + text.slice(from)
}

function endOfObject(text: string, begin: number): number {
  let depth = 0
  for (let at = begin; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    } else if (sign === '\n' && text.startsWith(frames, at)) return at
  }
  return text.length
}

/** An error as it may be logged or stored: without the driver's fields, which hold the row that PostgreSQL refused. */
export interface MaskedError {
  type: string
  message: string
  code?: unknown
  stack: string
  cause?: unknown
  errors?: unknown
}

/** Type, message, code, stack and causes, masked and truncated. */
export function maskError(error: Error & { code?: unknown; errors?: unknown }, depth = 0): MaskedError {
  const type = maskText(error.name)
  const message = truncate(maskText(messageOf(error)), maxText)
  const stack = error.stack ?? ''
  const at = stack.indexOf(frames, Math.max(0, stack.indexOf(error.message)) + error.message.length)
  return {
    type,
    message,
    ...(error.code !== undefined && { code: maskDeep(error.code, depth + 1) }),
    stack: `${type}: ${message}${at < 0 ? '' : truncate(maskText(stack.slice(at)), maxStack)}`,
    ...(error.cause !== undefined && { cause: maskDeep(error.cause, depth + 1) }),
    ...(error.errors !== undefined && { errors: maskDeep(error.errors, depth + 1) }),
  }
}

function messageOf(error: Error & { issues?: unknown }): string {
  // The message of a schema error is JSON with the rejected values. Only where and why it failed is logged.
  if (Array.isArray(error.issues))
    return error.issues
      .slice(0, maxItems)
      .map(({ path, message }: { path?: unknown[]; message?: string }) => `${path?.join('.')}: ${message}`)
      .join('; ')
  return error.message.endsWith(' is not valid JSON') ? 'not valid JSON' : error.message
}

/** Any value as it may be logged: texts masked and truncated, secret fields masked whole. */
export function maskDeep(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return truncate(maskText(value), maxText)
  if (typeof value === 'bigint') return maskText(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value
  if (depth > maxDepth) return '[deeper]'
  if (value instanceof Error) return maskError(value, depth)
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => maskDeep(item, depth + 1))
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxItems)
      .map(([name, item]) => [
        // Names of fields in code are plain words; one that is made of a value is masked like a text.
        /^\w{1,40}$/.test(name) && !/\d{6}/.test(name) ? name : maskText(name),
        secretField.test(name) && item !== null && item !== undefined
          ? '[masked]'
          : maskDeep(item, depth + 1),
      ]),
  )
}

/** An error for the terminal, with its causes. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(maskDeep(error))
  const { stack, cause } = maskError(error)
  return error.cause instanceof Error ? `${stack}\nCaused by ${(cause as MaskedError).stack}` : stack
}

/** Prints uncaught errors masked before the process ends. Node itself would print all fields, the driver's row included. */
export function maskCrashes(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${errorText(error)}\n`)
    process.exit(1)
  })
}

function truncate(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`
}
