import * as THREE from 'three'
import type { Label } from '../surfaces/labels.ts'
import { labelMaterial } from '../surfaces/labels.ts'
import { metal, plain, speckled } from '../surfaces/materials.ts'
import type { MetalName } from '../surfaces/materials.ts'
import { group, mesh, tube, turned, wrap } from './forms.ts'

export type TinLook = {
  radius: number
  height: number
  label?: Label
  top?: Label
  metal?: MetalName
  open?: THREE.Material
  band?: string
}

/** A round tin; `open` shows what is inside instead of the lid. */
export function tin(look: TinLook): THREE.Group {
  const { radius: r, height: h } = look
  const material = metal(look.metal ?? 'tin')
  const result = group()
  if (look.open === undefined) {
    result.add(
      mesh(
        turned([
          [0, 0],
          [r, 0, 0.15],
          [r, h * 0.62, 0.04],
          [0, h * 0.62],
        ]),
        material,
      ),
      mesh(
        turned([
          [0, h * 0.6],
          [r * 1.025, h * 0.6, 0.05],
          [r * 1.025, h, 0.18],
          [r * 0.9, h, 0.05],
          [r * 0.86, h - 0.08, 0.05],
          [0, h - 0.08],
        ]),
        material,
      ),
    )
    if (look.top !== undefined) {
      const top = mesh(
        new THREE.CircleGeometry(r * 0.84, 48),
        labelMaterial({ ...look.top, shape: 1 }),
        [0, h - 0.05, 0],
        [-Math.PI / 2, 0, 0],
      )
      result.add(top)
    }
  } else {
    result.add(
      mesh(
        turned([
          [0, 0],
          [r, 0, 0.15],
          [r, h, 0.06],
          [r * 0.96, h, 0.03],
          [r * 0.96, h * 0.8],
        ]),
        material,
      ),
      mesh(
        turned([
          [0, h * 0.1],
          [r * 0.95, h * 0.1],
          [r * 0.95, h * 0.86, 0.05],
          [0, h * 0.86],
        ]),
        look.open,
      ),
    )
  }
  if (look.label !== undefined) {
    const degrees = 125
    const height = h * (look.open === undefined ? 0.5 : 0.7)
    result.add(
      mesh(
        wrap(r * 1.006, height, degrees),
        labelMaterial({ ...look.label, shape: (r * Math.PI * degrees) / 180 / height }),
        [0, look.open === undefined ? h * 0.31 : h * 0.48, 0],
      ),
    )
  }
  return result
}

export function tinLid(look: TinLook): THREE.Group {
  const r = look.radius * 1.025
  const h = look.height * 0.4
  const result = group(
    mesh(
      turned([
        [0, 0],
        [r, 0, 0.15],
        [r, h, 0.04],
        [r * 0.97, h, 0.02],
        [r * 0.97, 0.12],
      ]),
      metal(look.metal ?? 'tin'),
    ),
  )
  return result
}

export function wick(y: number, length = 1, lit = false): THREE.Group {
  const result = group(
    mesh(
      tube(
        [
          [0, y - 0.2, 0],
          [0.02, y + length * 0.6, 0],
          [0.12, y + length, 0.04],
        ],
        0.08,
      ),
      plain('#4a3a2c', 1),
    ),
  )
  if (lit) {
    const flame = new THREE.MeshBasicMaterial({ color: new THREE.Color('#ffcf70').multiplyScalar(1.8) })
    const body = mesh(
      turned(
        [
          [0, 0],
          [0.3, 0.5, 0.3],
          [0.16, 1.2, 0.4],
          [0, 1.9],
        ],
        0.3,
        24,
      ),
      flame,
      [0.1, y + length * 0.75, 0.02],
    )
    body.userData['noShadow'] = true
    result.add(body)
  }
  return result
}

export function pillar(radius: number, height: number, color = '#e0a94a'): THREE.Group {
  return group(
    mesh(
      turned([
        [0, 0],
        [radius, 0, 0.12],
        [radius, height, 0.35],
        [radius * 0.8, height - 0.15, 0.2],
        [0, height - 0.35],
      ]),
      speckled(color, '#c98e2e', 0.03, 0.5),
    ),
    wick(height - 0.35, 1.1),
  )
}

export function waxTop(color = '#f6ead2'): THREE.MeshStandardMaterial {
  return speckled(color, '#efe0bf', 0.02, 0.42)
}
