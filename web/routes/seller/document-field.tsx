import { useEffect, useRef, useState } from 'react'
import { documentUpload, onlyDocuments } from '../../../contract/document-upload.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink, Trash2 } from '../../ui/more-icons.tsx'
import { fileProblem } from '../../uploads/check-file.ts'
import { type Upload, uploadFile } from '../../uploads/upload-file.ts'

interface Props {
  name: string
  label: string
  hint: string
  /** Where documents are read, up to their keys. */
  folder: '/api/v1/private/green-claim-documents/' | '/api/v1/private/seller-documents/'
  /** The key of the present one. */
  stored: string | null
  /** It can be left out. */
  optional?: boolean
  error: string | undefined
}

/** A document, uploaded as soon as it is chosen. Its key is a field of the form. */
export function DocumentField({ name, label, hint, folder, stored: before, optional = false, error }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<Upload>(null)
  const [stored, setStored] = useState(before)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => running.current?.cancel(), [])

  async function choose(file: File): Promise<void> {
    const wrong = fileProblem(file, documentUpload, onlyDocuments)
    setProblem(wrong)
    if (wrong !== null) return
    setSent(0)
    try {
      running.current = uploadFile(file, documentUpload, setSent)
      const url = await running.current.address
      setStored(url.slice(url.lastIndexOf('/') + 1))
    } catch (failure) {
      setProblem((failure as Error).message || 'This document could not be uploaded.')
    }
    setSent(null)
  }

  const note = error ?? problem
  return (
    <div role="group" aria-labelledby={`${name}-label`} className="flex flex-col gap-2">
      <p id={`${name}-label`} className="text-sm font-medium">
        {label}
      </p>
      <input type="hidden" name={name} value={stored ?? ''} />
      <input
        ref={input}
        type="file"
        accept={documentUpload.types.join(',')}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void choose(file)
          // Without this, choosing the same file again would be no change.
          currentTarget.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="secondary"
          busy={sent !== null}
          busyLabel="Uploading..."
          onClick={() => input.current?.click()}
        >
          {stored ? 'Choose another document' : 'Choose a document'}
        </Button>
        {stored && (
          <>
            <a
              href={folder + stored}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-forest underline"
            >
              <ExternalLink aria-hidden="true" className="size-4.5" />
              See the document
            </a>
            {optional && (
              <Button look="ghost" onClick={() => setStored(null)}>
                <Trash2 aria-hidden="true" className="size-4.5" />
                Remove
              </Button>
            )}
          </>
        )}
      </div>
      {sent !== null && (
        <progress aria-label="Upload" max={1} value={sent} className="block h-1.5 w-full accent-leaf" />
      )}
      <p aria-live="polite" className={`text-sm ${note ? 'text-clay' : 'text-muted'}`}>
        {note ?? `${hint} PDF, PNG or JPG, at most ${documentUpload.maxBytes / 1_000_000} MB.`}
      </p>
    </div>
  )
}
