/** The table of a new family: option values make its rows, each with price, MRP, quantity, weight and stock of its own. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { familyMatrixBody, valuesKey } from '../../../../../contract/family.ts'
import { familyLimits, type FamilyOption, familyOptions } from '../../../../../contract/family-words.ts'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import type { ProductForm } from '../../../../../contract/seller-product.ts'
import { call } from '../../../../api/client.ts'
import { FormProblem } from '../../../../forms/form-problem.tsx'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { controlClass } from '../../../../ui/field.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { sellerToast } from '../../seller-toast.tsx'
import { type FamilyHead, HeadFields } from '../head-fields.tsx'
import { useFamilyForm } from '../use-family-form.ts'

const fields = ['price', 'mrp', 'netQuantity', 'weight', 'noOfUnits'] as const
type CellField = (typeof fields)[number]
/** As typed. */
type Cell = Record<CellField, string>

const examples: Record<FamilyOption, string> = {
  size: 'Small, Medium, Large',
  colour: 'Natural, Green, Blue',
  pack: 'Set of 2, Set of 4',
  scent: 'Neem, Rose, Unscented',
  flavour: 'Ginger, Tulsi, Lemon',
  material: 'Cotton, Linen, Jute',
  pattern: 'Plain, Striped, Printed',
  weight: '100 g, 250 g, 500 g',
  length: '30 cm, 60 cm',
  kind: 'Wide tooth, Fine tooth',
}

/** '100 g, 250 g' → two values; what is typed twice counts once. */
const valuesOf = (typed: string) => {
  const seen = new Set<string>()
  return typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !seen.has(one.toLowerCase()) && seen.add(one.toLowerCase()))
}

const combine = (lists: readonly string[][]): string[][] =>
  lists.reduce<string[][]>((all, list) => all.flatMap((some) => list.map((one) => [...some, one])), [[]])

const numberOf = (typed: string) => (typed.trim() === '' ? undefined : Number(typed))
const orNull = (typed: string) => numberOf(typed) ?? null
const shown = (value: number | null) => (value === null ? '' : String(value))

