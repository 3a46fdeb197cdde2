import encodeQR from 'qr'
import { useMemo } from 'react'

/** A QR code as one SVG path, with the quiet zone of four squares that readers need. */
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
