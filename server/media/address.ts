/** Addresses of pictures. The database keeps a path of ours or an https address at the configured image host. */
import type { Config } from '../config.ts'

/** The stored address of a demo picture, in the size that lists show. */
export function picturePath(key: string): string {
  return `/media/p/${key}/480.webp`
}

/** The absolute address that the API answers for a stored one. */
export function publicImageUrl(config: Pick<Config, 'publicUrl'>, stored: string): string {
  return stored.startsWith('/') ? config.publicUrl + stored : stored
}
