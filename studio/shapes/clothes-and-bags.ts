import * as THREE from 'three'
import { layeredNoise } from '../stage/random.ts'
import { mixRgb, painted, rgb } from '../surfaces/canvas.ts'
import { drawSprig, drawLeaf, printed } from '../surfaces/labels.ts'
import { braid, jute, metal, plain, weave, wood } from '../surfaces/materials.ts'
import { pillow } from './cloth.ts'
import { block, cutOut, group, mesh, outline, placed, surface, tube, turned } from './forms.ts'
import { coiled } from './woven.ts'

/** Jersey or khadi that has been worn in: soft creases over the whole piece. */
export function creased(color: string, strength = 1): THREE.MeshStandardMaterial {
  const base = rgb(color)
  const { color: map, height } = painted(512, (u, v) => {
    const warp = layeredNoise(u * 1.6, v * 1.6, 5) * 1.4
    const fold = 1 - Math.abs(Math.sin((u * 2.2 + v * 1.2 + warp) * Math.PI))
    const thread = Math.sin(u * 512 * 1.2) * Math.sin(v * 512 * 1.2) * 0.04
    const level = fold * 0.3 + layeredNoise(u * 4, v * 4, 9) * 0.5
    const shade = 0.93 + level * 0.08 + thread
    return { color: mixRgb([0, 0, 0], base, shade), height: Math.min(1, level + thread) }
  })
  for (const texture of [map, height]) texture.repeat.set(1 / 46, 1 / 46)
  return new THREE.MeshStandardMaterial({
    map,
    bumpMap: height,
    bumpScale: 11 * strength,
    roughness: 0.95,
    side: THREE.DoubleSide,
  })
}

const flat = (object: THREE.Object3D): THREE.Group => placed(object, { turn: [-90, 0, 0] })

export function tshirt(color: string): THREE.Group {
  const cloth = creased(color)
  const shape = outline(
    [
      [-24, -36, 1.5],
      [24, -36, 1.5],
      [25, 12, 4],
      [37, 2, 1],
      [42, 13, 1],
      [27, 32, 4],
      [9, 37, 2],
      [6, 33.4, 3],
      [-6, 33.4, 3],
      [-9, 37, 2],
      [-27, 32, 4],
      [-42, 13, 1],
      [-37, 2, 1],
      [-25, 12, 4],
    ],
    2,
  )
  const result = group(mesh(cutOut(shape, 2.2, 1, 'y', 16), cloth))
  result.add(
    mesh(
      tube(
        [
          [-9.4, 36.6, 0.8],
          [-6.4, 33.2, 1.2],
          [0, 31.6, 1.3],
          [6.4, 33.2, 1.2],
          [9.4, 36.6, 0.8],
        ],
        0.75,
      ),
      cloth,
    ),
  )
  result.add(
    mesh(
      tube(
        [
          [-8.6, 36.4, 0],
          [0, 35.2, 0.4],
          [8.6, 36.4, 0],
        ],
        0.8,
      ),
      cloth,
    ),
  )
  const seam = plain(color, 0.9)
  result.add(
    mesh(
      tube(
        [
          [-23, -34, 1.12],
          [23, -34, 1.12],
        ],
        0.1,
      ),
      seam,
    ),
  )
  for (const side of [-1, 1])
    result.add(
      mesh(
        tube(
          [
            [side * 35.6, 3.8, 1.1],
            [side * 40.4, 13.6, 1.1],
          ],
          0.1,
        ),
        seam,
      ),
      mesh(
        tube(
          [
            [side * 25.4, 12, 1.12],
            [side * 26.4, 22, 1.14],
            [side * 26, 31, 1.1],
          ],
          0.12,
        ),
        seam,
      ),
    )
  return flat(result)
}

