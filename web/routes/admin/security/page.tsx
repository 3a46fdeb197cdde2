/** The administrator's own security: second factor with recovery codes, password, devices. */
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { adminPasswordMin } from '../../../../contract/admin-security.ts'
import { call } from '../../../api/client.ts'
import { PasswordAndDevices } from '../../../security/password-and-devices.tsx'
import { SecondFactor } from '../../../security/second-factor.tsx'
import { Card } from '../../../ui/card.tsx'
import { requireAdmin } from '../require-admin.ts'
import { PageHead } from '../list-page.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => requireAdmin(request, () => call(admin.me))

export function Component() {
  const { email, secondFactor } = useLoaderData<typeof loader>()
  const { on, required } = secondFactor
  const { revalidate } = useRevalidator()

  return (
    <>
      <PageHead heading="Security" text={`You are logged in as ${email}.`} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Card className="max-w-2xl p-5 sm:p-6 xl:max-w-none">
          <SecondFactor state={secondFactor} onChanged={() => void revalidate()} />
        </Card>
        {/* Where a second factor is required, these calls are refused until it is set up. */}
        {(on || !required) && (
          <Card className="max-w-2xl p-5 sm:p-6 xl:max-w-none">
            <h2 className="mb-4 text-lg font-semibold">Password and devices</h2>
            <PasswordAndDevices email={email} passwordMin={adminPasswordMin} />
          </Card>
        )}
      </div>
    </>
  )
}
