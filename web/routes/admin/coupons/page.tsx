/** The coupons of the shop, and those of sellers. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminCoupon } from '../../../../contract/admin-coupons.ts'
import type { Category } from '../../../../contract/category.ts'
import { couponStateWords } from '../../../../contract/coupon.ts'
import { shopsCouponBody } from '../../../../contract/coupon-forms.ts'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { CouponFields, initialCoupon } from '../../../coupons/coupon-fields.tsx'
import { conditionsText, couponColors, discountText, mayStop } from '../../../coupons/coupon-words.ts'
import { StopCoupon } from '../../../coupons/stop-coupon.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { BadgeIndianRupee, Plus } from '../../../ui/more-icons.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { type LoadedList, loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'

type Data = LoadedList<AdminCoupon> & { categories: Category[] }

export async function loader({ request }: LoaderFunctionArgs): Promise<Data> {
  const [loaded, categories] = await Promise.all([
    loadList(admin.coupons, request, ['q', 'show']),
    call(api.category.all).catch(() => []),
  ])
  return { ...loaded, categories }
}

export function Component() {
  const loaded = useLoaderData<Data>()
  const { query, categories } = loaded
  const [adding, setAdding] = useState(false)
  const columns: Column<AdminCoupon>[] = [
    {
      name: 'Code',
      width: 'minmax(6rem,1fr)',
      cell: ({ code }) => <span className="font-semibold break-all">{code}</span>,
    },
    { name: 'Discount', width: 'minmax(0,1fr)', cell: discountText },
    { name: 'Conditions', width: 'minmax(0,1.5fr)', cell: (coupon) => conditionsText(coupon, categories) },
    {
      name: 'On the goods of',
      width: 'minmax(0,1fr)',
      cell: ({ seller }) => (seller ? <bdi>{seller}</bdi> : 'all sellers'),
    },
    { name: 'Seller bears', width: '4rem', cell: ({ sellerShare }) => `${sellerShare} %` },
    {
      name: 'Days',
      width: '6.5rem',
      cell: ({ startsOn, endsOn }) => `${shortDate(startsOn)} to ${shortDate(endsOn)}`,
    },
    {
      name: 'Used',
      width: '6rem',
      cell: ({ uses, totalUses }) =>
        `${uses.toLocaleString('en-IN')} of ${totalUses.toLocaleString('en-IN')}`,
    },
    {
      name: 'State',
      width: '6.5rem',
      cell: ({ state }) => <Badge color={couponColors[state]}>{couponStateWords[state]}</Badge>,
    },
    {
      name: '',
      width: '5rem',
      end: true,
      cell: (coupon) =>
        mayStop(coupon) && (
          <StopCoupon code={coupon.code} stop={() => call(admin.stopCoupon, { params: { id: coupon.id } })} />
        ),
    },
  ]
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Coupons"
        noun="coupons"
        text="Discounts that the shop bears, alone or with one seller, and those that sellers bear."
        loaded={loaded}
        actions={
          <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-5" />
            New coupon
          </Button>
        }
        search={
          <SearchForm query={query} label="Beginning of a code">
            <Filter
              name="show"
              label="Show"
              query={query}
              all="Those of the shop"
              options={[['all', 'Also those of sellers']]}
            />
          </SearchForm>
        }
        empty={{ title: 'No coupons', text: 'There is no coupon of the shop.', icon: <BadgeIndianRupee /> }}
        rows={(coupons, list) => <DataTable label="Coupons" columns={columns} items={coupons} list={list} />}
      />
      {adding && <AddCoupon categories={categories} onClose={() => setAdding(false)} />}
    </>
  )
}

function AddCoupon({ categories, onClose }: { categories: Category[]; onClose: () => void }) {
  return (
    <FormDialog
      title="New coupon"
      text="The shop bears the discount, or shares it with the seller for whose products it is. It cannot be changed afterwards, only stopped."
      schema={shopsCouponBody}
      initial={{ ...initialCoupon(), sellerShare: '0' }}
      button="Make coupon"
      failed="The coupon could not be made."
      send={(body) => call(admin.addCoupon, { body })}
      onClose={onClose}
    >
      {(field) => (
        <>
          <CouponFields field={field} categories={categories} />
          <TextField
            {...field('sellerEmail')}
            type="email"
            label="Only products of the seller with this email"
            hint="Empty: of all sellers"
            autoComplete="off"
          />
          <TextField
            {...field('sellerShare')}
            label="What this seller bears, in percent"
            hint="Above 0 the seller has to agree before buyers can use it."
            inputMode="decimal"
            maxLength={5}
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  )
}
