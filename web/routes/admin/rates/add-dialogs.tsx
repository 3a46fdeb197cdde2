/** The dialogs that add a rate. `of` is the rate that it replaces, whose subject it takes over. */
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { Category } from '../../../../contract/category.ts'
import {
  addCommissionBody,
  addGstBody,
  addLevyBody,
  addShippingBody,
  type CommissionRule,
  type GstRate,
  type LevyRate,
  type ShippingCharge,
} from '../../../../contract/rates.ts'
import { call } from '../../../api/client.ts'
import type { FieldProps } from '../../../forms/use-form.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { tomorrow } from '../../../ui/dates.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { levyNames } from './names.ts'

interface Props<T> {
  of?: T
  onClose: () => void
}

const common = {
  text: 'The present rate ends the day before. Orders keep the rates of the day on which they were placed.',
  button: 'Add rate',
  busyLabel: 'Adding...',
  failed: 'The rate could not be added.',
}

function Percent(props: FieldProps & { label?: string; hint?: string }) {
  return <TextField label="Rate in percent" {...props} inputMode="decimal" maxLength={6} autoComplete="off" />
}

function FirstDay(props: FieldProps) {
  return (
    <TextField {...props} type="date" min={tomorrow()} label="First day" hint="Tomorrow at the earliest." />
  )
}

function Rupees({ label, ...props }: FieldProps & { label: string }) {
  return <TextField {...props} label={label} inputMode="decimal" maxLength={12} autoComplete="off" />
}

export function AddCommission({ of, onClose }: Props<CommissionRule>) {
  const { categories } = useLoaderData<{ categories: Category[] }>()
  const [scope, setScope] = useState(of?.seller ? 'seller' : of?.category ? 'category' : 'all')
  return (
    <FormDialog
      {...common}
      title="New commission"
      schema={addCommissionBody}
      initial={{ sellerEmail: of?.seller?.email ?? '', categoryId: String(of?.category?.id ?? '') }}
      send={(body) => call(admin.addCommissionRule, { body })}
      onClose={onClose}
    >
      {(field) => (
        <>
          {!of && (
            <SelectField
              label="For"
              value={scope}
              onChange={({ currentTarget }) => setScope(currentTarget.value)}
            >
              <option value="all">All sales without a rule of their own</option>
              <option value="category">One category</option>
              <option value="seller">One seller</option>
            </SelectField>
          )}
          {scope === 'seller' && (
            <TextField
              {...field('sellerEmail')}
              type="email"
              label="Seller's email"
              autoComplete="off"
              readOnly={of !== undefined}
            />
          )}
          {scope === 'category' && (
            <SelectField {...field('categoryId')} label="Category">
              {!of && <option value="">Choose a category</option>}
              {categories
                .filter(({ id }) => !of || id === of.category?.id)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
          )}
          <Percent {...field('rate')} hint="Of the price that the buyer pays, tax included." />
          <FirstDay {...field('from')} />
        </>
      )}
    </FormDialog>
  )
}

export function AddShipping({ of, onClose }: Props<ShippingCharge>) {
  return (
    <FormDialog
      {...common}
      title="New shipping charge"
      schema={addShippingBody}
      initial={{ upToGrams: String(of?.upToGrams ?? ''), furtherKg: of ? '' : '0' }}
      send={(body) => call(admin.addShippingCharge, { body })}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            {...field('upToGrams')}
            label="Up to this weight in grams"
            inputMode="numeric"
            maxLength={7}
            autoComplete="off"
            readOnly={of !== undefined}
            hint="Empty: for all heavier parcels."
          />
          <Rupees {...field('base')} label="Charge in ₹, without GST" />
          <Rupees {...field('furtherKg')} label="For each started kilogram above the first, in ₹" />
          <FirstDay {...field('from')} />
        </>
      )}
    </FormDialog>
  )
}

export function AddLevy({ of, onClose }: Props<LevyRate>) {
  return (
    <FormDialog
      {...common}
      title="New rate of a levy"
      schema={addLevyBody}
      initial={{ levy: of?.levy ?? '' }}
      send={(body) => call(admin.addLevyRate, { body })}
      onClose={onClose}
    >
      {(field) => (
        <>
          <SelectField {...field('levy')} label="Levy">
            {!of && <option value="">Choose a levy</option>}
            {Object.entries(levyNames)
              .filter(([levy]) => !of || levy === of.levy)
              .map(([levy, name]) => (
                <option key={levy} value={levy}>
                  {name}
                </option>
              ))}
          </SelectField>
          <Percent {...field('rate')} />
          <FirstDay {...field('from')} />
        </>
      )}
    </FormDialog>
  )
}

export function AddGst({ of, onClose }: Props<GstRate>) {
  return (
    <FormDialog
      {...common}
      title="New GST rate"
      schema={addGstBody}
      initial={{ hsnPrefix: of?.hsnPrefix ?? '', valueUpTo: String(of?.valueUpTo ?? '') }}
      send={(body) => call(admin.addGstRate, { body })}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            {...field('hsnPrefix')}
            label="HSN codes that begin with"
            inputMode="numeric"
            maxLength={8}
            autoComplete="off"
            readOnly={of !== undefined}
            hint="Empty: for goods without a rate of their own."
          />
          <TextField
            {...field('valueUpTo')}
            label="Up to this value of a piece in ₹, without tax"
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            readOnly={of !== undefined}
            hint="Empty: of any value, or dearer than the limit of another rate."
          />
          <Percent {...field('rate')} />
          <FirstDay {...field('from')} />
        </>
      )}
    </FormDialog>
  )
}
