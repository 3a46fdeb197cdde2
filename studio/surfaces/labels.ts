import * as THREE from 'three'
import { drawn } from './canvas.ts'

export type Label = {
  brand: string
  title: string
  line: string
  paper?: string
  ink?: string
  accent?: string
  /** framed: border and leaf; split: coloured band with the title; bare: type only; print: ink straight on kraft. */
  style?: 'framed' | 'split' | 'bare' | 'arch'
  /** Width to height of the label. */
  shape?: number
  /** Lets the ground show through, for print straight on a bag or a bottle. */
  clear?: boolean
}

export const uiFont = 'Figtree'
const serif = '"Liberation Serif", serif'

export function drawLeaf(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  turn: number,
): void {
  pen.save()
  pen.translate(x, y)
  pen.rotate(turn)
  pen.beginPath()
  pen.moveTo(0, -size)
  pen.bezierCurveTo(size * 0.75, -size * 0.55, size * 0.62, size * 0.35, 0, size * 0.7)
  pen.bezierCurveTo(-size * 0.62, size * 0.35, -size * 0.75, -size * 0.55, 0, -size)
  pen.fill()
  pen.restore()
}

export function drawSprig(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  pairs = 3,
): void {
  pen.save()
  pen.translate(x, y)
  pen.lineWidth = size * 0.06
  pen.beginPath()
  pen.moveTo(0, size)
  pen.lineTo(0, -size * 0.6)
  pen.stroke()
  const leaf = size * 0.34
  drawLeaf(pen, 0, -size * 0.75, leaf, 0)
  for (let pair = 0; pair < pairs; pair += 1) {
    const at = -size * 0.35 + (pair * size * 1.1) / pairs
    drawLeaf(pen, leaf * 0.72, at, leaf, 1)
    drawLeaf(pen, -leaf * 0.72, at, leaf, -1)
  }
  pen.restore()
}

/** Sets text as large as the width allows, in at most two lines. */
function setTitle(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
  font: (size: number) => string,
): void {
  const words = text.split(' ')
  let lines = [text]
  const longest = (candidates: string[]): number =>
    Math.max(...candidates.map((line) => pen.measureText(line).width))
  pen.font = font(100)
  if (words.length > 1) {
    let best = Infinity
    for (let cut = 1; cut < words.length; cut += 1) {
      const split = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')]
      const size = longest(split)
      if (
        size < best &&
        Math.min(width / size, height / 230) > Math.min(width / longest([text]), height / 115)
      ) {
        best = size
        lines = split
      }
    }
  }
  const size = Math.min((width / longest(lines)) * 100, (height / lines.length) * 0.88)
  pen.font = font(size)
  lines.forEach((line, index) => {
    pen.fillText(line, x, y + (index - (lines.length - 1) / 2) * size * 1.08 + size * 0.34)
  })
}

export function drawLabel(pen: CanvasRenderingContext2D, width: number, height: number, label: Label): void {
  const paper = label.paper ?? '#f6f1e4'
  const ink = label.ink ?? '#27543a'
  const accent = label.accent ?? '#b98a3c'
  const style = label.style ?? 'framed'
  const small = Math.min(width, height * 1.3)
  pen.clearRect(0, 0, width, height)
  if (label.clear !== true) {
    pen.fillStyle = paper
    pen.fillRect(0, 0, width, height)
  }
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  pen.strokeStyle = ink
  pen.fillStyle = ink
  const middle = width / 2
  const sans = (weight: number) => (size: number) => `${weight} ${size}px ${uiFont}`
  const serifBold = (size: number) => `700 ${size}px ${serif}`
  const spaced = (text: string, y: number, size: number): void => {
    pen.font = sans(600)(size)
    pen.letterSpacing = `${size * 0.14}px`
    const room = width * 0.82
    const needed = pen.measureText(text.toUpperCase()).width
    if (needed > room) pen.font = sans(600)((size * room) / needed)
    pen.fillText(text.toUpperCase(), middle, y)
    pen.letterSpacing = '0px'
  }
  if (style === 'framed') {
    pen.lineWidth = small * 0.008
    pen.strokeRect(small * 0.05, small * 0.05, width - small * 0.1, height - small * 0.1)
    pen.fillStyle = accent
    pen.strokeStyle = accent
    drawSprig(pen, middle, height * 0.23, height * 0.1, 2)
    pen.fillStyle = ink
    setTitle(pen, label.title, middle, height * 0.52, width * 0.78, height * 0.3, serifBold)
    pen.fillStyle = accent
    pen.fillRect(middle - width * 0.12, height * 0.7, width * 0.24, small * 0.008)
    pen.fillStyle = ink
    pen.font = sans(500)(small * 0.066)
    pen.fillText(label.line, middle, height * 0.79)
    spaced(label.brand, height * 0.89, small * 0.042)
  } else if (style === 'split') {
    pen.fillStyle = ink
    pen.fillRect(0, height * 0.28, width, height * 0.42)
    spaced(label.brand, height * 0.17, small * 0.055)
    pen.fillStyle = paper
    setTitle(pen, label.title, middle, height * 0.49, width * 0.84, height * 0.34, sans(700))
    pen.fillStyle = ink
    pen.font = sans(500)(small * 0.075)
    pen.fillText(label.line, middle, height * 0.85)
  } else if (style === 'arch') {
    pen.fillStyle = accent
    pen.beginPath()
    pen.arc(middle, height * 0.34, small * 0.2, Math.PI, 0)
    pen.lineTo(middle + small * 0.2, height * 0.4)
    pen.lineTo(middle - small * 0.2, height * 0.4)
    pen.fill()
    pen.fillStyle = paper
    pen.strokeStyle = paper
    drawSprig(pen, middle, height * 0.3, small * 0.085, 2)
    pen.fillStyle = ink
    setTitle(pen, label.title, middle, height * 0.58, width * 0.8, height * 0.24, sans(700))
    pen.font = sans(500)(small * 0.07)
    pen.fillText(label.line, middle, height * 0.78)
    spaced(label.brand, height * 0.9, small * 0.045)
  } else {
    drawLeaf(pen, middle, height * 0.16, small * 0.075, 0.5)
    setTitle(pen, label.title, middle, height * 0.46, width * 0.84, height * 0.36, serifBold)
    pen.font = sans(500)(small * 0.075)
    pen.fillText(label.line, middle, height * 0.77)
    spaced(label.brand, height * 0.89, small * 0.048)
  }
}

export function labelMaterial(label: Label, rough = 0.85): THREE.MeshStandardMaterial {
  const shape = label.shape ?? 1.4
  const width = shape >= 1 ? 768 : Math.round(768 * shape)
  const height = shape >= 1 ? Math.round(768 / shape) : 768
  const texture = drawn(width, height, (pen) => drawLabel(pen, width, height, label))
  return new THREE.MeshStandardMaterial({
    map: texture,
    roughness: rough,
    transparent: label.clear === true,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
  })
}

/** Any drawing as a sheet material, for printed boxes, covers and cloth. */
export function printed(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D, width: number, height: number) => void,
  rough = 0.9,
): THREE.MeshStandardMaterial {
  return new THREE.MeshStandardMaterial({
    map: drawn(width, height, draw),
    roughness: rough,
    side: THREE.DoubleSide,
  })
}
