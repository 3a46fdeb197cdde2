/** Listings that somebody has to look at, by risk, each beside its reports and the record of its seller. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { type AdminListing, type DecisionAct, listingShows } from '../../../../contract/admin-moderation.ts'
import { declarationLabels } from '../../../../contract/declaration.ts'
import { text } from '../../../../contract/fields.ts'
import { greenClaimStateWords } from '../../../../contract/green-claim-list.ts'
import { listingFaults, listingFaultWords, moderationLimits } from '../../../../contract/moderation-words.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { ListingChanges } from '../../../products/listing-changes.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { ShieldCheck } from '../../../ui/home-icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ActionButton } from '../action-button.tsx'
import { ContactLink } from '../facts.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { may } from '../may.ts'
import { readFieldWords } from '../read-field-words.ts'
import { loadList, loadWithCounts, requireAdmin } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const [listings, watched, categories] = await Promise.all([
    loadWithCounts(request, 'listings', loadList(admin.listings, request, ['q', 'show'])),
    requireAdmin(request, () => call(admin.watchedCategories)),
    requireAdmin(request, () => call(admin.categoryTree)),
  ])
  return {
    listings,
    categories: categories.map(({ id, name }) => ({ id, name, watched: watched.includes(id) })),
  }
}

const showWords: Record<(typeof listingShows)[number], string> = {
  waiting: 'To look at',
  hidden: 'Hidden',
  'taken-down': 'Taken down',
  all: 'All listings',
}

export function Component() {
  const { listings: loaded, categories } = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Listings"
      noun="listings"
      text="Listings that somebody reported, the first ones of new sellers, new ones of some categories, what sellers have changed, and appeals: those with the highest risk first."
      loaded={loaded}
      actions={<WatchButton categories={categories} />}
      search={
        <SearchForm query={query} label="Product ID or seller's email">
          <Filter
            name="show"
            label="Show"
            query={query}
            all={showWords.waiting}
            counts={loaded.counts}
            options={listingShows.filter((show) => show !== 'waiting').map((show) => [show, showWords[show]])}
          />
        </SearchForm>
      }
      empty={{ title: 'Nothing to look at', text: 'No listing waits for a decision.', icon: <ShieldCheck /> }}
      rows={(listings, list) => (
        <ul ref={list} aria-label="Listings" className="flex flex-col gap-4">
          {listings.map((listing) => (
            <li key={listing.id} tabIndex={-1} className="min-w-0">
              <ListingRow listing={listing} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

const watchForm = z.record(z.string(), z.string())

interface WatchProps {
  categories: { id: number; name: string; watched: boolean }[]
}

function WatchButton({ categories }: WatchProps) {
  const [editing, setEditing] = useState(false)
  if (!may(admin.watchCategories)) return null
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setEditing(true)}>
        Categories to look at
      </Button>
      {editing && (
        <FormDialog
          title="Categories to look at"
          text="Each new listing of these categories waits here, while it is on sale."
          schema={watchForm}
          button="Save"
          failed="The categories could not be saved."
          send={(chosen) => {
            const categoryIds = categories
              .map(({ id }) => id)
              .filter((id) => chosen[`category-${id}`] !== undefined)
            return call(admin.watchCategories, { body: { categoryIds } })
          }}
          onClose={() => setEditing(false)}
        >
          {() => (
            <fieldset className="grid grid-cols-1 sm:grid-cols-2">
              <legend className="sr-only">Categories</legend>
              {categories.map(({ id, name, watched }) => (
                <label key={id} className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    name={`category-${id}`}
                    defaultChecked={watched}
                    className="size-5 accent-forest"
                  />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </label>
              ))}
            </fieldset>
          )}
        </FormDialog>
      )}
    </>
  )
}

const riskColors = { high: 'red', medium: 'yellow', low: 'grey' } as const
const riskWords = { high: 'High risk', medium: 'Medium risk', low: 'Low risk' } as const
const whyWords: Record<AdminListing['why'][number], string> = {
  reported: 'Reported',
  'new-seller': 'One of the first listings of a new seller',
  'seller-record': 'Its seller has a takedown or an open report',
  category: 'New in a category that you look at',
  'green-words': 'New words that need a proof',
  family: 'It shows the reviews of another listing, as the same thing',
  changed: 'The seller has saved it since it was hidden',
  appeal: 'The seller appeals',
}
const actWords: Record<DecisionAct, string> = {
  keep: 'Nothing wrong',
  hide: 'Hidden until changed',
  'take-down': 'Taken down',
  uphold: 'Appeal refused',
}
const byWords = { buyer: 'A buyer', seller: 'A seller', visitor: 'A visitor' } as const

function ListingRow({ listing }: { listing: AdminListing }) {
  const { id, name, deleted, price, imageUrls, imageTexts, description, details, state, reason, note } =
    listing
  const { why: whys, waitsSince, risk, appeal, claims, greenWords, seller } = listing
  return (
    <article
      aria-label={`Listing: ${name}`}
      className="grid gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 text-sm shadow-card lg:grid-cols-2"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h2 className="line-clamp-2 min-w-0 text-base font-semibold">
            {state === 'on-sale' && !deleted ? (
              <a href={paths.product(id)} className="underline underline-offset-4">
                <bdi>{name}</bdi>
              </a>
            ) : (
              <bdi>{name}</bdi>
            )}
          </h2>
          <span className="flex flex-wrap gap-2">
            {deleted && <Badge color="grey">Deleted by its seller</Badge>}
            {state !== 'on-sale' && <Badge color="red">{showWords[state]}</Badge>}
            {waitsSince !== null && <Badge color={riskColors[risk]}>{riskWords[risk]}</Badge>}
          </span>
        </div>
        <p>
          <strong className="text-base font-semibold">{formatAmount(price)}</strong>{' '}
          <span className="text-muted">{listing.subCategoryName}</span>
        </p>
        <ul aria-label="Pictures" className="flex flex-wrap gap-2">
          {imageUrls.map((address, index) => (
            <li key={address}>
              <a href={address} className="block size-24 overflow-hidden rounded-xl bg-mist">
                <Picture src={address} alt={`Picture ${index + 1}`} size={96} className="size-full" />
              </a>
            </li>
          ))}
        </ul>
        {imageTexts.some(Boolean) && (
          <ul aria-label="What the seller says of the pictures" className="list-disc pl-5 wrap-anywhere">
            {imageTexts.map(
              (text, index) =>
                text && (
                  <li key={index}>
                    Picture {index + 1}: <bdi>{text}</bdi>
                  </li>
                ),
            )}
          </ul>
        )}
        <p dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere">
          {description}
        </p>
        <details>
          <summary className="min-h-11 py-2 font-semibold text-forest">Details and declarations</summary>
          <p dir="auto" className="mb-3 whitespace-pre-line wrap-anywhere">
            {details}
          </p>
          <Declared listing={listing} />
        </details>
        <div>
          <h3 className="font-semibold">Green claims</h3>
          {claims.length === 0 ? (
            <p className="text-muted">None is proven or in review.</p>
          ) : (
            <ul className="list-disc pl-5 wrap-anywhere">
              {claims.map(({ wording, state: claimed }, at) => (
                <li key={at}>
                  <bdi>{wording}</bdi>: {greenClaimStateWords[claimed]}
                </li>
              ))}
            </ul>
          )}
        </div>
        {greenWords.length > 0 && (
          <div>
            <h3 className="font-semibold">Words that need a proof and have none</h3>
            <ul className="list-disc pl-5 wrap-anywhere">
              {greenWords.map(({ field, words, reason: why }) => (
                <li key={`${field} ${words}`}>
                  <bdi className="font-medium">{words}</bdi> in the {readFieldWords[field].toLowerCase()}.{' '}
                  {why === null ? (
                    <span className="text-muted">The seller has given no reason.</span>
                  ) : (
                    <>
                      The seller says: <bdi>“{why}”</bdi>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {waitsSince !== null && (
          <div className="rounded-xl bg-amber-soft px-4 py-3">
            <h3 className="font-semibold">To look at since {shortDate(waitsSince)}</h3>
            <ul className="list-disc pl-5">
              {whys.map((one) => (
                <li key={one}>{whyWords[one]}</li>
              ))}
            </ul>
            {appeal !== null && (
              <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
                “{appeal}”
              </p>
            )}
          </div>
        )}
        {reason !== null && (
          <p className="wrap-anywhere">
            <strong className="font-semibold">{state === 'hidden' ? 'Hidden: ' : 'Taken down: '}</strong>
            {listingFaultWords[reason]}. <bdi>“{note}”</bdi>
          </p>
        )}
        {listing.changes.length > 0 && (
          <details>
            <summary className="min-h-11 py-2 font-semibold text-forest">What changed</summary>
            <ListingChanges changes={listing.changes} />
          </details>
        )}
        <Reports reports={listing.reports} />
        <SellersRecord seller={seller} />
        <Decisions listing={listing} />
      </div>
    </article>
  )
}

function Declared({ listing: { declaration: d, missing } }: { listing: AdminListing }) {
  const rows = [
    ['Common name', d.commonName],
    ['Net quantity', d.netQuantity === null ? null : `${d.netQuantity} ${d.netUnit}`],
    ['MRP', d.mrp === null ? null : formatAmount(d.mrp)],
    ['Country of origin', d.originName],
    ['Made by', d.maker],
    ['Packed by', d.packer],
    ['Imported by', d.importer],
    ['Customer care', d.careContact],
    ['Best before', d.shelfLifeDays === null ? null : `${d.shelfLifeDays} days from packing`],
    ['Size', d.size],
    ['FSSAI number', d.fssaiLicence],
    ['Cosmetics licence', d.cosmeticsLicence],
  ] as const
  return (
    <>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {rows.map(
          ([term, value]) =>
            value !== null && (
              <div key={term} className="min-w-0 wrap-anywhere">
                <dt className="text-muted">{term}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {missing.length > 0 && (
        <p className="mt-2 text-clay">
          Not declared: {missing.map((need) => declarationLabels[need]).join(', ')}
        </p>
      )}
    </>
  )
}

function Reports({ reports }: Pick<AdminListing, 'reports'>) {
  return (
    <div>
      <h3 className="font-semibold">Reports</h3>
      {reports.length === 0 ? (
        <p className="text-muted">Nobody has reported it.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {reports.map(({ reason, words, by, at, open }, index) => (
            <li key={index} className={`wrap-anywhere ${open ? '' : 'text-muted'}`}>
              {byWords[by]}, {shortDate(at)}
              {!open && ', decided'}: {listingFaultWords[reason]}.{words !== '' && <bdi> “{words}”</bdi>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SellersRecord({
  seller: { company, email, since, takenDown, decisions },
}: Pick<AdminListing, 'seller'>) {
  return (
    <div className="wrap-anywhere">
      <h3 className="font-semibold">Seller</h3>
      <p>
        <bdi className="font-medium">{company}</bdi>
        {since !== null && <span className="text-muted">, since {shortDate(since)}</span>}
      </p>
      <ContactLink href={`mailto:${email}`}>{email}</ContactLink>
      {takenDown > 0 && (
        <p className={takenDown >= moderationLimits.offenderFrom ? 'font-semibold text-clay' : ''}>
          {takenDown.toLocaleString('en-IN')} taken down in 12 months
        </p>
      )}
      {decisions.length === 0 ? (
        <p className="text-muted">Nothing was decided about their listings so far.</p>
      ) : (
        <details>
          <summary className="min-h-11 py-2 font-semibold text-forest">Earlier decisions</summary>
          <ul className="flex flex-col gap-1">
            {decisions.map(({ product, act, reason, note, at, undone }, index) => (
              <li key={index}>
                {shortDate(at)}: <bdi>{product}</bdi>: {actWords[act]}
                {undone && ', and put back after an appeal'}
                {reason !== null && `, ${listingFaultWords[reason]}`}
                {note !== '' && <bdi> “{note}”</bdi>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const dialogs = {
  hide: {
    title: 'Hide this listing?',
    text: 'It leaves sale at once, until the seller has saved a change and you have looked at it. The seller gets reason and text by mail, and the audit keeps them. Orders go on.',
    button: 'Hide until changed',
    label: 'What has the seller to change?',
  },
  'take-down': {
    title: 'Take this listing down?',
    text: 'It leaves sale at once. The seller gets reason and text by mail and can appeal once; it is on their record. Orders go on.',
    button: 'Take down',
    label: 'What exactly is wrong?',
  },
  uphold: {
    title: 'Refuse the appeal?',
    text: 'The listing stays off sale, and that is final. The seller gets the text by mail.',
    button: 'Refuse the appeal',
    label: 'Why?',
  },
} as const

const note = text(moderationLimits.noteLength, 'Please say what exactly is wrong.')
const reasonForm = z.object({ reason: z.enum(listingFaults, { error: 'Please choose a reason.' }), note })
const noteForm = z.object({ note })

function Decisions({ listing: { id, version, decided, state, deleted, why } }: { listing: AdminListing }) {
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null)
  if (!may(admin.decideListing)) return null
  const decide = (act: DecisionAct, more: { reason?: (typeof listingFaults)[number]; note?: string } = {}) =>
    call(admin.decideListing, { params: { id }, body: { act, version, decided, note: '', ...more } })
  const waits = why.length > 0
  const ask = (act: keyof typeof dialogs) => (
    <Button look="secondary" aria-haspopup="dialog" onClick={() => setAsking(act)} className="px-4 text-sm">
      {dialogs[act].button}
    </Button>
  )
  const dialog = asking && {
    ...dialogs[asking],
    ...(deleted && {
      text: 'The seller gets reason and text by mail and can write to us; it is on their record. Orders go on.',
    }),
    failed: 'This could not be done.',
    onClose: () => setAsking(null),
  }
  return (
    <div className="mt-auto flex flex-wrap gap-3 pt-2">
      {(waits || state !== 'on-sale') && (
        <ActionButton
          label={state === 'on-sale' || deleted ? 'Nothing wrong' : 'Put back on sale'}
          busyLabel="Please wait..."
          failed="This could not be done."
          action={() => decide('keep')}
        />
      )}
      {state === 'taken-down' ? (
        why.includes('appeal') && ask('uphold')
      ) : (
        <>
          {!deleted && ask('hide')}
          {ask('take-down')}
        </>
      )}
      {dialog && asking === 'uphold' && (
        <FormDialog {...dialog} schema={noteForm} send={(body) => decide('uphold', body)}>
          {(field) => (
            <TextArea
              {...field('note')}
              label={dialog.label}
              rows={4}
              maxLength={moderationLimits.noteLength}
            />
          )}
        </FormDialog>
      )}
      {dialog && asking !== 'uphold' && asking !== null && (
        <FormDialog {...dialog} schema={reasonForm} send={(body) => decide(asking, body)}>
          {(field) => (
            <>
              <SelectField {...field('reason')} label="Reason">
                <option value="">Please choose</option>
                {listingFaults.map((fault) => (
                  <option key={fault} value={fault}>
                    {listingFaultWords[fault]}
                  </option>
                ))}
              </SelectField>
              <TextArea
                {...field('note')}
                label={dialog.label}
                rows={4}
                maxLength={moderationLimits.noteLength}
              />
            </>
          )}
        </FormDialog>
      )}
    </div>
  )
}
