/** What a backup says of itself. */
import { z } from 'zod'
import { type Secrets } from '../secrets.ts'

const sized = { bytes: z.int().nonnegative(), sha256: z.hex().length(64) }

export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that had run, in order: a restore runs just these before the rows come. */
  migrations: z.array(z.string()),
  /** The version of the job queue's tables. */
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
  /** Where uploaded pictures lie: in the archive, or in a bucket that is kept by other means. */
  media: z.enum(['archive', 'bucket']),
  pictures: z.array(z.object({ file: z.string(), ...sized })),
  /** Tells whether a shop has the key that sealed the bank accounts and the mails; nothing can be read with it. */
  keyMark: z.string(),
})
export type Manifest = z.output<typeof manifestSchema>

export const manifestName = 'manifest.json'

const marks = (secrets: Secrets) =>
  secrets.keyedHashes('backup-mark', 'hariyali').map((hash) => hash.toString('hex').slice(0, 16))

/** The same for the same key only, and of no other use. */
export function keyMarkOf(secrets: Secrets): string {
  return marks(secrets)[0] ?? ''
}

/** Whether the key of this mark is the present one or an older one. */
export function hasKeyOf(secrets: Secrets, keyMark: string): boolean {
  return marks(secrets).includes(keyMark)
}
