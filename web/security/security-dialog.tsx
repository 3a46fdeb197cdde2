import { limits } from '../../contract/limits.ts'
import { useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordAndDevices } from './password-and-devices.tsx'

/** The dialog 'Password and Devices' of customers and sellers. */
export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const { email } = useSession()
  return (
    <Dialog open title="Password and Devices" onClose={onClose} closeOnBackdrop={false}>
      <PasswordAndDevices email={email} passwordMin={limits.passwordMin} />
    </Dialog>
  )
}
