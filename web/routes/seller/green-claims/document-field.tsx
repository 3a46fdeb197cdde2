import { useEffect, useRef, useState } from 'react'
import { documentUpload, onlyDocuments } from '../../../../contract/document-upload.ts'
import type { OwnGreenClaim } from '../../../../contract/green-claim.ts'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink, Trash2 } from '../../../ui/more-icons.tsx'
import { fileProblem } from '../../../uploads/check-file.ts'
import { type Upload, uploadFile } from '../../../uploads/upload-file.ts'

/** The certificate as a file, uploaded as soon as it is chosen. Its key is a field of the form. */
export function DocumentField({
  document,
  error,
}: {
  document: OwnGreenClaim['document']
  error: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<Upload>(null)
  const [stored, setStored] = useState<{ key: string; url: string } | null>(document)
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
      setStored({ key: url.slice(url.lastIndexOf('/') + 1), url })
    } catch (failure) {
      setProblem((failure as Error).message || 'This document could not be uploaded.')
    }
    setSent(null)
  }

  const note = error ?? problem
  return (
    <div role="group" aria-labelledby="document-label" className="flex flex-col gap-2">
      <p id="document-label" className="text-sm font-medium">
        Document
      </p>
      <input type="hidden" name="document" value={stored?.key ?? ''} />
      <input
        ref={input}
        type="file"
        accept={documentUpload.types.join(',')}
        hidden
        aria-label="Document"
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
              href={stored.url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-forest underline"
            >
              <ExternalLink aria-hidden="true" className="size-4.5" />
              See the document
            </a>
            <Button look="ghost" onClick={() => setStored(null)}>
              <Trash2 aria-hidden="true" className="size-4.5" />
              Remove
            </Button>
          </>
        )}
      </div>
      {sent !== null && (
        <progress aria-label="Upload" max={1} value={sent} className="block h-1.5 w-full accent-leaf" />
      )}
      <p aria-live="polite" className={`text-sm ${note ? 'text-clay' : 'text-muted'}`}>
        {note ??
          `PDF, PNG or JPG, at most ${documentUpload.maxBytes / 1_000_000} MB. Only you and our team see it, unless you show it to buyers.`}
      </p>
    </div>
  )
}
