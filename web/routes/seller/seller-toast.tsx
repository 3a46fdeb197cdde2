/** Toasts of the seller's area: three seconds (specification §9), some with a second line below the title. */
import { toast } from '../../toast/toast.ts'

const duration = 3_000

function message(title: string, text: string | undefined) {
  if (text === undefined) return title
  return (
    <span>
      <strong className="block font-semibold">{title}</strong>
      {text}
    </span>
  )
}

/** Messages with the same id replace each other. */
export const sellerToast = {
  success: (title: string, text?: string, id?: string) =>
    toast.success(message(title, text), { duration, ...(id && { id }) }),
  error: (title: string, text?: string, id?: string) =>
    toast.error(message(title, text), { duration, ...(id && { id }) }),
}
