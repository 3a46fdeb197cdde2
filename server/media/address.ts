/** Addresses of pictures. The database keeps a path of ours or an https address at the configured image host. */
import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'

/** The stored address of a picture of ours, in the size that lists show. */
export function picturePath(key: string): string {
  return `/media/p/${key}/480.webp`
}

/** The absolute address that the API answers for a stored one. */
export function publicImageUrl(config: Pick<Config, 'publicUrl'>, stored: string): string {
  return stored.startsWith('/') ? config.publicUrl + stored : stored
}

/** The key of an uploaded picture; the pictures of the demo shop have no such prefix. */
function uploadKey(contentHash: string): string {
  return `u-${contentHash.slice(0, 32)}`
}

/**
 * The keys that the same content may have, the usual one first: while the files of one are being removed, a new upload
 * takes the next.
 */
export function uploadKeys(contentHash: string): string[] {
  const others = [1, 2, 3].map((turn) => createHash('sha256').update(`${contentHash}:${turn}`).digest('hex'))
  return [contentHash, ...others].map(uploadKey)
}

export function isUploadKey(key: string): boolean {
  return /^u-[0-9a-f]{32}$/.test(key)
}

export type PlacedPicture = { at: 'store'; key: string; stored: string } | { at: 'cloud'; stored: string }

/** Where an address that somebody sent leads: into our own store, to the configured cloud, or undefined for anywhere else. */
export function placeOf(
  { publicUrl, cloudinary }: Pick<Config, 'publicUrl' | 'cloudinary'>,
  address: string,
): PlacedPicture | undefined {
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  const key = /^\/media\/p\/([a-z0-9][a-z0-9-]{0,119})\/480\.webp$/.exec(path)?.[1]
  if (key) return { at: 'store', key, stored: path }
  const cloud = cloudinary && `https://res.cloudinary.com/${cloudinary.cloudName}/image/upload/`
  if (!cloud || !address.startsWith(cloud)) return undefined
  // Nothing that a browser would read differently than we do: dots that climb, queries, odd characters.
  if (!/^[\w./:,%-]+$/.test(address) || !URL.canParse(address) || new URL(address).href !== address)
    return undefined
  return { at: 'cloud', stored: cloud + asShown(address.slice(cloud.length)) }
}

/**
 * The whole picture on white in the storefront's largest size, as pixels, without the place where it was taken: what is
 * shown as it was uploaded would be megabytes large and still have all of that.
 */
function asShown(place: string): string {
  const steps = 'c_pad,w_960,h_960,b_white'
  if (place.startsWith(`${steps}/`)) return place
  const drawing = /\.svg$/i
  return drawing.test(place)
    ? `${steps}/f_png/${place.replace(drawing, '.png')}`
    : `${steps}/f_auto/q_auto/${place}`
}
