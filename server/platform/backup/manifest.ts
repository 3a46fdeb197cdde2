/** manifest.json, the description of a backup inside its archive. */
import { z } from 'zod'
import { type Secrets } from '../secrets.ts'

const sized = { bytes: z.int().nonnegative(), sha256: z.hex().length(64) }

export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that had run, in order. A restore runs exactly these before it copies the rows. */
  migrations: z.array(z.string()),
  /** The version of the job queue's tables; null where there is no queue yet. */
  queueVersion: z.int().nullable(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().nonnegative(),
      file: z.string(),
      ...sized,
    }),
  ),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() }),
  ),
  /** Where uploaded pictures are: in the archive, or in a bucket that is backed up by other means. */
  media: z.enum(['archive', 'bucket']),
  pictures: z.array(z.object({ file: z.string(), ...sized })),
  /** Shows whether a shop has the key that encrypted bank accounts and mails. The key cannot be derived from it. */
  keyMark: z.string(),
})
export type Manifest = z.output<typeof manifestSchema>

export const manifestName = 'manifest.json'

/** The names that a backup writes. A restore refuses any other name, because it could lead out of the folder. */
export const entryName =
  /^(?:manifest\.json|database\/[\w.-]+\.copy|media\/pictures\/[\w-][\w.-]*\/[\w-][\w.-]*)$/

const marks = (secrets: Secrets) =>
  secrets.keyedHashes('backup-mark', 'hariyali').map((hash) => hash.toString('hex').slice(0, 16))

/** A short keyed hash that is the same only for the same key. */
export function keyMarkOf(secrets: Secrets): string {
  return marks(secrets)[0] ?? ''
}

/** Whether the mark was made with the current key or an older one of this shop. */
export function hasKeyOf(secrets: Secrets, keyMark: string): boolean {
  return marks(secrets).includes(keyMark)
}
