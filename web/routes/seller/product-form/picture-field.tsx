/** The field for a product's pictures: choose, order, remove. A picture is uploaded as soon as it is chosen. */
import { type DragEvent, type Ref, useEffect, useId, useRef } from 'react'
import { TryAgain } from '../../../layout/try-again.tsx'
import { sellerToast } from '../seller-toast.tsx'
import type { UploadSettings } from '../../../../contract/settings.ts'
import { X } from '../../../ui/icons.tsx'
import { ImagePlus, RotateCw } from '../../../ui/more-icons.tsx'
import { PictureTile } from './picture-tile.tsx'
import type { FailedPicture, Pictures } from './use-pictures.ts'

interface Props {
  /** The name of the form's entry with the addresses. */
  name: string
  /** The same of the entry with their texts. */
  textName: string
  label: string
  error: string | undefined
  textError: string | undefined
  pictures: Pictures
  tooMany: string
}

export function PictureField({ name, textName, label, error, textError, pictures, tooMany }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const { list, failed, status, full, settings } = pictures

  function drop(event: DragEvent): void {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    pictures.add([...event.dataTransfer.files])
  }

  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={drop}
      className="flex flex-col gap-3"
    >
      <div>
        <h2 id={`${id}-label`} className="text-lg font-semibold">
          {label}
        </h2>
        {settings && (
          <p className="text-sm text-muted">
            Up to {settings.maxImages}: JPG, PNG, GIF or SVG, each at most{' '}
            {Math.floor(settings.maxBytes / 1_000_000)} MB. The first one is what lists show.
          </p>
        )}
      </div>
      {list.length > 0 && (
        <p id={`${id}-help`} className="text-sm text-muted">
          Say below each one what is to be seen, for people who hear the page: ‘A brush beside its box’.
        </p>
      )}
      {list.length > 0 && (
        <ol aria-label="Chosen images" className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
          {list.map((picture, index) => (
            <PictureTile
              key={picture.id}
              picture={picture}
              place={index}
              count={list.length}
              textName={textName}
              helpId={`${id}-help`}
              onText={(text) => pictures.describe(picture.id, text)}
              onMove={(to) => pictures.move(picture.id, to)}
              onDropped={(other) => pictures.move(other, index)}
              onRemove={() => {
                // The pressed button is removed with its picture.
                opener.current?.focus({ preventScroll: true })
                pictures.remove(picture.id)
              }}
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="text-sm text-clay empty:hidden">
        {textError}
      </p>
      {failed.length > 0 && (
        <Failures failed={failed} full={full} onRetry={pictures.retry} onForget={pictures.forget} />
      )}
      {settings ? (
        <AddImages
          buttonRef={opener}
          name={name}
          label={label}
          errorId={error ? `${id}-error` : undefined}
          settings={settings}
          count={list.length}
          onFiles={pictures.add}
          onFull={full ? () => sellerToast.error(tooMany) : undefined}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-dew p-4 text-muted">
          <p>We could not reach the shop just now.</p>
          <TryAgain />
        </div>
      )}
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-clay empty:hidden">
        {error}
      </p>
      <p role="status" className="sr-only">
        {status}
      </p>
      <HiddenEntry name={name} value={list.map((picture) => picture.url ?? picture.id).join('\n')} />
      <HiddenEntry name={textName} value={list.map(({ text }) => text).join('\n')} />
    </div>
  )
}

interface AddImagesProps {
  buttonRef: Ref<HTMLButtonElement>
  name: string
  label: string
  /** The id of the error's text, if there is an error. */
  errorId: string | undefined
  settings: UploadSettings
  count: number
  onFiles: (files: File[]) => void
  /** Set where there is no room for another picture; called instead of opening the file dialog. */
  onFull: (() => void) | undefined
}

function AddImages({ buttonRef, name, label, errorId, settings, count, onFiles, onFull }: AddImagesProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={file}
        type="file"
        accept={settings.types.join(',')}
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Without this, choosing the same file again would be no change.
          currentTarget.value = ''
        }}
      />
      {/* It has the name of the hidden entry, so that an error of that entry puts the focus here. Buttons are not submitted. */}
      <button
        ref={buttonRef}
        type="button"
        name={name}
        aria-disabled={onFull ? true : undefined}
        data-invalid={errorId ? '' : undefined}
        aria-describedby={errorId}
        onClick={() => (onFull ? onFull() : file.current?.click())}
        className={`flex min-h-14 w-full flex-col items-center justify-center gap-1 rounded-xl border-2 border-dashed border-edge bg-dew px-4 text-center font-semibold text-forest hover:bg-mist aria-disabled:border-line aria-disabled:text-muted data-invalid:border-clay ${count === 0 ? 'py-10' : 'py-3'}`}
      >
        <span className="flex items-center gap-2">
          <ImagePlus aria-hidden="true" className="size-5" />
          Add Images
        </span>
        <span className="text-sm font-normal text-muted">
          {count > 0 ? (
            `${count} of ${settings.maxImages}`
          ) : (
            <span className="hidden [@media(hover:hover)]:inline">or drop them here</span>
          )}
        </span>
      </button>
    </>
  )
}

/** A form's entry with a line for each picture: its address, or its id while it is being uploaded; its text. */
function HiddenEntry({ name, value }: { name: string; value: string }) {
  const entry = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  useEffect(() => {
    if (sent.current === value) return
    sent.current = value
    // Like typing into a field: clears the error about the earlier pictures or texts.
    entry.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return <input ref={entry} type="hidden" name={name} value={value} readOnly />
}

interface FailuresProps {
  failed: readonly FailedPicture[]
  full: boolean
  onRetry: (picture: FailedPicture) => void
  onForget: (id: string) => void
}

function Failures({ failed, full, onRetry, onForget }: FailuresProps) {
  return (
    <ul aria-label="Images that failed" className="flex flex-col gap-2">
      {failed.map((picture) => (
        <li
          key={picture.id}
          className="flex items-center gap-1 rounded-xl bg-clay-soft py-1 pr-1 pl-4 text-sm text-clay"
        >
          <p className="min-w-0 flex-1 py-1.5">
            <span dir="auto" className="font-semibold break-all">
              {picture.file.name}
            </span>{' '}
            {picture.why || 'The image could not be uploaded.'}
          </p>
          {picture.again && !full && (
            <button
              type="button"
              onClick={() => onRetry(picture)}
              className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full px-3 font-semibold hover:bg-surface/60"
            >
              <RotateCw aria-hidden="true" className="size-4" />
              Try again <span className="sr-only">{picture.file.name}</span>
            </button>
          )}
          <button
            type="button"
            onClick={() => onForget(picture.id)}
            aria-label={`Close the message on ${picture.file.name}`}
            className="flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-surface/60"
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}
