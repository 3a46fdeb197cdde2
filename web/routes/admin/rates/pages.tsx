/** What sales cost sellers and which GST goods have: four lists of dated rates, each a page (docs/money.md, Rates). */
import { type ReactNode, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { api } from '../../../../contract/endpoints.ts'
import { formatRupees } from '../../../../contract/money.ts'
import {
  type CommissionRule,
  type GstRate,
  type LevyRate,
  type RateKind,
  rateKinds,
  type ShippingCharge,
} from '../../../../contract/rates.ts'
import { call } from '../../../api/client.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { adminPaths } from '../admin-paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { BadgeIndianRupee, Plus } from '../../../ui/more-icons.tsx'
import { ListPage } from '../list-page.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { type LoadedList, loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { SubNav } from '../sub-nav.tsx'
import { AddCommission, AddGst, AddLevy, AddShipping } from './add-dialogs.tsx'
import { ChangeButtons } from './change-buttons.tsx'
import { commissionName, gstName, levyNames, shippingName } from './names.ts'

interface Dated {
  id: number
  from: string
  to: string | null
  state: 'past' | 'present' | 'future'
  mayEnd: boolean
}

interface Kind<T extends Dated> {
  kind: RateKind
  text: string
  searchLabel: string
  columns: readonly Column<T>[]
  /** The subject of a rate. */
  name: (rate: T) => string
  /** The dialog that adds a rate; `of` is the one that it replaces. */
  add: (onClose: () => void, of?: T) => ReactNode
}

const states: Record<Dated['state'], { words: string; color: BadgeColor }> = {
  present: { words: 'In force', color: 'green' },
  future: { words: 'To come', color: 'blue' },
  past: { words: 'Ended', color: 'grey' },
}

const titles: Record<RateKind, string> = {
  commission: 'Commission',
  shipping: 'Shipping charges',
  levies: 'Levies',
  gst: 'GST by HSN code',
}

const percent = (rate: number) => <span className="font-semibold tabular-nums">{rate} %</span>
const rupees = (amount: number) => <span className="font-semibold tabular-nums">{formatRupees(amount)}</span>

function RatesPage<T extends Dated>({ kind, text, searchLabel, columns, name, add }: Kind<T>) {
  const loaded = useLoaderData<LoadedList<T>>()
  const { query } = loaded
  const [adding, setAdding] = useState(false)
  const all: Column<T>[] = [
    ...columns,
    { name: 'From', width: '6.5rem', cell: ({ from }) => shortDate(from) },
    { name: 'To', width: '6.5rem', cell: ({ to }) => (to === null ? '–' : shortDate(to)) },
    {
      name: 'State',
      width: '6.5rem',
      cell: ({ state }) => <Badge color={states[state].color}>{states[state].words}</Badge>,
    },
    {
      name: '',
      width: '12rem',
      end: true,
      cell: (rate) => (
        <ChangeButtons kind={kind} rate={rate} name={name(rate)} next={(onClose) => add(onClose, rate)} />
      ),
    },
  ]
  return (
    <>
      <MoneyNav />
      <SubNav
        minor
        label="Rates"
        links={rateKinds.map((one) => ({ to: adminPaths.rates(one), title: titles[one] }))}
      />
      <ListPage
        heading={titles[kind]}
        noun="rates"
        text={text}
        loaded={loaded}
        actions={
          <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-5" />
            Add rate
          </Button>
        }
        search={
          <SearchForm query={query} label={searchLabel}>
            <Filter
              name="show"
              label="Show"
              query={query}
              all="In force and to come"
              options={[['all', 'Also those that ended']]}
            />
          </SearchForm>
        }
        empty={{ title: 'No rates', text: 'There is no rate here.', icon: <BadgeIndianRupee /> }}
        rows={(rates, list) => <DataTable label={titles[kind]} columns={all} items={rates} list={list} />}
      />
      {adding && add(() => setAdding(false))}
    </>
  )
}

const names = ['q', 'show']

const commission = {
  loader: async ({ request }: LoaderFunctionArgs) => {
    const [loaded, categories] = await Promise.all([
      loadList(admin.commissionRules, request, names),
      call(api.category.all).catch(() => []),
    ])
    return { ...loaded, categories }
  },
  Component: () => (
    <RatesPage<CommissionRule>
      kind="commission"
      text="What the shop keeps of a price, tax included. The seller's rule wins over that of the category, and that one over the general one."
      searchLabel="Category, company or seller's email"
      name={commissionName}
      columns={[
        {
          name: 'For',
          width: 'minmax(0,1.6fr)',
          cell: (rule) => (
            <span className="font-medium">
              {commissionName(rule)}
              {rule.seller && (
                <span className="block text-sm font-normal break-all text-muted">{rule.seller.email}</span>
              )}
            </span>
          ),
        },
        {
          name: 'Kind',
          width: '7rem',
          cell: ({ seller, category }) => (seller ? 'Seller' : category ? 'Category' : 'General'),
        },
        { name: 'Rate', width: '6rem', end: true, cell: ({ rate }) => percent(rate) },
      ]}
      add={(onClose, of) => <AddCommission onClose={onClose} {...(of && { of })} />}
    />
  ),
}

const shipping = {
  loader: ({ request }: LoaderFunctionArgs) => loadList(admin.shippingCharges, request, names),
  Component: () => (
    <RatesPage<ShippingCharge>
      kind="shipping"
      text="What a seller pays for a parcel, without GST. The weight is the larger of the real one and length × width × height / 5000."
      searchLabel="Weight in grams"
      name={(charge) => `Parcels ${shippingName(charge).toLowerCase()}`}
      columns={[
        {
          name: 'Parcels',
          cell: (charge) => <span className="font-medium">{shippingName(charge)}</span>,
        },
        { name: 'Charge', width: '7rem', end: true, cell: ({ base }) => rupees(base) },
        { name: 'Each further kg', width: '9rem', end: true, cell: ({ furtherKg }) => rupees(furtherKg) },
      ]}
      add={(onClose, of) => <AddShipping onClose={onClose} {...(of && { of })} />}
    />
  ),
}

const levies = {
  loader: ({ request }: LoaderFunctionArgs) => loadList(admin.levyRates, request, names),
  Component: () => (
    <RatesPage<LevyRate>
      kind="levies"
      text="GST on what the shop charges sellers; TCS on the value of a sale without tax; TDS on its price. TCS and TDS are paid to the state in the seller's name."
      searchLabel="gst-on-fees, tcs or tds"
      name={({ levy }) => levyNames[levy]}
      columns={[
        { name: 'Levy', cell: ({ levy }) => <span className="font-medium">{levyNames[levy]}</span> },
        { name: 'Rate', width: '6rem', end: true, cell: ({ rate }) => percent(rate) },
      ]}
      add={(onClose, of) => <AddLevy onClose={onClose} {...(of && { of })} />}
    />
  ),
}

const gst = {
  loader: ({ request }: LoaderFunctionArgs) => loadList(admin.gstRates, request, names),
  Component: () => (
    <RatesPage<GstRate>
      kind="gst"
      text="The GST in the price of a product. The longest beginning of its HSN code holds; orders keep the rate of the day on which they were placed."
      searchLabel="Digits of a code, or words of the goods"
      name={(rate) => `GST on ${gstName(rate)}`}
      columns={[
        {
          name: 'HSN',
          width: '6rem',
          cell: ({ hsnPrefix }) => (
            <span className="font-medium tabular-nums">{hsnPrefix === '' ? 'All others' : hsnPrefix}</span>
          ),
        },
        {
          name: 'Goods',
          width: 'minmax(0,1.6fr)',
          cell: ({ hsnPrefix, goods }) =>
            hsnPrefix === '' ? 'Goods without a code, or whose code has no rate' : goods,
        },
        {
          name: 'A piece',
          width: '7rem',
          cell: ({ valueUpTo }) => (valueUpTo === null ? '' : `up to ${formatRupees(valueUpTo)}`),
        },
        { name: 'Rate', width: '5rem', end: true, cell: ({ rate }) => percent(rate) },
      ]}
      add={(onClose, of) => <AddGst onClose={onClose} {...(of && { of })} />}
    />
  ),
}

export const ratePages = { commission, shipping, levies, gst }