export function kurta(color: string): THREE.Group {
  const cloth = creased(color, 0.9)
  const shape = outline(
    [
      [-27, -42, 1],
      [-15, -42, 1],
      [15, -42, 1],
      [27, -42, 1],
      [25.5, 10, 4],
      [41, -20, 1],
      [49, -16, 1],
      [30, 32, 4],
      [8, 37, 1.5],
      [5, 35, 2],
      [-5, 35, 2],
      [-8, 37, 1.5],
      [-30, 32, 4],
      [-49, -16, 1],
      [-41, -20, 1],
      [-25.5, 10, 4],
    ],
    2,
  )
  const result = group(mesh(cutOut(shape, 2.2, 1, 'y', 16), cloth))
  result.add(
    mesh(
      tube(
        [
          [-7.4, 37, 1],
          [-5.6, 34.6, 1.6],
          [0, 33, 1.9],
          [5.6, 34.6, 1.6],
          [7.4, 37, 1],
          [0, 37.8, 0.6],
        ],
        0.95,
        true,
      ),
      cloth,
    ),
  )
  result.add(mesh(block(3.4, 26, 0.5, 0.2), cloth, [0, 20, 1.15]))
  for (let button = 0; button < 4; button += 1)
    result.add(
      mesh(
        turned(
          [
            [0, 0],
            [0.75, 0, 0.1],
            [0.75, 0.3, 0.12],
            [0.4, 0.24],
            [0, 0.2],
          ],
          0.05,
          28,
        ),
        wood('sheesham'),
        [0, 29 - button * 6, 1.45],
        [Math.PI / 2, 0, 0],
      ),
    )
  return flat(result)
}

export function sock(color: string, tip: string): THREE.Group {
  const cloth = weave(color, { thread: 46, tile: 4, bump: 1.4 })
  const shape = outline(
    [
      [-4.2, 0, 1],
      [4.4, 0, 1],
      [4.6, 5.4, 3],
      [15, 7.4, 3.4],
      [15.6, 14.4, 3.6],
      [2, 15.6, 6],
      [-4.6, 10, 4],
    ],
    2,
  )
  const result = group(mesh(cutOut(shape, 1.8, 0.8, 'x', 16), cloth))
  const cuff = mesh(block(9.2, 4, 2.1, 0.7), weave(tip, { thread: 12, tile: 4, bump: 3 }), [0.1, -0.6, 0])
  result.add(cuff)
  result.add(
    mesh(
      cutOut(
        outline(
          [
            [11.6, 6.9, 1],
            [15.2, 7.5, 2.6],
            [15.7, 14.3, 2.8],
            [11.6, 15.1, 1],
          ],
          1,
        ),
        1.9,
        0.82,
        'x',
        12,
      ),
      weave(tip, { thread: 46, tile: 4 }),
    ),
  )
  return flat(result)
}

export function slipper(side: 1 | -1): THREE.Group {
  const half = (t: number): number => 4.3 + Math.sin(t * 3.3 - 0.5) * 0.7 + (t > 0.55 ? 0.5 : 0)
  const points: [number, number][] = []
  for (let step = 0; step <= 40; step += 1) {
    const t = step / 40
    const end = Math.sqrt(Math.max(0, 1 - (Math.abs(t - 0.5) * 2) ** 3.4))
    points.push([half(t) * end + side * Math.sin(t * 2.4) * 0.5, (t - 0.5) * 27.5])
  }
  const other: [number, number][] = points
    .map(([x, y]): [number, number] => [side * Math.sin((y / 27.5 + 0.5) * 2.4) * 1 - x, y])
    .reverse()
  const sole = outline([...points, ...other], 0.2)
  const result = group(
    mesh(cutOut(sole, 0.8, 0.2), plain('#6b5640', 0.8)),
    placed(mesh(cutOut(sole, 0.9, 0.3), braid('#c9a468', '#b98f52', 2.6)), { at: [0, 0, 0.8] }),
  )
  const laid = placed(result, { turn: [-90, 0, 0], at: [0, 0.4, 0] })
  const strap = surface(
    (u, v) => {
      const angle = Math.PI * u
      return [
        Math.cos(angle) * 5.3 + side * 0.5,
        1 + Math.sin(angle) * 4.6,
        -8.4 + v * 8.6 + Math.sin(angle) * 1.4,
      ]
    },
    40,
    12,
    [16, 8],
  )
  const edge = (z: number): THREE.Mesh =>
    mesh(
      tube(
        Array.from({ length: 18 }, (_, step): [number, number, number] => {
          const angle = (Math.PI * step) / 17
          return [Math.cos(angle) * 5.34 + side * 0.5, 1 + Math.sin(angle) * 4.64, z + Math.sin(angle) * 1.4]
        }),
        0.3,
      ),
      plain('#4f6f5a', 0.9),
    )
  return group(
    laid,
    mesh(
      strap,
      weave('#e9dcc0', { stripe: '#5c7f66', stripeAt: (v) => v % 0.5 < 0.22, thread: 44, tile: 4 }),
    ),
    edge(-8.4),
    edge(0.2),
  )
}

