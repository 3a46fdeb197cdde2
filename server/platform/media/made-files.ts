/** The files of a picture that are made when it is uploaded, in the order in which the decoder sends them. */
export const madeFiles = ['240.avif', '480.avif', '960.avif', '480.webp'] as const
