/** Divides a multipart/form-data body into its parts, which are views of the body and not copies (decision 10). */

export interface Part {
  name: string
  /** Undefined for a part that is no file. */
  filename: string | undefined
  bytes: Buffer
}

const maxParts = 20

/** The boundary in a content-type header; undefined for another type or without a boundary. */
export function boundaryOf(contentType: string | null): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(
      contentType ?? '',
    ) ?? []
  return quoted ?? plain
}

/** The parts of a whole body in their order. Null for a body that is malformed, breaks off or has more than 20 parts. */
export function readMultipart(body: Buffer, boundary: string): Part[] | null {
  const parts: Part[] = []
  const mark = Buffer.from(`\r\n--${boundary}`)
  let at = body.indexOf(mark.subarray(2))
  // RFC 2046: what comes before the first boundary is ignored.
  if (at < 0) return null
  at += mark.length - 2
  for (;;) {
    const sign = body.toString('latin1', at, at + 2)
    if (sign === '--') return parts
    if (sign !== '\r\n' || parts.length === maxParts) return null
    const headEnd = body.indexOf('\r\n\r\n', at)
    const end = body.indexOf(mark, headEnd)
    if (headEnd < 0 || end < 0 || headEnd - at > 4_096) return null
    const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(
      body.toString('utf8', at, headEnd),
    )?.[1]
    const name = valueOf(disposition, 'name')
    if (name === undefined) return null
    parts.push({ name, filename: valueOf(disposition, 'filename'), bytes: body.subarray(headEnd + 4, end) })
    at = end + mark.length
  }
}

const fields = {
  name: /(?:^|;)\s*name=(?:"([^"]*)"|([^\s;"]+))/i,
  filename: /(?:^|;)\s*filename=(?:"([^"]*)"|([^\s;"]+))/i,
}

function valueOf(disposition: string | undefined, field: keyof typeof fields): string | undefined {
  const [, quoted, plain] = fields[field].exec(disposition ?? '') ?? []
  return quoted ?? plain
}