export function sunHat(): THREE.Group {
  const profile: [number, number][] = []
  for (let r = 0.4; r < 7.4; r += 0.62) profile.push([r, 10.8 - (r / 7.4) ** 3 * 1.6])
  for (let y = 9; y > 0.8; y -= 0.62) profile.push([7.6 + (9 - y) * 0.17, y])
  for (let r = 9.2; r < 18; r += 0.66) profile.push([r, 0.75 + ((r - 9.2) / 9) ** 2 * 1.1])
  const result = coiled(
    profile,
    0.38,
    (round) => braid(round % 7 === 3 ? '#c9a860' : '#e2cb92', '#d6bd80', 1.6),
    0.03,
  )
  result.add(
    mesh(
      turned([
        [9.05, 1.3],
        [9.2, 1.4, 0.1],
        [8.75, 4.4, 0.1],
        [8.5, 4.5],
      ]),
      weave('#4f6f5a', { thread: 50, tile: 3 }),
    ),
  )
  result.add(
    mesh(block(3, 2.4, 0.6, 0.25), weave('#4f6f5a', { thread: 50, tile: 3 }), [8.7, 2.9, 2.2], [0, 1.3, 0]),
  )
  return result
}

function bananaLeaf(): THREE.MeshStandardMaterial {
  return printed(768, 850, (pen, w, h) => {
    pen.fillStyle = '#f1e7d2'
    pen.fillRect(0, 0, w, h)
    for (let line = 0; line < w; line += 4) {
      pen.fillStyle = 'rgba(120,95,55,0.06)'
      pen.fillRect(line, 0, 1.6, h)
      pen.fillRect(0, line * 1.1, w, 1.6)
    }
    for (const [x, y, size, turn, tone] of [
      [300, 430, 250, -0.5, '#3f7048'],
      [470, 460, 250, 0.5, '#5a8c58'],
      [385, 400, 290, 0.02, '#2f5d3c'],
    ] as const) {
      pen.fillStyle = tone
      drawLeaf(pen, x, y, size, turn)
      pen.save()
      pen.translate(x, y)
      pen.rotate(turn)
      pen.strokeStyle = '#f1e7d2'
      pen.lineWidth = 5
      pen.beginPath()
      pen.moveTo(0, -size * 0.94)
      pen.lineTo(0, size * 0.64)
      for (let vein = -6; vein < 5; vein += 1) {
        pen.moveTo(0, vein * size * 0.12)
        pen.lineTo(size * 0.44, vein * size * 0.12 - size * 0.16)
        pen.moveTo(0, vein * size * 0.12)
        pen.lineTo(-size * 0.44, vein * size * 0.12 - size * 0.16)
      }
      pen.lineWidth = 2.4
      pen.stroke()
      pen.restore()
    }
  })
}

function strapLoop(x: number, top: number, reach: number, z: number, material: THREE.Material): THREE.Mesh {
  const loop = tube(
    [
      [-x, top - 4, z],
      [-x, top + reach * 0.35, z],
      [-x * 0.7, top + reach * 0.85, z],
      [0, top + reach, z],
      [x * 0.7, top + reach * 0.85, z],
      [x, top + reach * 0.35, z],
      [x, top - 4, z],
    ],
    1.15,
    false,
    90,
  )
  const position = loop.getAttribute('position')
  for (let index = 0; index < position.count; index += 1)
    position.setZ(index, z + (position.getZ(index) - z) * 0.28)
  loop.computeVertexNormals()
  return mesh(loop, material)
}

