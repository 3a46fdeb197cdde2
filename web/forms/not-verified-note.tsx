/** Shown below a registration form whose OTP dialog was closed; opens the dialog again. */
export function NotVerifiedNote({ onEnter }: { onEnter: () => void }) {
  return (
    <p className="mt-5 rounded-xl bg-dew px-4 py-1.5 text-sm">
      Your email is not verified yet.{' '}
      <button
        type="button"
        className="min-h-11 font-semibold text-forest underline underline-offset-4"
        onClick={onEnter}
      >
        Enter the OTP
      </button>
    </p>
  )
}
