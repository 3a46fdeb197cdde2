/** A family of existing listings: its name and options, its listings with their values, and the listings that may join. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { familyBody, type FamilyChoice, type FamilyInput } from '../../../../contract/family.ts'
import { familyLimits, familyOptions } from '../../../../contract/family-words.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { Price } from '../../../products/price.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type FamilyHead, HeadFields } from './head-fields.tsx'
import { ListingPicker } from './listing-picker.tsx'
import type { loadChoices } from './load-choices.ts'
import { useFamilyForm } from './use-family-form.ts'

interface Member extends FamilyChoice {
  /** As many as a family may have options, also those that are not asked at present. */
  values: readonly string[]
  onSale?: boolean
}

interface Props extends Awaited<ReturnType<typeof loadChoices>> {
  head: FamilyHead
  members: readonly Member[]
  save: string
  send: (body: FamilyInput) => Promise<void>
}

export function FamilyForm({ head: savedHead, members: saved, save, send, ...choices }: Props) {
  const [head, setHead] = useState(savedHead)
  const [members, setMembers] = useState(saved)
  const [, setParams] = useSearchParams()
  const { form, errors, problem, loggedOut, busy, submit } = useFamilyForm(familyBody, send)
  const options = head.options.filter((option) => option !== '')
  const find = (changed: Record<string, string>) =>
    setParams(
      (old) => {
        const next = { ...Object.fromEntries(old), ...changed }
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
      },
      { replace: true, preventScrollReset: true },
    )

  function add(listing: FamilyChoice): void {
    // A family is of one subcategory: that of its first listing.
    if (members.length === 0) find({ sub: String(listing.subCategoryId) })
    if (head.name === '') setHead({ ...head, name: listing.name })
    setMembers([...members, { ...listing, values: [] }])
  }
  function remove(id: string): void {
    if (members.length === 1) find({ sub: '' })
    setMembers(members.filter((member) => member.id !== id))
  }
  const type = (id: string, at: number, value: string) =>
    setMembers(
      members.map((member) =>
        member.id === id
          ? {
              ...member,
              values: Array.from({ length: familyLimits.options }, (_, i) =>
                i === at ? value : (member.values[i] ?? ''),
              ),
            }
          : member,
      ),
    )

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr]">
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
              members: members.map(({ id, values }) => ({
                productId: id,
                values: options.map((_, at) => values[at] ?? ''),
              })),
            })
          }}
        >
          <FormProblem text={problem} loggedOut={loggedOut} />
          <HeadFields head={head} onChange={setHead} errors={errors} />
          <section aria-labelledby="members" className="flex flex-col gap-3">
            <h2 id="members" className="text-lg font-bold">
              Listings <span className="font-normal text-muted">({members.length})</span>
            </h2>
            {members.length === 0 && <p className="text-sm text-muted">Add two listings at least.</p>}
            <ol className="flex flex-col gap-3">
              {members.map((member, index) => (
                <li key={member.id} className="rounded-xl border border-line p-3">
                  <div className="flex flex-wrap items-center gap-3">
                    <Picture
                      src={member.imageUrl}
                      alt=""
                      size={80}
                      className="size-12 shrink-0 rounded-lg bg-mist"
                    />
                    <p className="min-w-0 flex-1 text-sm">
                      <bdi className="line-clamp-2 font-medium wrap-anywhere">{member.name}</bdi>
                      <span className="text-muted">
                        <Price rupees={member.price} />
                        {member.noOfUnits === 0 && ' · Out of Stock'}
                        {member.onSale === false && ' · Not on sale'}
                      </span>
                    </p>
                    <Button
                      look="ghost"
                      className="shrink-0"
                      aria-label={`Remove ${member.name}`}
                      onClick={() => remove(member.id)}
                    >
                      Remove
                    </Button>
                  </div>
                  {options.length > 0 && (
                    <div className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-3">
                      {options.map((option, at) => (
                        <TextField
                          key={option}
                          name={`members.${index}.values.${at}`}
                          label={familyOptions[option].name}
                          maxLength={familyLimits.valueLength}
                          value={member.values[at] ?? ''}
                          error={errors[`members.${index}.values.${at}`]}
                          onChange={({ currentTarget }) => type(member.id, at, currentTarget.value)}
                        />
                      ))}
                    </div>
                  )}
                </li>
              ))}
            </ol>
          </section>
          <Button type="submit" busy={busy} busyLabel="Saving..." className="self-start">
            {save}
          </Button>
        </form>
      </Card>
      <Card className="p-4 sm:p-6">
        <h2 className="mb-3 text-lg font-bold">Add listings</h2>
        {members.length > 0 && (
          <p className="mb-3 text-sm text-muted">Of the subcategory {members[0]?.subCategoryName}.</p>
        )}
        <ListingPicker
          first={choices.choices}
          more={choices.more}
          search={choices.search}
          onSearch={(search) => find({ search })}
          picked={new Set(members.map(({ id }) => id))}
          verb="Add"
          onPick={add}
          busy={members.length >= familyLimits.members}
        />
      </Card>
    </div>
  )
}