/** A flat-laid bag with a print and long handles. */
export function tote(full = false): THREE.Group {
  const canvas = weave('#efe5cf', { thread: 40, tile: 4 })
  const result = group(
    pillow({
      width: 38,
      height: 42,
      thick: full ? 12 : 3,
      wrinkle: full ? 1.4 : 0.9,
      material: bananaLeaf(),
      back: canvas,
      uv: [1, 1],
      seed: 5,
    }),
  )
  result.add(strapLoop(8.5, 20, 24, 0.9, canvas), strapLoop(8, 20, 20, -0.6, canvas))
  result.add(
    mesh(
      tube(
        [
          [-18.2, 19.2, 0.9],
          [0, 19.3, 1.4],
          [18.2, 19.2, 0.9],
        ],
        0.14,
      ),
      plain('#d8caa8', 0.9),
    ),
  )
  return result
}

/** An upright market bag with a gusset, open at the top. */
export function juteBag(filled: THREE.Object3D[] = []): THREE.Group {
  const cloth = jute('#bd9558')
  const wall = (width: number, depthAt: number, yaw: number): THREE.Group =>
    placed(
      mesh(
        surface(
          (u, v) => {
            const a = u * 2 - 1
            const sag = (layeredNoise(u * 3 + yaw, v * 3, 2, 3) - 0.5) * 1.1
            return [
              a * (width / 2) * (1 - v * 0.03),
              v * 33,
              depthAt + Math.sin(v * Math.PI) * (1 - a * a) * 0.9 + sag,
            ]
          },
          30,
          30,
          [width, 33],
        ),
        cloth,
      ),
      { turn: [0, yaw, 0] },
    )
  const result = group(
    wall(36, 9, 0),
    wall(36, 9, 180),
    wall(18, 18, 90),
    wall(18, 18, -90),
    mesh(block(35.6, 0.6, 17.6, 0.2), cloth, [0, 0.3, 0]),
  )
  const hem = plain('#e9dcc0', 0.9)
  result.add(
    mesh(
      tube(
        [
          [-17.5, 32.6, 9],
          [17.5, 32.6, 9],
          [17.5, 32.6, -9],
          [-17.5, 32.6, -9],
        ].map(([x, y, z]): [number, number, number] => [x ?? 0, y ?? 0, z ?? 0]),
        0.42,
        true,
        160,
      ),
      hem,
    ),
  )
  for (const z of [9.3, -9.3])
    result.add(
      placed(
        mesh(
          tube(
            [
              [-7.5, 24, 0],
              [-7.5, 35, 0],
              [-6, 43, -0.6 * Math.sign(z)],
              [0, 46, -1.4 * Math.sign(z)],
              [6, 43, -0.6 * Math.sign(z)],
              [7.5, 35, 0],
              [7.5, 24, 0],
            ],
            0.95,
          ),
          hem,
        ),
        { at: [0, 0, z] },
      ),
    )
  const motif = printed(512, 384, (pen, w, h) => {
    pen.clearRect(0, 0, w, h)
    pen.fillStyle = '#2f5d3c'
    pen.strokeStyle = '#2f5d3c'
    drawSprig(pen, w / 2, h / 2, 150, 3)
  })
  motif.transparent = true
  motif.polygonOffset = true
  motif.polygonOffsetFactor = -4
  result.add(mesh(new THREE.PlaneGeometry(18, 13.5), motif, [0, 13, 10.6]))
  result.add(...filled)
  return result
}

