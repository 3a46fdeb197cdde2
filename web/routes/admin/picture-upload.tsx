import { useId, useState } from 'react'
import { api } from '../../../contract/endpoints.ts'
import { onlyPictures } from '../../../contract/settings.ts'
import { call } from '../../api/client.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Upload } from '../../ui/more-icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Uploads a picture to the image host and passes its address on. */
export function PictureUpload({ onUploaded }: { onUploaded: (url: string) => void }) {
  const signedOut = useSignedOut()
  const id = useId()
  const [busy, setBusy] = useState(false)

  async function upload(file: File): Promise<void> {
    setBusy(true)
    try {
      const { url, preset, maxBytes, types } = await call(api.settings.upload)
      if (!types.includes(file.type)) throw new Error(onlyPictures)
      if (file.size > maxBytes) throw new Error(`At most ${Math.floor(maxBytes / 1_000_000)} MB.`)
      const form = new FormData()
      form.set('upload_preset', preset)
      form.set('file', file)
      const response = await fetch(url, { method: 'POST', body: form })
      const answer = (await response.json()) as { secure_url?: string; msg?: string }
      if (!answer.secure_url) throw new Error(answer.msg ?? `Failed to upload image: ${file.name}`)
      onUploaded(answer.secure_url)
    } catch (error) {
      if (signedOut(error)) return
      const said = error instanceof Error && !(error instanceof TypeError) ? error.message : ''
      toast.error(said || `Failed to upload image: ${file.name}`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <input
        id={id}
        type="file"
        accept="image/*"
        className="peer sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file && !busy) void upload(file)
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass(
          'secondary',
          'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-leaf',
        )}
      >
        {busy ? <Spinner className="size-5" /> : <Upload aria-hidden="true" className="size-4.5" />}
        {busy ? 'Uploading...' : 'Upload an image'}
      </label>
    </>
  )
}
