import type * as THREE from 'three'
import type { Label } from '../surfaces/labels.ts'
import { paper, speckled } from '../surfaces/materials.ts'
import { block, group, mesh, turned, uneven } from './forms.ts'
import { labelSheet, pressedMark } from './props.ts'

export type SoapLook = {
  color: string
  specks: string
  amount?: number
  round?: boolean
  size?: readonly [number, number, number]
  rough?: number
}

export function soapBar(look: SoapLook, mark = true): THREE.Group {
  const [length, height, width] = look.size ?? [8.5, 3, 5.8]
  const material = speckled(look.color, look.specks, look.amount ?? 0.14, look.rough ?? 0.48)
  const result = group()
  if (look.round === true) {
    const radius = length / 2
    result.add(
      mesh(
        turned(
          [
            [0, 0],
            [radius * 0.9, 0, 0.7],
            [radius, height / 2, 1.2],
            [radius * 0.9, height, 0.7],
            [0, height],
          ],
          0.6,
        ),
        material,
      ),
    )
  } else {
    result.add(mesh(uneven(block(length, height, width, 0.8, 'x'), 0.05, 0.5), material, [0, height / 2, 0]))
  }
  if (mark) {
    const leaf = pressedMark(Math.min(width, length) * 0.5, Math.min(width, length) * 0.5)
    leaf.rotation.x = -Math.PI / 2
    leaf.position.y = height + 0.03
    result.add(leaf)
  }
  return result
}

/** A bar in its paper band, the print on top. */
export function bandedSoap(look: SoapLook, label: Label, bandColor = '#f6f1e4'): THREE.Group {
  const [length, height, width] = look.size ?? [8.5, 3, 5.8]
  const band = length * 0.62
  const print = labelSheet(band * 0.98, width * 0.8, { paper: bandColor, ...label })
  print.rotation.x = -Math.PI / 2
  print.position.y = height + 0.1
  const side = labelSheet(band * 0.98, height * 0.62, { paper: bandColor, ...label, style: 'split' })
  side.position.set(0, height / 2, width / 2 + 0.1)
  return group(
    soapBar(look, false),
    mesh(block(band, height + 0.14, width + 0.14, 0.62, 'x'), paper(bandColor), [0, height / 2, 0]),
    print,
    side,
  )
}
