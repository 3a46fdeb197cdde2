import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { imageTextLength } from '../../../../contract/catalogue-limits.ts'
import { controlClass } from '../../../ui/field.tsx'
import { ChevronLeft, ChevronRight } from '../../../ui/icons.tsx'
import { Trash2 } from '../../../ui/more-icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import type { FormPicture } from './use-picture-list.ts'

interface Props {
  picture: FormPicture
  /** Counts from 0. */
  place: number
  count: number
  /** The name of every field of a text. The form's entry of that name, which holds all texts, follows them: its error focuses the first field. */
  textName: string
  helpId: string
  onText: (text: string) => void
  onMove: (place: number) => void
  /** Another picture was dropped on this one. */
  onDropped: (id: string) => void
  onRemove: () => void
}

const dragged = 'application/x-product-picture'
const button =
  'flex min-h-11 min-w-0 flex-1 items-center justify-center text-forest hover:bg-dew aria-disabled:text-line aria-disabled:hover:bg-transparent -outline-offset-3'

/** One picture with the progress of its upload and buttons to move and remove it. */
export function PictureTile({ picture, place, count, textName, helpId, ...on }: Props) {
  const { id, url, preview, name, text, sent } = picture
  const called = `image ${place + 1}`
  const tile = useRef<HTMLLIElement>(null)
  const hadFocus = useRef<HTMLElement>(null)

  // An element that is moved in the page loses the focus.
  useEffect(() => {
    hadFocus.current?.focus()
    hadFocus.current = null
  }, [place])

  function move(to: number): void {
    if (to < 0 || to >= count) return
    hadFocus.current = document.activeElement as HTMLElement
    on.onMove(to)
  }

  function turn(event: KeyboardEvent): void {
    // In the text they move the cursor.
    if (event.target instanceof HTMLTextAreaElement) return
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to !== place) move(to)
  }

  function drop(event: DragEvent): void {
    const other = event.dataTransfer.getData(dragged)
    if (!other) return
    event.preventDefault()
    on.onDropped(other)
  }

  return (
    <li
      ref={tile}
      onDragOver={(event) => event.dataTransfer.types.includes(dragged) && event.preventDefault()}
      onDrop={drop}
      onKeyDown={turn}
      className="flex flex-col overflow-hidden rounded-xl border border-line bg-surface"
    >
      <div
        draggable
        onDragStart={(event) => event.dataTransfer.setData(dragged, id)}
        className="relative bg-mist"
      >
        <Picture
          src={preview}
          alt={`${name}, ${called} of ${count}`}
          size={240}
          sizes="(min-width: 640px) 240px, 50vw"
          eager
          className={`w-full ${url === null ? 'opacity-50' : ''}`}
        />
        {place === 0 && (
          <span className="absolute top-2 left-2 rounded-full bg-forest px-2.5 py-0.5 text-xs font-semibold text-white">
            Main image
          </span>
        )}
        {url === null && <Progress name={name} sent={sent} />}
      </div>
      <div className="flex divide-x divide-line border-t border-line">
        <button
          type="button"
          aria-label={`Move ${called} forward`}
          aria-disabled={place === 0 || undefined}
          onClick={() => move(place - 1)}
          className={button}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </button>
        <button
          type="button"
          aria-label={`Move ${called} back`}
          aria-disabled={place === count - 1 || undefined}
          onClick={() => move(place + 1)}
          className={button}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </button>
        <button
          type="button"
          aria-label={url === null ? `Cancel the upload of ${name}` : `Remove ${called}`}
          onClick={on.onRemove}
          className={`${button} text-clay! hover:bg-clay-soft!`}
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </button>
      </div>
      <label className="flex flex-col gap-1 border-t border-line p-2 text-xs text-muted">
        What is to be seen
        <textarea
          name={textName}
          rows={3}
          aria-label={`What is to be seen on ${called}`}
          aria-describedby={helpId}
          defaultValue={text}
          maxLength={imageTextLength}
          onInput={({ currentTarget: area }) => {
            // In the form's entry a line is the text of one picture.
            if (area.value.includes('\n')) area.value = area.value.replaceAll('\n', ' ')
            on.onText(area.value)
          }}
          className={`${controlClass} px-2.5! text-sm`}
        />
      </label>
    </li>
  )
}

/** The progress of an upload. After the last byte the server still makes the picture's sizes: 'Processing...'. */
function Progress({ name, sent }: { name: string; sent: number }) {
  return (
    <div className="absolute inset-x-0 bottom-0 bg-surface/90 px-2.5 pt-1.5 pb-2.5 text-xs font-semibold text-forest">
      <p aria-hidden="true" className="mb-1 tabular-nums">
        {sent < 1 ? `${Math.floor(sent * 100)}%` : 'Processing...'}
      </p>
      <progress
        aria-label={`Upload of ${name}`}
        max={1}
        value={sent < 1 ? sent : undefined}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-mist [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-mist [&::-webkit-progress-value]:bg-leaf [&:indeterminate]:animate-pulse [&:indeterminate]:bg-leaf [&:indeterminate::-webkit-progress-bar]:bg-leaf"
      />
    </div>
  )
}
