import type { ReactNode } from 'react'

export type BadgeColor = 'green' | 'blue' | 'yellow' | 'red' | 'grey'

const colors: Record<BadgeColor, string> = {
  green: 'bg-leaf-soft text-forest',
  blue: 'bg-sky-soft text-sky',
  yellow: 'bg-amber-soft text-amber',
  red: 'bg-clay-soft text-clay',
  grey: 'bg-mist text-muted',
}

interface Props {
  color?: BadgeColor
  className?: string
  children: ReactNode
}

export function Badge({ color = 'grey', className = '', children }: Props) {
  return (
    <span
      className={`inline-block rounded-full px-3 py-0.5 text-sm font-semibold ${colors[color]} ${className}`}
    >
      {children}
    </span>
  )
}
