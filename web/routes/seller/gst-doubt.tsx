import { TriangleAlert } from '../../ui/more-icons.tsx'

/** A warning about a GST number, which stops nobody (api-rules §6). Screen readers announce it when it appears. */
export function GstDoubt({ text }: { text: string | null | undefined }) {
  return (
    <div role="status" className="empty:hidden">
      {text && (
        <p className="flex gap-2.5 rounded-xl bg-amber-soft px-4 py-3 text-sm">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-amber" />
          {text}
        </p>
      )}
    </div>
  )
}
