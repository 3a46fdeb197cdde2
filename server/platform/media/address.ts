/** Addresses of pictures. The database stores either a path of the shop or an https address at the configured image host. */
import { createHash } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** The stored address of a picture in our own store, in the size that lists show. */
export function picturePath(key: string): string {
  return `/media/p/${key}/480.webp`
}

/** The absolute address that the API returns for a stored one. */
export function publicImageUrl(config: Pick<Config, 'publicUrl'>, stored: string): string {
  return stored.startsWith('/') ? config.publicUrl + stored : stored
}

function uploadKey(contentHash: string): string {
  return `u-${contentHash.slice(0, 32)}`
}

/**
 * The keys that one content may have, the usual one first. While the files of a key are being removed, a new upload of
 * the same content takes the next key.
 */
export function uploadKeys(contentHash: string): string[] {
  const others = [1, 2, 3].map((turn) => createHash('sha256').update(`${contentHash}:${turn}`).digest('hex'))
  return [contentHash, ...others].map(uploadKey)
}

const storedAddress = /^\/media\/p\/(u-[0-9a-f]{32})\/480\.webp$/

export type PlacedPicture = { at: 'store'; key: string; stored: string } | { at: 'cloud'; stored: string }

/** Whether an address that somebody sent is in our own store or at the configured cloud; undefined for any other address. */
export function placeOf(
  { publicUrl, cloudinary }: Pick<Config, 'publicUrl' | 'cloudinary'>,
  address: string,
): PlacedPicture | undefined {
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  const key = storedAddress.exec(path)?.[1]
  if (key) return { at: 'store', key, stored: path }
  const cloud = cloudinary && `https://res.cloudinary.com/${cloudinary.cloudName}/image/upload/`
  if (!cloud || !address.startsWith(cloud)) return undefined
  // A browser must read the address exactly as this code does: no `..`, no query, no unusual characters.
  if (!/^[\w./:,%-]+$/.test(address) || !URL.canParse(address) || new URL(address).href !== address)
    return undefined
  return { at: 'cloud', stored: cloud + asShown(address.slice(cloud.length)) }
}

/**
 * Asks the cloud for the whole picture on white in the storefront's largest size. The file as it was uploaded may have
 * megabytes, and its metadata may tell where the photo was taken.
 */
function asShown(place: string): string {
  const steps = 'c_pad,w_960,h_960,b_white'
  if (place.startsWith(`${steps}/`)) return place
  const drawing = /\.svg$/i
  return drawing.test(place)
    ? `${steps}/f_png/${place.replace(drawing, '.png')}`
    : `${steps}/f_auto/q_auto/${place}`
}
