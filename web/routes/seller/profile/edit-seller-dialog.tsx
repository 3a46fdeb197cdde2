import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { editSellerBody, type SellerProfile } from '../../../../contract/seller.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { editProfileTitles, sellingWords } from '../../../messages/selling.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CapitalsField } from '../../../ui/capitals-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { BankFields } from '../bank-fields.tsx'
import { PickupFields } from '../pickup-fields.tsx'
import { bookingWords, handlingWords } from './handling-words.ts'
import { sellerToast } from '../seller-toast.tsx'

const { companyName, email, mobile, gst, story, grievanceContact, address, bankDetails } =
  editSellerBody.shape

const messageId = 'seller-profile'

/** The form's fields are flat, with the names by which the server refuses the inner fields of the body. */
const schema = z.object({
  companyName,
  email,
  mobile,
  gst,
  story,
  grievanceContact,
  handlingDays: z.coerce.number().int().min(0).max(limits.handlingDaysMax),
  booksWhenReady: z.enum(['true', 'false']),
  'address.buildingNo': address.shape.buildingNo,
  'address.street': address.shape.street,
  'address.landmark': address.shape.landmark,
  'address.pinCode': address.shape.pinCode,
  'address.city': address.shape.city,
  'address.state': address.shape.state,
  'bankDetails.fullName': bankDetails.shape.fullName,
  'bankDetails.accountNo': bankDetails.shape.accountNo,
  'bankDetails.ifsccode': bankDetails.shape.ifsccode,
})
type Fields = z.output<typeof schema>

function bodyOf(fields: Fields) {
  return {
    companyName: fields.companyName,
    email: fields.email,
    mobile: fields.mobile,
    gst: fields.gst,
    story: fields.story,
    grievanceContact: fields.grievanceContact,
    handlingDays: fields.handlingDays,
    booksWhenReady: fields.booksWhenReady === 'true',
    address: {
      buildingNo: fields['address.buildingNo'],
      street: fields['address.street'],
      landmark: fields['address.landmark'],
      pinCode: fields['address.pinCode'],
      city: fields['address.city'],
      state: fields['address.state'],
    },
    bankDetails: {
      fullName: fields['bankDetails.fullName'],
      accountNo: fields['bankDetails.accountNo'],
      ifsccode: fields['bankDetails.ifsccode'],
    },
  }
}

function fieldsOf(profile: SellerProfile): Partial<Record<keyof Fields, string>> {
  const flat: [string, string][] = []
  for (const [name, value] of Object.entries(profile)) {
    if (['string', 'number', 'boolean'].includes(typeof value)) flat.push([name, String(value)])
    else if (value) for (const [inner, text] of Object.entries(value)) flat.push([`${name}.${inner}`, text])
  }
  return Object.fromEntries(flat)
}

/**
 * Edits everything but the e-mail address; Cancel and the backdrop discard the changes (specification §2, §4, §5,
 * §8).
 */
export function EditSellerDialog({ profile, onClose }: { profile: SellerProfile; onClose: () => void }) {
  const confirmed = useRecentLogin()
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema,
    initial: fieldsOf(profile),
    onInvalid: (first) => sellerToast.error(editProfileTitles.invalid, first, messageId),
    onFailed: (error) => {
      sellerToast.error(
        editProfileTitles.failure,
        failureMessageAndWait(error, sellingWords.editProfile),
        messageId,
      )
      return false
    },
    send: async (fields) => {
      const saved = await confirmed(() => call(api.profile.editSeller, { body: bodyOf(fields) }))
      if (!saved) return
      await revalidate()
      onClose()
      sellerToast.success(editProfileTitles.success, saved.msg || sellingWords.editProfile.success, messageId)
    },
  })
  return (
    <Dialog open title="Edit Profile" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-7">
        <Group title="Business">
          <TextField
            {...form.field('companyName')}
            ref={firstInDialog}
            label="Company Name"
            autoComplete="organization"
            maxLength={limits.companyLength}
          />
          <TextField
            {...form.field('email')}
            label="Email"
            hint="The email address cannot be changed."
            readOnly
            className="bg-mist! text-muted"
          />
          <TextField {...form.field('mobile')} label="Mobile" type="tel" autoComplete="tel" maxLength={20} />
          <CapitalsField
            {...form.field('gst')}
            label="GST Number"
            hint="With another PAN in it your goods may leave sale until our team has seen new documents."
          />
        </Group>
        <Group title="Public Page">
          <TextArea
            {...form.field('story')}
            label="Your Story"
            hint="Who you are, where and how you make what you sell. May be empty."
            rows={6}
            maxLength={limits.storyLength}
          />
          <TextField
            {...form.field('grievanceContact')}
            label="Who Answers Complaints"
            hint="Name and telephone number or e-mail address, for everybody. Empty: your mobile number is shown."
            autoComplete="off"
            maxLength={limits.grievanceContactLength}
          />
        </Group>
        <Group title="Pickup Address">
          <PickupFields field={(name) => form.field(`address.${name}`)} />
          <SelectField
            {...form.field('handlingDays')}
            label="Handling Time"
            hint="From an order to its hand-over to the courier. The delivery day that buyers see counts on it."
          >
            {Array.from({ length: limits.handlingDaysMax + 1 }, (_, days) => (
              <option key={days} value={days}>
                {handlingWords(days)}
              </option>
            ))}
          </SelectField>
          <SelectField
            {...form.field('booksWhenReady')}
            label="Courier Is Booked"
            hint="Of orders from now on. ‘When I am ready’ asks you for the packed weight and size of each parcel."
          >
            <option value="false">{bookingWords(false)}</option>
            <option value="true">{bookingWords(true)}</option>
          </SelectField>
        </Group>
        <Group title="Bank Details">
          <BankFields
            field={(name) => form.field(`bankDetails.${name}`)}
            ifsc="ifsccode"
            accountHint="Stays as it is unless you type another one"
          />
        </Group>
        <FormProblem text={form.loggedOut ? form.problem : null} loggedOut={form.loggedOut} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy} busyLabel="Saving...">
            Save Changes
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 w-full border-b border-line pb-1.5 font-semibold text-forest">{title}</legend>
      {children}
    </fieldset>
  )
}