export function zipPouch(): THREE.Group {
  const kantha = printed(768, 524, (pen, w, h) => {
    const tones = ['#b5483c', '#d98a3a', '#31566f', '#6f8f5a', '#e2c48a']
    for (let column = 0; column < 6; column += 1)
      for (let row = 0; row < 4; row += 1) {
        pen.fillStyle = tones[(column * 3 + row * 2) % 5] ?? '#b5483c'
        pen.fillRect((column * w) / 6, (row * h) / 4, w / 6 + 1, h / 4 + 1)
        pen.fillStyle = tones[(column * 3 + row * 2 + 2) % 5] ?? '#31566f'
        drawLeaf(pen, ((column + 0.5) * w) / 6, ((row + 0.5) * h) / 4, 34, column + row)
      }
    pen.strokeStyle = '#fbf3e0'
    pen.lineWidth = 2.6
    pen.setLineDash([9, 8])
    for (let line = 8; line < h; line += 13) {
      pen.lineDashOffset = line
      pen.beginPath()
      pen.moveTo(0, line)
      pen.lineTo(w, line)
      pen.stroke()
    }
  })
  const result = group(
    pillow({ width: 22, height: 15, thick: 3.4, material: kantha, uv: [1, 1], wrinkle: 0.5 }),
  )
  result.add(
    mesh(block(21.4, 0.7, 0.9, 0.2), metal('brass'), [0, 7.4, 0]),
    mesh(block(1.6, 0.5, 0.9, 0.15), metal('brass'), [9.4, 7.6, 0.9]),
    mesh(
      tube(
        [
          [9.8, 7.6, 1.3],
          [11, 6.4, 1.9],
          [11.2, 4.6, 1.8],
        ],
        0.2,
      ),
      plain('#31566f', 0.9),
    ),
  )
  return result
}

export function indigoCloth(): THREE.MeshStandardMaterial {
  const material = printed(512, 512, (pen) => {
    pen.fillStyle = '#27406b'
    pen.fillRect(0, 0, 512, 512)
    for (let blot = 0; blot < 300; blot += 1) {
      pen.fillStyle = blot % 2 === 0 ? 'rgba(60,90,140,0.12)' : 'rgba(15,25,50,0.10)'
      pen.fillRect((blot * 173) % 512, (blot * 311) % 512, 40, 4)
    }
    for (let row = 0; row < 6; row += 1)
      for (let column = 0; column < 6; column += 1) {
        const x = (column + 0.25 + (row % 2) * 0.5) * 86
        const y = (row + 0.5) * 86
        pen.fillStyle = '#e6e9ee'
        for (let petal = 0; petal < 8; petal += 1)
          drawLeaf(
            pen,
            x + Math.cos(petal * 0.785) * 17,
            y + Math.sin(petal * 0.785) * 17,
            13,
            petal * 0.785 + Math.PI / 2,
          )
        pen.beginPath()
        pen.arc(x, y, 5, 0, 7)
        pen.fill()
        pen.beginPath()
        pen.arc(x + 43, y, 3.4, 0, 7)
        pen.fill()
      }
  })
  if (material.map !== null) {
    material.map.wrapS = material.map.wrapT = THREE.RepeatWrapping
    material.map.repeat.set(1 / 20, 1 / 20)
  }
  return material
}

export function patchwork(): THREE.MeshStandardMaterial {
  const tones = ['#e8c9a8', '#a9bda0', '#d98f7a', '#c9d3dc', '#efe3c8', '#8fa3b5', '#d9b86a', '#f3ebdc']
  const material = printed(1024, 1024, (pen) => {
    for (let row = 0; row < 8; row += 1)
      for (let column = 0; column < 8; column += 1) {
        const x = column * 128
        const y = row * 128
        pen.fillStyle = tones[(column * 5 + row * 3) % 8] ?? '#efe3c8'
        pen.fillRect(x, y, 128, 128)
        pen.fillStyle = tones[(column * 5 + row * 3 + 4) % 8] ?? '#a9bda0'
        if ((column + row) % 3 === 0)
          for (let dot = 0; dot < 16; dot += 1) {
            pen.beginPath()
            pen.arc(x + 16 + (dot % 4) * 32, y + 16 + Math.floor(dot / 4) * 32, 7, 0, 7)
            pen.fill()
          }
        else if ((column + row) % 3 === 1)
          for (let stripe = 0; stripe < 5; stripe += 1) pen.fillRect(x + 8 + stripe * 26, y, 8, 128)
        pen.strokeStyle = 'rgba(255,252,240,0.95)'
        pen.lineWidth = 3
        pen.setLineDash([10, 8])
        pen.strokeRect(x + 12, y + 12, 104, 104)
      }
  })
  if (material.map !== null) {
    material.map.wrapS = material.map.wrapT = THREE.RepeatWrapping
    material.map.repeat.set(1 / 72, 1 / 72)
  }
  return material
}
