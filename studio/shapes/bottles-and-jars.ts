import * as THREE from 'three'
import type { Label } from '../surfaces/labels.ts'
import { labelMaterial } from '../surfaces/labels.ts'
import { glass, metal, plain, wood } from '../surfaces/materials.ts'
import type { GlassName } from '../surfaces/materials.ts'
import { block, group, mesh, tube, turned, wrap } from './forms.ts'

export type Closure = 'dropper' | 'cap' | 'wood' | 'cork' | 'spray' | 'trigger' | 'roller' | 'none'

export type BottleLook = {
  radius: number
  height: number
  glass?: GlassName
  /** Opaque bodies: steel, clay, painted. */
  body?: THREE.Material
  shoulder?: number
  neck?: number
  closure?: Closure
  capColor?: string
  label?: Label
  labelDegrees?: number
  /** Label height as a part of the straight wall. */
  labelPart?: number
  /** What is inside, as a colour; it is drawn as a smaller solid body. */
  filling?: THREE.Material
  fillTo?: number
}

export function closureOn(kind: Closure, neck: number, y: number, capColor = '#2c2a28'): THREE.Object3D[] {
  const parts: THREE.Object3D[] = []
  const dark = plain(capColor, 0.45)
  if (kind === 'dropper') {
    parts.push(
      mesh(
        turned([
          [0, 0],
          [neck * 1.32, 0, 0.08],
          [neck * 1.28, neck * 1.7, 0.08],
          [0, neck * 1.7],
        ]),
        wood('bamboo'),
        [0, y, 0],
      ),
      mesh(
        turned([
          [0, 0],
          [neck * 0.72, 0, 0.05],
          [neck * 0.68, neck * 1.2, 0.2],
          [neck * 0.5, neck * 2.1, 0.3],
          [neck * 0.4, neck * 2.7, 0.3],
          [0, neck * 2.75],
        ]),
        dark,
        [0, y + neck * 1.7, 0],
      ),
    )
  } else if (kind === 'wood') {
    parts.push(
      mesh(
        turned([
          [0, 0],
          [neck * 1.3, 0, 0.1],
          [neck * 1.3, neck * 1.7, 0.18],
          [0, neck * 1.7],
        ]),
        wood('beech'),
        [0, y, 0],
      ),
    )
  } else if (kind === 'cap') {
    parts.push(
      mesh(
        turned([
          [0, 0],
          [neck * 1.22, 0, 0.06],
          [neck * 1.22, neck * 1.35, 0.12],
          [0, neck * 1.35],
        ]),
        metal('tin'),
        [0, y, 0],
      ),
      mesh(
        turned([
          [neck * 1.24, neck * 0.2],
          [neck * 1.27, neck * 0.25],
          [neck * 1.24, neck * 0.3],
        ]),
        metal('tin'),
        [0, y, 0],
      ),
    )
  } else if (kind === 'cork') {
    parts.push(
      mesh(
        turned([
          [0, -neck * 0.6],
          [neck * 0.86, -neck * 0.6],
          [neck * 1.0, neck * 0.9, 0.1],
          [0, neck * 0.9],
        ]),
        wood('mango'),
        [0, y, 0],
      ),
    )
  } else if (kind === 'spray') {
    parts.push(
      mesh(
        turned([
          [0, 0],
          [neck * 1.25, 0, 0.06],
          [neck * 1.25, neck * 1.1, 0.1],
          [0, neck * 1.1],
        ]),
        metal('tin'),
        [0, y, 0],
      ),
      mesh(
        turned([
          [0, 0],
          [neck * 0.7, 0, 0.05],
          [neck * 0.7, neck * 1.1, 0.15],
          [0, neck * 1.1],
        ]),
        plain('#f3efe8', 0.4),
        [0, y + neck * 1.15, 0],
      ),
      mesh(
        turned([
          [0, 0],
          [0.16, 0],
          [0.16, 0.12],
          [0, 0.12],
        ]),
        plain('#555049', 0.5),
        [0, y + neck * 1.8, neck * 0.68],
        [Math.PI / 2, 0, 0],
      ),
    )
  } else if (kind === 'trigger') {
    const head = neck * 1.1
    parts.push(
      mesh(
        turned([
          [0, 0],
          [neck * 1.3, 0, 0.08],
          [neck * 1.2, neck * 1.3, 0.1],
          [0, neck * 1.3],
        ]),
        dark,
        [0, y, 0],
      ),
      mesh(block(neck * 5.2, head * 1.2, neck * 1.5, 0.4), dark, [neck * 0.9, y + neck * 2.6, 0]),
      mesh(block(neck * 1.1, neck * 1.6, neck * 1.1, 0.2), dark, [0, y + neck * 1.6, 0]),
      mesh(block(neck * 0.9, neck * 0.7, neck * 0.9, 0.2), plain('#e9e4d8', 0.5), [
        neck * 3.7,
        y + neck * 2.6,
        0,
      ]),
      mesh(
        tube(
          [
            [neck * 1.6, y + neck * 2.2, 0],
            [neck * 2.2, y + neck * 1.2, 0],
            [neck * 1.9, y - neck * 0.5, 0],
            [neck * 2.3, y - neck * 1.2, 0],
          ],
          neck * 0.28,
        ),
        dark,
      ),
    )
  } else if (kind === 'roller') {
    parts.push(
      mesh(
        turned([
          [0, 0],
          [neck * 1.2, 0, 0.05],
          [neck * 1.1, 0.4, 0.1],
          [neck * 0.8, 0.5],
          [0, 0.5],
        ]),
        plain('#efece6', 0.5),
        [0, y, 0],
      ),
      mesh(new THREE.SphereGeometry(neck * 0.82, 32, 20), metal('mirror'), [0, y + 0.45, 0]),
    )
  }
  return parts
}

