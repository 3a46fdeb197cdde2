/** Where browsers send pictures: our own store, or the configured cloud, which both take the same form. */
import { limits } from '../../contract/limits.ts'
import type { Config } from '../config.ts'

export const localPreset = 'local'
/** The cloud's own path with the cloud name 'local', below the shop's address. */
export const localUploadPath = '/media/v1_1/local/image/upload'
const cloudApi = 'https://api.cloudinary.com'

const common = {
  maxBytes: limits.uploadBytesMax,
  maxImages: limits.productImages,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/svg+xml'],
}

/** What the forms have to know. The own store is named by path: pages reach it under the name that they were reached by. */
export function uploadSettingsOf({ cloudinary }: Pick<Config, 'cloudinary'>) {
  return cloudinary
    ? {
        ...common,
        url: `${cloudApi}/v1_1/${cloudinary.cloudName}/image/upload`,
        preset: cloudinary.uploadPreset,
      }
    : { ...common, url: localUploadPath, preset: localPreset }
}

/** The host that pages must be allowed to send to. */
export function uploadOriginOf({ cloudinary }: Pick<Config, 'cloudinary'>): string | undefined {
  return cloudinary ? cloudApi : undefined
}