export function MatrixForm({ base }: { base: ProductForm }) {
  const navigate = useNavigate()
  const [head, setHead] = useState<FamilyHead>({ name: base.name, options: ['size'], sameThing: false })
  const [typed, setTyped] = useState<readonly string[]>([])
  const [cells, setCells] = useState<Readonly<Record<string, Partial<Cell>>>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [baseKey, setBaseKey] = useState('')
  const { form, errors, problem, loggedOut, busy, submit } = useFamilyForm(familyMatrixBody, async (body) => {
    const { msg, id } = await call(privateApi.family.addMatrix, { body })
    sellerToast.success(msg)
    await navigate(paths.family(id), { replace: true })
  })

  const first: Cell = {
    price: shown(base.price),
    mrp: shown(base.mrp),
    netQuantity: shown(base.netQuantity),
    weight: shown(base.weight),
    noOfUnits: '',
  }
  const labels: Record<CellField, string> = {
    price: 'Price (₹)',
    mrp: 'MRP (₹)',
    netQuantity: base.netUnit ? `Net quantity (${base.netUnit})` : 'Net quantity',
    weight: 'Weight (g)',
    noOfUnits: 'Units',
  }
  const asked = fields.filter((field) => field !== 'netQuantity' || base.netUnit !== null)
  const options = head.options.filter((option) => option !== '')
  const lists = options.map((_, at) => valuesOf(typed[at] ?? ''))
  const rows = lists.every((list) => list.length > 0) && lists.length > 0 ? combine(lists) : []
  const tooMany = rows.length > familyLimits.cells
  const offered = rows.filter((values) => !left.has(valuesKey(values)))
  const [top, ...others] = offered.filter((values) => valuesKey(values) !== baseKey)
  const made = top ? others.length + 1 : 0
  const cellOf = (values: readonly string[]): Cell => ({ ...first, ...cells[valuesKey(values)] })

  const type = (key: string, field: CellField, value: string) =>
    setCells({ ...cells, [key]: { ...cells[key], [field]: value } })
  const copyTop = (values: readonly string[]) =>
    setCells(Object.fromEntries(rows.map((row) => [valuesKey(row), cellOf(values)])))

  return (
    <Card className="p-4 sm:p-6">
      <form
        ref={form}
        noValidate
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit({
            name: head.name,
            options,
            sameThing: head.sameThing,
            base: base.id,
            members: offered.map((values) => {
              const isBase = valuesKey(values) === baseKey
              const cell = isBase ? { ...first, noOfUnits: '0' } : cellOf(values)
              return {
                values,
                isBase,
                price: numberOf(cell.price),
                mrp: orNull(cell.mrp),
                netQuantity: orNull(cell.netQuantity),
                weight: numberOf(cell.weight),
                noOfUnits: numberOf(cell.noOfUnits),
              }
            }),
          })
        }}
      >
        <FormProblem text={problem} loggedOut={loggedOut} />
        <HeadFields head={head} onChange={setHead} errors={errors} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {options.map((option, at) => (
            <TextField
              key={option}
              name={`values.${at}`}
              label={`${familyOptions[option].name}: all values`}
              hint={`With commas between them, such as: ${examples[option]}`}
              value={typed[at] ?? ''}
              onChange={({ currentTarget }) =>
                setTyped(
                  Array.from({ length: familyLimits.options }, (_, i) =>
                    i === at ? currentTarget.value : (typed[i] ?? ''),
                  ),
                )
              }
            />
          ))}
        </div>
        {tooMany && (
          <p role="alert" className="text-sm font-medium text-clay">
            These are {rows.length} listings. At most {familyLimits.cells} can be made at once.
          </p>
        )}
        {rows.length > 0 && !tooMany && (
          <>
            <SelectField
              label="Which of them is your present listing?"
              hint={`'${base.name}' joins with these values and stays as it is.`}
              value={baseKey}
              onChange={({ currentTarget }) => setBaseKey(currentTarget.value)}
            >
              <option value="">None: it stays by itself</option>
              {rows.map((values) => (
                <option key={valuesKey(values)} value={valuesKey(values)}>
                  {values.join(', ')}
                </option>
              ))}
            </SelectField>
            {top && others.length > 0 && (
              <Button look="secondary" className="self-start" onClick={() => copyTop(top)}>
                Fill in all as ‘{top.join(', ')}’
              </Button>
            )}
            <ul
              aria-label="Listings to make"
              className="flex flex-col gap-3 lg:gap-0 lg:divide-y lg:divide-line"
            >
              {rows.map((values) => {
                const key = valuesKey(values)
                const isOffered = !left.has(key)
                const index = offered.indexOf(values)
                const name = values.join(', ')
                return (
                  <li
                    key={key}
                    className="grid grid-cols-2 gap-3 rounded-xl border border-line p-3 lg:grid-cols-[1fr_repeat(5,7.5rem)] lg:items-start lg:rounded-none lg:border-0 lg:px-0"
                  >
                    <label className="col-span-2 flex min-h-11 items-center gap-3 font-medium lg:col-span-1">
                      <input
                        type="checkbox"
                        checked={isOffered}
                        aria-label={`Offer ${name}`}
                        onChange={() => {
                          const changed = new Set(left)
                          if (!changed.delete(key)) changed.add(key)
                          setLeft(changed)
                        }}
                        className="size-5 shrink-0 accent-leaf"
                      />
                      <bdi className="wrap-anywhere">{name}</bdi>
                    </label>
                    {isOffered &&
                      (key === baseKey ? (
                        <p className="col-span-2 flex min-h-11 items-center text-sm text-muted lg:col-span-5">
                          Your present listing
                        </p>
                      ) : (
                        asked.map((field) => (
                          <CellInput
                            key={field}
                            name={`members.${index}.${field}`}
                            label={labels[field]}
                            of={name}
                            value={cellOf(values)[field]}
                            error={errors[`members.${index}.${field}`]}
                            onType={(value) => type(key, field, value)}
                          />
                        ))
                      ))}
                  </li>
                )
              })}
            </ul>
            <p className="text-sm text-muted">
              Each is named after the family and its values, such as ‘{head.name}, {rows[0]?.join(', ')}’.
            </p>
            <Button type="submit" busy={busy} busyLabel="Making the listings..." className="self-start">
              Make {made} {made === 1 ? 'listing' : 'listings'}
            </Button>
          </>
        )}
      </form>
    </Card>
  )
}

interface CellProps {
  name: string
  label: string
  /** The values of the row. */
  of: string
  value: string
  error: string | undefined
  onType: (value: string) => void
}

function CellInput({ name, label, of, value, error, onType }: CellProps) {
  return (
    <label className="block min-w-0 text-sm">
      <span className="mb-1 block text-muted">{label}</span>
      <input
        name={name}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        aria-label={`${label} of ${of}`}
        aria-invalid={error ? true : undefined}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        className={controlClass}
      />
      {error && <span className="mt-1 block text-clay">{error}</span>}
    </label>
  )
}
