/** What reviews and questions of products share: the list of those that were reported, a card, and the takedown of one. */
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { MessageCircleQuestionMark } from '../../ui/more-icons.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ActionButton } from './action-button.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ListPage } from './list-page.tsx'
import type { LoadedList } from './require-admin.ts'
import { Filter, SearchForm } from './search-form.tsx'

interface ListProps<T> {
  heading: string
  /** The plural of what the rows are. */
  noun: string
  text: string
  /** The noun of those who write them. */
  writer: string
  empty: string
  loaded: LoadedList<T>
  card: (item: T) => ReactNode
}

export function ReportedList<T extends { id: string }>(props: ListProps<T>) {
  const { heading, noun, text, writer, empty, loaded, card } = props
  const { query } = loaded
  return (
    <ListPage
      heading={heading}
      noun={noun}
      text={text}
      loaded={loaded}
      search={
        <SearchForm query={query} label={`Product ID or ${writer}'s email`}>
          <Filter
            name="show"
            label="Show"
            query={query}
            all="To look at"
            options={[['all', `All ${noun}`]]}
          />
        </SearchForm>
      }
      empty={{ title: 'Nothing to look at', text: empty, icon: <MessageCircleQuestionMark /> }}
      rows={(items, list) => (
        <ul
          ref={list}
          aria-label={`${heading}, newest first`}
          className="grid items-start gap-4 lg:grid-cols-2"
        >
          {items.map((item) => (
            <li key={item.id} tabIndex={-1} className="min-w-0">
              {card(item)}
            </li>
          ))}
        </ul>
      )}
    />
  )
}

interface CardProps<F extends string> {
  label: string
  item: {
    product: { id: string; name: string }
    customer: string | null
    seller: string
    reports: readonly { about: string; reason: F; words: string; by: string }[]
    removed: unknown
    waits: boolean
  }
  /** The noun of whoever wrote it. */
  writer: string
  faultWords: Record<F, string>
  /** Beside the reports: what else speaks against it. */
  doubts?: readonly string[]
  decisions: ReactNode
  children: ReactNode
}

export function ReportedCard<F extends string>(props: CardProps<F>) {
  const { label, item, writer, faultWords, doubts = [], decisions, children } = props
  const { product, customer, seller, reports, removed, waits } = item
  return (
    <article
      aria-label={`${label} ${product.name}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-sm shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="line-clamp-2 min-w-0 text-base font-semibold">
          <a href={paths.product(product.id)} className="underline underline-offset-4">
            {product.name}
          </a>
        </h2>
        {removed !== null ? (
          <Badge color="red">Taken down</Badge>
        ) : (
          waits && <Badge color="yellow">To look at</Badge>
        )}
      </div>
      {children}
      {(doubts.length > 0 || reports.length > 0) && (
        <ul aria-label="What to look at" className="flex flex-col gap-1 rounded-xl bg-amber-soft px-4 py-3">
          {doubts.map((doubt) => (
            <li key={doubt}>{doubt}</li>
          ))}
          {reports.map(({ about, reason, words, by }, index) => (
            <li key={index} className="wrap-anywhere">
              A {by} says of the {about}: {faultWords[reason]}. {words !== '' && <bdi>“{words}”</bdi>}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-muted">{writer}</dt>
          <dd className="wrap-anywhere">
            {customer === null ? 'The account is erased' : <bdi className="font-medium">{customer}</bdi>}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-muted">Seller</dt>
          <dd className="wrap-anywhere">
            <bdi>{seller}</bdi>
          </dd>
        </div>
      </dl>
      {removed === null && decisions}
    </article>
  )
}

export function KeepButton({ keep }: { keep: () => Promise<{ msg: string }> }) {
  return (
    <ActionButton
      label="Nothing is wrong"
      busyLabel="Please wait..."
      failed="This could not be done."
      action={keep}
    />
  )
}

export function TakeDownButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button look="secondary" aria-haspopup="dialog" onClick={onClick} className="px-4 text-sm">
      {label}
    </Button>
  )
}

interface Wrong<F extends string> {
  reason: F
  note: string
}

interface DialogProps<F extends string> {
  title: string
  text: string
  failed: string
  schema: z.ZodType<Wrong<F>, { reason: F; note: string }>
  faultWords: Record<F, string>
  send: (body: Wrong<F>) => Promise<{ msg: string }>
  onClose: () => void
}

export function TakeDownDialog<F extends string>({ faultWords, ...dialog }: DialogProps<F>) {
  return (
    <FormDialog {...dialog} button="Take down">
      {(field) => (
        <>
          <SelectField {...field('reason')} label="Reason">
            <option value="">Please choose</option>
            {Object.entries<string>(faultWords).map(([fault, words]) => (
              <option key={fault} value={fault}>
                {words}
              </option>
            ))}
          </SelectField>
          <TextArea {...field('note')} label="What exactly is wrong?" rows={3} maxLength={500} />
        </>
      )}
    </FormDialog>
  )
}
