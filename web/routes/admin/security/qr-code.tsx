import encodeQR from 'qr'
import { useMemo } from 'react'

/** A text that a telephone's camera reads, as one path of squares with the four of quiet zone that readers ask for. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, squares } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
    const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: rows.length, squares: squares.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-xl border border-line bg-white"
    >
      <path d={squares} fill="#000" />
    </svg>
  )
}
