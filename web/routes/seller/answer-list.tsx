/** What sellers answer, reviews and questions: the list of them, and the dialog of an answer. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { ListPage } from '../../api/client.ts'
import type { Loaded } from '../../api/load-or-empty.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { TryAgain } from '../../layout/try-again.tsx'
import { LoadMore } from '../../lists/load-more.tsx'
import { useOwnList } from '../../lists/use-own-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextArea } from '../../ui/text-area.tsx'

export interface AnswerListProps<T, S extends string> {
  loaded: Loaded<ListPage<T>>
  show: S
  more: (cursor: string | undefined) => Promise<ListPage<T>>
}

interface Props<T, S extends string> extends AnswerListProps<T, S> {
  /** The plural of what the rows are. */
  noun: string
  order: string
  /** The first one is the default. */
  choices: readonly (readonly [S, string])[]
  empty: { icon: ReactNode; title: string; text: string }
  card: (item: T, index: number) => ReactNode
}

export function AnswerList<T extends { id: string }, S extends string>(props: Props<T, S>) {
  const { loaded, show, more, noun, order, choices, empty, card } = props
  const { items, list, loadMore } = useOwnList(loaded.value, more)
  const addressOf = (one: S, cursor?: string) =>
    `?${new URLSearchParams({ ...(one !== choices[0]?.[0] && { show: one }), ...(cursor && { cursor }) })}`
  return (
    <>
      <nav aria-label={`Show ${noun}`} className="mb-4 flex flex-wrap gap-x-5">
        {choices.map(([one, label]) => (
          <Link
            key={one}
            to={addressOf(one)}
            aria-current={one === show ? 'page' : undefined}
            className="inline-flex min-h-11 items-center text-forest underline underline-offset-4 aria-[current]:font-bold aria-[current]:no-underline"
          >
            {label}
          </Link>
        ))}
      </nav>
      {items.length === 0 ? (
        <EmptyState {...empty}>{loaded.failed && <TryAgain />}</EmptyState>
      ) : (
        <>
          <ul
            ref={list}
            aria-label={`${noun.replace(/^./, (letter) => letter.toUpperCase())}, ${order} first`}
            className="flex flex-col gap-4"
          >
            {items.map((item, index) => (
              <li key={item.id} tabIndex={-1} className="min-w-0">
                {card(item, index)}
              </li>
            ))}
          </ul>
          <LoadMore {...loadMore} noun={noun} address={(cursor) => addressOf(show, cursor)} />
        </>
      )}
    </>
  )
}

interface DialogProps {
  title: string
  text: string
  schema: z.ZodType<{ words: string }, { words: string }>
  maxLength: number
  /** The answer so far. */
  words: string
  send: (body: { words: string }) => Promise<{ msg: string }>
  onClose: () => void
}

export function AnswerDialog({ maxLength, words, ...dialog }: DialogProps) {
  return (
    <FormDialog
      {...dialog}
      initial={{ words }}
      button="Save"
      failed="Your answer could not be saved. Please try again."
    >
      {(field) => <TextArea {...field('words')} label="Your answer" rows={5} maxLength={maxLength} />}
    </FormDialog>
  )
}