export function bottle(look: BottleLook): THREE.Group {
  const { radius, height } = look
  const neck = look.neck ?? radius * 0.42
  const shoulder = look.shoulder ?? radius * 0.7
  const wall = height - shoulder - neck * 1.1
  const profile: (readonly [number, number, number?])[] = [
    [0, 0],
    [radius, 0, radius * 0.14],
    [radius, wall, shoulder * 0.75],
    [neck, wall + shoulder, shoulder * 0.3],
    [neck, height],
  ]
  const result = group(mesh(turned([...profile, [0, height]]), look.body ?? glass(look.glass ?? 'amber')))
  if (look.filling !== undefined) {
    const inner = radius * 0.93
    const level = wall * (look.fillTo ?? 0.96)
    result.add(
      mesh(
        turned([
          [0, 0.25],
          [inner, 0.25, radius * 0.14],
          [inner, level, 0.1],
          [0, level],
        ]),
        look.filling,
      ),
    )
  }
  result.add(...closureOn(look.closure ?? 'cap', neck, height - neck * 0.25, look.capColor))
  if (look.label !== undefined) {
    const part = look.labelPart ?? 0.66
    const degrees = look.labelDegrees ?? 125
    const labelHeight = wall * part
    const width = (radius * Math.PI * degrees) / 180
    result.add(
      mesh(
        wrap(radius * 1.006, labelHeight, degrees),
        labelMaterial({ ...look.label, shape: width / labelHeight }),
        [0, wall * 0.5, 0],
      ),
    )
  }
  return result
}

export type JarLook = {
  radius: number
  height: number
  glass?: GlassName
  body?: THREE.Material
  lid?: 'wood' | 'metal' | 'cork' | 'bamboo' | 'brass' | 'none'
  lidHeight?: number
  content?: THREE.Material
  fillTo?: number
  label?: Label
  labelDegrees?: number
}

export function jarLid(look: JarLook): THREE.Group {
  const h = look.lidHeight ?? look.radius * 0.42
  const r = look.radius * (look.lid === 'cork' ? 0.9 : 0.98)
  const material =
    look.lid === 'metal'
      ? metal('tin')
      : look.lid === 'brass'
        ? metal('brass')
        : wood(look.lid === 'cork' ? 'mango' : look.lid === 'bamboo' ? 'bamboo' : 'acacia')
  return group(
    mesh(
      turned([
        [0, 0],
        [r, 0, 0.1],
        [r, h, 0.2],
        [0, h],
      ]),
      material,
    ),
  )
}

export function jar(look: JarLook): THREE.Group {
  const { radius: r, height: h } = look
  const result = group(
    mesh(
      turned([
        [0, 0],
        [r, 0, r * 0.18],
        [r, h * 0.92, r * 0.16],
        [r * 0.9, h, 0.1],
        [r * 0.84, h, 0.05],
        [r * 0.84, h * 0.94],
        ...(look.body === undefined
          ? []
          : ([
              [r * 0.84, h * 0.3],
              [0, h * 0.3],
            ] as const)),
      ]),
      look.body ?? glass(look.glass ?? 'clear'),
    ),
  )
  if (look.content !== undefined) {
    const level = h * (look.fillTo ?? 0.86)
    result.add(
      mesh(
        turned([
          [0, r * 0.1],
          [r * 0.94, r * 0.1, r * 0.16],
          [r * 0.94, level, 0.08],
          [0, level],
        ]),
        look.content,
      ),
    )
  }
  if (look.lid !== 'none') {
    const lid = jarLid(look)
    lid.name = 'lid'
    lid.position.y = look.lid === 'cork' ? h * 0.94 : h * 0.985
    result.add(lid)
  }
  if (look.label !== undefined) {
    const degrees = look.labelDegrees ?? 120
    const labelHeight = h * 0.56
    result.add(
      mesh(
        wrap(r * 1.006, labelHeight, degrees),
        labelMaterial({ ...look.label, shape: (r * Math.PI * degrees) / 180 / labelHeight }),
        [0, h * 0.47, 0],
      ),
    )
  }
  return result
}
