/** Where sellers upload documents: a PDF or a picture, always to the shop's own store. */
import { limits } from './limits.ts'

export const documentUpload = {
  url: '/media/v1_1/documents/image/upload',
  preset: 'local',
  maxBytes: limits.documentBytesMax,
  maxImages: 1,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
}
export const onlyDocuments = 'Only PDF, PNG or JPG files are allowed.'
