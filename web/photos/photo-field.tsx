import { useRef } from 'react'
import type { UploadSettings } from '../../contract/settings.ts'
import { ImagePlus, Trash2 } from '../ui/more-icons.tsx'
import type { FormPhoto, Photos } from './use-photos.ts'

interface Props {
  photos: Photos
  settings: UploadSettings
  error: string | undefined
  /** Who will see them. */
  seenBy: string
  required?: boolean
}

/** Choose and remove photos. */
export function PhotoField({
  photos: { list, add, remove, tooMany },
  settings,
  error,
  seenBy,
  required = false,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const problem = error ?? (tooMany ? `At most ${settings.maxImages} photos.` : undefined)
  return (
    <div role="group" aria-labelledby="photos-label" className="flex flex-col gap-2">
      <p id="photos-label" className="text-sm font-medium">
        Photos {!required && <span className="font-normal text-muted">(optional)</span>}
      </p>
      {list.length > 0 && (
        <ul aria-label="Chosen photos" className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {list.map((photo) => (
            <PhotoTile
              key={photo.key}
              photo={photo}
              onRemove={() => {
                // The pressed button is removed with its photo.
                opener.current?.focus({ preventScroll: true })
                remove(photo.key)
              }}
            />
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={settings.types.join(',')}
        multiple
        hidden
        aria-label="Photos"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          // Without this, choosing the same file again would be no change.
          currentTarget.value = ''
        }}
      />
      <button
        ref={opener}
        type="button"
        name="photos"
        aria-describedby="photos-note"
        onClick={() => input.current?.click()}
        className="flex min-h-14 w-full items-center justify-center gap-2 rounded-xl border-2 border-dashed border-edge bg-dew px-4 font-semibold text-forest hover:bg-mist"
      >
        <ImagePlus aria-hidden="true" className="size-5" />
        Add Photos
      </button>
      <p id="photos-note" aria-live="polite" className={`text-sm ${problem ? 'text-clay' : 'text-muted'}`}>
        {problem ??
          `Up to ${settings.maxImages}, each at most ${Math.floor(settings.maxBytes / 1_000_000)} MB. ${seenBy}`}
      </p>
    </div>
  )
}

function PhotoTile({ photo, onRemove }: { photo: FormPhoto; onRemove: () => void }) {
  const { name, preview, address, sent, problem } = photo
  return (
    <li className="flex flex-col overflow-hidden rounded-xl border border-line bg-surface text-xs">
      {problem === null ? (
        <div className="relative aspect-square bg-mist">
          <img
            src={preview}
            alt={name}
            className={`absolute inset-0 size-full object-cover ${address === null ? 'opacity-50' : ''}`}
          />
          {address === null && (
            <progress
              aria-label={`Upload of ${name}`}
              max={1}
              value={sent < 1 ? sent : undefined}
              className="absolute inset-x-2 bottom-2 block h-1.5 w-auto accent-leaf"
            />
          )}
        </div>
      ) : (
        <p role="alert" className="flex-1 bg-clay-soft p-2 text-clay wrap-anywhere">
          <strong className="font-semibold">{name}</strong> {problem}
        </p>
      )}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="flex min-h-11 items-center justify-center text-clay hover:bg-clay-soft"
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </button>
    </li>
  )
}
