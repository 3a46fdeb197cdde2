/** Limits of importing products from a file. */
export const importLimits = {
  rows: 10_000,
  bytes: 25_000_000,
  /** Columns of a file, and characters of a cell. */
  columns: 300,
  cellLength: 60_000,
  /** Files of one seller within a day. */
  aDay: 60,
  fileNameLength: 200,
  skuLength: 60,
  /** Pictures that one file may name by address, and that one zip may have. */
  fetchedPictures: 2_000,
  /** Pictures that are fetched for one seller within a day, and those of one host that may fail within a file. */
  fetchedADay: 6_000,
  failuresOfHost: 20,
  zippedPictures: 250,
  zipBytes: 1_000_000_000,
  pictureNameLength: 200,
  keptDays: 7,
} as const
