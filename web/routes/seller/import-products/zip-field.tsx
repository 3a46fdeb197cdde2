import { useRef, useState } from 'react'
import { importLimits } from '../../../../contract/import-limits.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { ProductImport } from '../../../../contract/product-import.ts'
import type { UploadSettings } from '../../../../contract/settings.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { fileProblem } from '../../../uploads/check-file.ts'
import { uploadFile } from '../../../uploads/upload-file.ts'
import { unpack, zipEntries, ZipProblem } from './read-zip.ts'

interface Props {
  of: ProductImport
  settings: UploadSettings
  onNamed: () => void
}

interface Lost {
  name: string
  reason: string
}

/** Takes the pictures that the file names out of a zip, in the browser, and uploads them as those of the form. */
export function ZipField({ of, settings, onNamed }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState<{ at: number; of: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [lost, setLost] = useState<Lost[]>([])
  const names = of.missingPictures

  async function take(zip: File): Promise<void> {
    setProblem(null)
    setLost([])
    try {
      if (zip.size > importLimits.zipBytes) throw new ZipProblem('This zip is too large. Please part it.')
      const entries = new Map((await zipEntries(zip)).map((entry) => [entry.name.toLowerCase(), entry]))
      const found = names.flatMap((name) => {
        const entry = entries.get(name.toLowerCase())
        return entry ? [{ name, entry }] : []
      })
      if (found.length === 0)
        throw new ZipProblem(
          `None of the ${names.length} pictures is in this zip. The names have to be equal.`,
        )
      const pictures: { name: string; address: string }[] = []
      const failed: Lost[] = []
      for (const [at, { name, entry }] of found.entries()) {
        setDone({ at, of: found.length })
        try {
          const file = new File([await unpack(zip, entry, settings.maxBytes)], name)
          const wrong = fileProblem(file, settings)
          if (wrong !== null) throw new ZipProblem(wrong)
          pictures.push({ name, address: await uploadFile(file, settings, () => {}).address })
        } catch (error) {
          failed.push({ name, reason: (error as Error).message || 'It could not be uploaded.' })
        }
      }
      setLost(failed)
      if (pictures.length > 0) {
        await call(privateApi.productImports.pictures, { params: { id: of.id }, body: { pictures } })
        onNamed()
      }
    } catch (error) {
      setProblem((error as Error).message || 'The zip could not be read.')
    } finally {
      setDone(null)
    }
  }

  return (
    <section className="flex flex-col gap-3 rounded-xl bg-dew p-4">
      <h3 className="font-semibold">
        {names.length === 1 ? 'One picture is missing' : `${names.length} pictures are missing`}
      </h3>
      <p className="text-sm wrap-anywhere text-muted">
        {names.slice(0, 5).join(', ')}
        {names.length > 5 && ' …'} Choose a zip with these files; folders in it do not matter. At most{' '}
        {importLimits.zippedPictures} pictures at once.
      </p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Zip with pictures"
        onChange={({ currentTarget }) => {
          const [zip] = currentTarget.files ?? []
          if (zip) void take(zip)
          currentTarget.value = ''
        }}
      />
      <div>
        <Button
          look="secondary"
          busy={done !== null}
          busyLabel="Uploading..."
          onClick={() => input.current?.click()}
        >
          Choose a zip with pictures
        </Button>
      </div>
      {done && (
        <>
          <progress
            aria-label="Upload"
            max={done.of}
            value={done.at}
            className="block h-2 w-full accent-leaf"
          />
          <p className="text-sm text-muted">
            {done.at} of {done.of} pictures. Please leave this page open.
          </p>
        </>
      )}
      <div aria-live="polite" className="text-sm wrap-anywhere text-clay empty:hidden">
        {problem}
        {lost.map(({ name, reason }) => (
          <p key={name}>
            {name}: {reason}
          </p>
        ))}
      </div>
    </section>
  )
}
