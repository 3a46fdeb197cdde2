import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** The new recovery codes. They are shown once, because the server stores only hashes of them. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog open title="Recovery codes" onClose={onClose} closeOnBackdrop={false}>
      <p className="text-muted">
        Without your phone, each of these logs you in once instead of a code. Keep them where only you find
        them: they are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="my-4 grid gap-x-6 gap-y-1 rounded-xl bg-dew px-4 py-3 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CopyButton value={codes.join('\n')} what="all codes" labelled />
        <Button onClick={onClose}>I have kept them</Button>
      </div>
    </Dialog>
  )
}
