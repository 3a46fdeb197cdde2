/** Toasts of the seller's area, some with a second line below the title. */
import { toast } from '../../toast/toast.ts'

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
    toast.success(message(title, text), { ...(id && { id }) }),
  error: (title: string, text?: string, id?: string) =>
    toast.error(message(title, text), { ...(id && { id }) }),
}
