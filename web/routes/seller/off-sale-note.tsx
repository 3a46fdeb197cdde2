import { Link } from 'react-router'
import type { OffSale } from '../../../contract/moderation.ts'
import { listingFaultWords } from '../../../contract/moderation-words.ts'
import { paths } from '../../paths.ts'
import { Note } from '../../ui/note.tsx'
import { TriangleAlert } from '../../ui/more-icons.tsx'

const next = ({ state, waits, appealable }: OffSale): string => {
  if (waits)
    return state === 'hidden'
      ? 'We look at your change and tell you by mail.'
      : 'We read your appeal and tell you by mail.'
  if (state === 'hidden') return 'Change it and save it, and we look at it again.'
  return appealable ? 'You can appeal once.' : 'This is final.'
}

/** Says why an administrator took a product off sale, and what its seller can do; with `id` a link to the appeal. */
export function OffSaleNote({
  id,
  offSale,
  className,
}: {
  id?: string
  offSale: OffSale
  className?: string
}) {
  const { state, reason, note, waits, appealable } = offSale
  return (
    <Note
      icon={<TriangleAlert />}
      title={state === 'hidden' ? 'Hidden from buyers.' : 'Taken down.'}
      {...(className && { className })}
    >
      {listingFaultWords[reason]}: <bdi className="wrap-anywhere">{note}</bdi>
      <span className="mt-1 block">
        {next(offSale)}{' '}
        {id !== undefined && appealable && !waits && (
          <Link
            to={paths.appeal(id)}
            className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
          >
            Appeal
          </Link>
        )}
      </span>
    </Note>
  )
}
