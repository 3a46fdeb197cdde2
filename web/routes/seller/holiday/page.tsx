/** A seller says until which day they are away, or that they are back. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { z } from 'zod'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import { holidayBody, holidayDaysMax } from '../../../../contract/holiday.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { today } from '../../../ui/dates.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { loadHoliday } from '../holiday-note.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { sellerToast } from '../seller-toast.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Holiday' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, loadHoliday, 'owner')
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Holiday" />
}

export default function HolidayPage() {
  const lastDay = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Holiday" backTo={paths.manageProducts} className="max-w-2xl">
      <Card className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 className="text-lg font-semibold">
          {lastDay === null ? 'Close your shop for some days' : `On holiday until ${dayInWords(lastDay)}`}
        </h2>
        <ul className="ml-5 flex list-disc flex-col gap-1">
          <li>Your products stay where they are and say on which day they can be bought again.</li>
          <li>Nobody can buy them until then. The day after the last one they are back by themselves.</li>
          <li>Orders that are paid already still have to be dispatched in time.</li>
        </ul>
        <HolidayForm key={lastDay} lastDay={lastDay} />
        {lastDay !== null && <BackForm />}
      </Card>
    </SellerPage>
  )
}

const awayForm = z.object({ lastDay: holidayBody.shape.lastDay.unwrap() })
const failed = serverMsgOr('That could not be saved. Please try again.')

function useSend() {
  const navigate = useNavigate()
  return async (lastDay: string | null) => {
    const { msg } = await call(privateApi.holiday.set, { body: { lastDay } })
    sellerToast.success(msg)
    void navigate(paths.manageProducts)
  }
}

function HolidayForm({ lastDay }: { lastDay: string | null }) {
  const send = useSend()
  const form = useForm({
    schema: awayForm,
    initial: { lastDay: lastDay ?? '' },
    failed,
    send: (typed) => send(typed.lastDay),
  })
  return (
    <form {...form.props} aria-label="Holiday" className="flex flex-col gap-4">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <TextField
        {...form.field('lastDay')}
        label="Last day away"
        hint={`In India, at most ${holidayDaysMax} days from today.`}
        type="date"
        min={today()}
        className="max-w-xs"
      />
      <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Saving...">
        {lastDay === null ? 'Begin Holiday' : 'Change the Day'}
      </Button>
    </form>
  )
}

function BackForm() {
  const send = useSend()
  const form = useForm({ schema: z.object({}), failed, send: () => send(null) })
  return (
    <form {...form.props} aria-label="Back" className="flex flex-col gap-4 border-t border-line pt-4">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <Button {...form.submitButton} look="secondary" className="sm:self-start sm:px-8" busyLabel="Saving...">
        I am back
      </Button>
    </form>
  )
}
