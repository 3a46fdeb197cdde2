import type { ReactNode } from 'react'

interface Props {
  /** An icon or picture, hidden from screen readers. */
  icon?: ReactNode
  title: string
  text?: string
  /** Buttons or links to go on with. */
  children?: ReactNode
  /** h1 where it is the page's only heading. */
  as?: 'h1' | 'h2' | 'p'
}

/** Shown in place of an empty list. */
export function EmptyState({ icon, title, text, children, as: Title = 'h2' }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-2 flex size-20 items-center justify-center rounded-full bg-mist text-forest [&_svg]:size-9"
        >
          {icon}
        </span>
      )}
      <Title className="text-xl font-semibold">{title}</Title>
      {text && <p className="text-muted">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
