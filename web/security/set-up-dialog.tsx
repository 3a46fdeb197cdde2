import { privateApi } from '../../contract/private-endpoints.ts'
import { codeBody } from '../../contract/second-factor.ts'
import { call } from '../api/client.ts'
import { FormProblem } from '../forms/form-problem.tsx'
import { useForm } from '../forms/use-form.ts'
import { serverMsgOr } from '../messages/failure-message.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { CodeField } from './code-field.tsx'
import { QrCode } from './qr-code.tsx'

interface Props {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Shows the key for the authenticator app and asks for a first code as the proof that the app has it. */
export function SetUpDialog({ secret, uri, onDone, onClose }: Props) {
  const form = useForm({
    schema: codeBody,
    failed: serverMsgOr('The second factor could not be switched on.'),
    send: async (body) => onDone((await call(privateApi.secondFactor.confirm, { body })).recoveryCodes),
  })
  return (
    <Dialog open title="Set up the second factor" onClose={onClose} closeOnBackdrop={false}>
      <ol className="flex list-decimal flex-col gap-4 pl-5 marker:font-semibold marker:text-forest">
        <li>
          <p>Add a new account in your authenticator app and scan this:</p>
          <div className="my-3">
            <QrCode text={uri} label="QR code for your authenticator app" />
          </div>
          <p>No camera? Enter this key:</p>
          <p className="mt-2 flex items-center gap-2 rounded-xl bg-dew px-4 py-3">
            <code className="min-w-0 flex-1 font-semibold break-words">{inGroups(secret)}</code>
            <CopyButton value={secret} what="key" />
          </p>
          <a
            href={uri}
            className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4"
          >
            Open an app on this device
          </a>
        </li>
        <li>
          <form {...form.props} className="flex flex-col gap-4">
            <FormProblem text={form.problem} />
            <CodeField {...form.field('code')} label="Enter the code that it shows" />
            <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Button look="secondary" onClick={onClose}>
                Cancel
              </Button>
              <Button {...form.submitButton} busyLabel="Checking...">
                Switch on
              </Button>
            </div>
          </form>
        </li>
      </ol>
    </Dialog>
  )
}

/** Groups of four characters are easier to copy by eye. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
