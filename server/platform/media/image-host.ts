/** Where browsers upload pictures: our own store or the configured cloud. Both take the same form. */
import { limits } from '../../../contract/limits.ts'
import { reviewLimits } from '../../../contract/review-words.ts'
import type { Config } from '../config/config.ts'

export const localPreset = 'local'
/** The cloud's own path with the cloud name 'local', below the shop's address. */
export const localUploadPath = '/media/v1_1/local/image/upload'
/** For photos of returns, which are kept in our own store whatever the host of public pictures is. */
export const privateUploadPath = '/media/v1_1/returns/image/upload'
/** For photos of reviews: public, and in our own store likewise. */
export const reviewUploadPath = '/media/v1_1/reviews/image/upload'
const cloudApi = 'https://api.cloudinary.com'

const common = {
  maxBytes: limits.uploadBytesMax,
  maxImages: limits.productImages,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/svg+xml'],
}

/** The upload settings for the forms. Our own store is named by its path alone, so that the browser uses the page's own host. */
export function uploadSettingsOf({ cloudinary }: Pick<Config, 'cloudinary'>) {
  return cloudinary
    ? {
        ...common,
        url: `${cloudApi}/v1_1/${cloudinary.cloudName}/image/upload`,
        preset: cloudinary.uploadPreset,
      }
    : { ...common, url: localUploadPath, preset: localPreset }
}

export const privateUploadSettings = () => ({ ...common, url: privateUploadPath, preset: localPreset })

export const reviewUploadSettings = () => ({
  ...common,
  maxImages: reviewLimits.photos,
  url: reviewUploadPath,
  preset: localPreset,
})

/** The origin that the content security policy of pages has to allow for uploads; undefined for our own store. */
export function uploadOriginOf({ cloudinary }: Pick<Config, 'cloudinary'>): string | undefined {
  return cloudinary ? cloudApi : undefined
}
