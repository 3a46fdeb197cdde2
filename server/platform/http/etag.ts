/** Entity tags (RFC 9110, 8.8.3): each is a hash of the content, so every node computes the same one. */
import { createHash } from 'node:crypto'

/** For content that is always sent byte for byte. */
export function strongEtag(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** For content that is sent in several encodings: `content` is the one without compression. */
export function weakEtag(content: string | Uint8Array): string {
  return `W/${strongEtag(content)}`
}

/**
 * Whether the client's copy is current. If-None-Match is a list of tags or `*`; weak and strong tags compare as equal, because a
 * proxy that compresses makes a strong tag weak.
 */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
