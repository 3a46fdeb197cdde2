import * as THREE from 'three'
import { bottle, jar } from '../shapes/bottles-and-jars.ts'
import type { JarLook } from '../shapes/bottles-and-jars.ts'
import { clothStack, crumpledCloth, foldedCloth, rolledCloth } from '../shapes/cloth.ts'
import { block, cutOut, group, grounded, many, mesh, outline, placed, tube, turned } from '../shapes/forms.ts'
import { bow, carton, disc, scattered, slatDish, twig } from '../shapes/props.ts'
import { sack } from '../shapes/sacks-and-pouches.ts'
import { soapBar, bandedSoap } from '../shapes/soaps.ts'
import {
  bambooStraw,
  board,
  bowl,
  coconutBowl,
  fork,
  knife,
  leafPlate,
  lemon,
  mug,
  plate,
  spatula,
  spoon,
  steelStraw,
  strawBrush,
  tiffin,
  tomato,
  tumbler,
} from '../shapes/tableware.ts'
import { between, seeded } from '../stage/random.ts'
import { drawLeaf, printed } from '../surfaces/labels.ts'
import {
  clay,
  coated,
  crumbs,
  fibre,
  glass,
  glaze,
  hammered,
  jute,
  metal,
  plain,
  weave,
  wood,
} from '../surfaces/materials.ts'
import { bottleShots } from './bath-and-hair.ts'
import { shot, shots } from './scene.ts'
import type { ShotList } from './scene.ts'

const brand = 'Aranyika Botanics'

function plateStack(count: number): THREE.Group {
  const result = group()
  for (let index = 0; index < count; index += 1)
    result.add(placed(leafPlate(12.5, index + 1), { at: [0, index * 0.5, 0], turn: [0, index * 37, 0] }))
  return result
}

function shellBowl(seed: number): THREE.Group {
  return coconutBowl(6.8, 6.6, seed)
}
const woodSpoon = (): THREE.Group => spoon(15, 5, 3.6, wood('sheesham'), 0.7, 0.4, 1)

const katori = (scale = 1): THREE.Group =>
  bowl(4.5 * scale, 3.4 * scale, 0.2, hammered('kansa'), metal('kansa'))
function thali(): THREE.Group {
  return group(
    plate(15, 1.6, metal('kansa'), 0.22),
    placed(katori(), { at: [-6.6, 0.3, -5.6] }),
    placed(katori(), { at: [3, 0.3, -8.4] }),
    placed(tumbler(3.3, 8.4, metal('kansa')), { at: [13.6, 0, -11] }),
    placed(spoon(17, 5, 3.6, metal('kansa'), 0.6, 0.22, 1.2), { at: [15.4, 0, 5], turn: [0, 84, 0] }),
  )
}
const dal = (color: string, dark: string): THREE.Mesh =>
  mesh(disc(3.5, 0.2, crumbs(color, dark, 30, 1)).geometry, crumbs(color, dark, 30, 1))

const sageBowl = (): THREE.Group =>
  bowl(11, 8.6, 0.55, glaze('#a9b79a', '#6d5a3c'), glaze('#b9c5aa', '#6d5a3c'))

const copperBottle = (): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [3.3, 0, 0.3],
        [3.6, 0.8, 0.5],
        [3.6, 18, 2.4],
        [2, 22.4, 1],
        [1.75, 24],
        [0, 24],
      ]),
      hammered('copper', 10),
    ),
    mesh(
      turned([
        [0, 0],
        [2.05, 0, 0.1],
        [2.1, 2.2, 0.3],
        [1.4, 2.7, 0.2],
        [0.55, 2.8, 0.1],
        [0.6, 3.3, 0.2],
        [0, 3.4],
      ]),
      metal('copper'),
      [0, 23.6, 0],
    ),
  )
const flask = (color: string): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [3.5, 0, 0.3],
        [3.75, 0.5, 0.4],
        [3.75, 19, 1.6],
        [2.5, 21.6, 0.6],
        [2.45, 22.2],
        [0, 22.2],
      ]),
      coated(color),
    ),
    mesh(
      turned([
        [3.76, 1.5, 0.02],
        [3.8, 1.55, 0.02],
        [3.8, 1.95, 0.02],
        [3.76, 2],
      ]),
      metal('steel'),
    ),
    mesh(
      turned([
        [0, 0],
        [2.6, 0, 0.1],
        [2.6, 3.4, 0.3],
        [0, 3.4],
      ]),
      wood('bamboo'),
      [0, 22.3, 0],
    ),
    mesh(
      turned([
        [2.45, 0],
        [2.7, 0.05, 0.05],
        [2.7, 0.5, 0.05],
        [2.45, 0.55],
      ]),
      metal('steel'),
      [0, 21.9, 0],
    ),
  )
const steelBottle = (): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [3.6, 0, 0.3],
        [3.8, 0.5, 0.4],
        [3.8, 20, 1.8],
        [2.5, 22.6, 0.6],
        [2.4, 24],
        [0, 24],
      ]),
      metal('steel'),
    ),
    mesh(
      turned([
        [0, 0],
        [2.75, 0, 0.1],
        [2.75, 2.2, 0.3],
        [0, 2.3],
      ]),
      metal('mirror'),
      [0, 23.2, 0],
    ),
    mesh(
      tube(
        [
          [-1.9, 25.2, 0],
          [-2, 26.6, 0],
          [0, 28, 0],
          [2, 26.6, 0],
          [1.9, 25.2, 0],
        ],
        0.3,
      ),
      metal('steel'),
    ),
  )
const sleeved = (): THREE.Group =>
  group(
    bottle({ radius: 3.5, height: 26, glass: 'clear', neck: 1.5, shoulder: 5, closure: 'cap' }),
    mesh(
      turned([
        [3.3, 0.1, 0.2],
        [3.72, 0.3, 0.3],
        [3.76, 16.5, 0.3],
        [3.55, 16.8],
      ]),
      jute('#b58a50'),
    ),
    mesh(
      turned([
        [3.75, 0],
        [3.98, 0.25, 0.2],
        [3.98, 0.7, 0.2],
        [3.75, 0.95],
      ]),
      jute('#8d6637'),
      [0, 15.9, 0],
    ),
    mesh(
      turned([
        [0, 0.4],
        [3.3, 0.4, 0.2],
        [3.3, 20, 1.6],
        [2.2, 22.4],
        [0, 22.4],
      ]),
      glass('clear'),
    ),
  )
const clayBottle = (): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [3.8, 0, 0.4],
        [4.5, 6, 4],
        [4.4, 15, 4],
        [2, 21, 2],
        [1.8, 24, 0.5],
        [2.2, 25, 0.2],
        [0, 25],
      ]),
      clay('#b7633c'),
    ),
    mesh(
      turned([
        [4.42, 0],
        [4.56, 0.1, 0.05],
        [4.56, 0.4, 0.05],
        [4.42, 0.5],
      ]),
      clay('#9b4d2c'),
      [0, 13.4, 0],
    ),
    mesh(
      turned([
        [0, 0],
        [2.35, 0, 0.15],
        [2.4, 0.6, 0.2],
        [1.2, 1.5, 0.5],
        [0.8, 2.1, 0.2],
        [1.1, 2.8, 0.3],
        [0, 3.2],
      ]),
      clay('#b7633c'),
      [0, 25.05, 0],
    ),
  )
const copperTumbler = (): THREE.Group => tumbler(3.8, 10, metal('copper'), 0.76, 0.16)
const kulhad = (tea: boolean): THREE.Group => {
  const result = group(
    mesh(
      turned([
        [0, 0],
        [2.3, 0, 0.15],
        [2.4, 0.6, 0.3],
        [3.4, 6.4, 1.4],
        [3.2, 7, 0.3],
        [3.5, 8, 0.12],
        [3.2, 8, 0.1],
        [2.9, 7, 0.3],
        [2.2, 0.8, 0.5],
        [0, 0.7],
      ]),
      clay('#b4653f'),
    ),
  )
  if (tea)
    result.add(
      mesh(new THREE.CircleGeometry(3, 40), plain('#b98253', 0.25), [0, 6.6, 0], [-Math.PI / 2, 0, 0]),
    )
  return result
}
const travelMug = (): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [3.1, 0, 0.2],
        [3.9, 13.6, 0.15],
        [0, 13.6],
      ]),
      wood('bamboo'),
    ),
    mesh(
      turned([
        [3.86, 13.4],
        [4.02, 13.5, 0.1],
        [4.02, 14.1, 0.1],
        [3.8, 14.2],
      ]),
      metal('steel'),
    ),
    mesh(
      turned([
        [0, 0],
        [3.95, 0, 0.15],
        [3.95, 1.6, 0.4],
        [3.4, 2.2, 0.3],
        [0, 2.2],
      ]),
      plain('#37403a', 0.5),
      [0, 14.1, 0],
    ),
    mesh(block(2, 0.5, 1.4, 0.2), plain('#2a302c', 0.5), [1.2, 16.4, 0]),
  )
const kansaGlass = (): THREE.Group => tumbler(4, 11, hammered('kansa', 7), 0.72, 0.14)
const indigoMug = (coffee: boolean): THREE.Group =>
  mug(
    4.2,
    9.4,
    glaze('#3d5680', '#22304d'),
    glaze('#e9e4d8', '#8a7a62'),
    coffee ? plain('#5a3a22', 0.25) : undefined,
  )

function cutlery(): THREE.Object3D[] {
  const material = wood('bamboo')
  return [
    spoon(19, 5.4, 3.6, material, 0.6, 0.4, 1.1),
    fork(19, 2.6, material, 0.4),
    knife(19, material, 0.4),
    bambooStraw(19, 0.45, 3),
  ]
}
function cutleryRoll(): THREE.Group {
  const canvas = weave('#7f8f6c', { thread: 40, tile: 4 })
  const result = group(
    placed(mesh(block(26, 0.35, 24, 0.15), canvas, [0, 0.18, 0]), {}),
    mesh(block(17, 0.3, 23.4, 0.12), weave('#8e9d7a', { thread: 40, tile: 4 }), [-4.4, 0.42, 0]),
  )
  for (const z of [-6, 0, 6])
    result.add(
      mesh(
        tube(
          [
            [-12.8, 0.62, z],
            [4, 0.62, z],
          ],
          0.06,
        ),
        plain('#e9dfc4', 0.9),
      ),
    )
  cutlery().forEach((piece, index) => result.add(placed(piece, { at: [1.6, 0.75, -8.8 + index * 5.9] })))
  return result
}
function rolledCutlery(): THREE.Group {
  const result = group(
    rolledCloth({ width: 20, radius: 2.6, ply: 0.55, material: weave('#7f8f6c', { thread: 40, tile: 4 }) }),
  )
  result.add(
    mesh(
      tube(
        Array.from({ length: 20 }, (_, step): [number, number, number] => [
          0.5,
          2.6 + Math.cos(step * 0.3307) * 2.75,
          Math.sin(step * 0.3307) * 2.75,
        ]),
        0.16,
        true,
      ),
      plain('#efe6cf', 0.9),
    ),
  )
  result.add(placed(bow(2.6, '#efe6cf', 0.16), { at: [0.5, 5.5, 0] }))
  result.add(
    placed(spoon(19, 5.4, 3.6, wood('bamboo'), 0.6, 0.4, 1.1), { at: [3.6, 2, 0.6] }),
    placed(fork(19, 2.6, wood('bamboo'), 0.4), { at: [3, 2.9, -0.5] }),
  )
  return result
}

function strawRow(): THREE.Group {
  return group(
    ...Array.from({ length: 6 }, (_, index) =>
      placed(bambooStraw(20, 0.4 + (index % 3) * 0.04, index), {
        at: [0, 0, (index - 2.5) * 1.35],
        turn: [0, (index - 2.5) * 1.4, 0],
      }),
    ),
  )
}
function steelRow(): THREE.Group {
  return group(
    ...Array.from({ length: 4 }, (_, index) =>
      placed(steelStraw(21.5, 0.36, index % 2 === 1), { at: [0, 0, (index - 1.5) * 1.9] }),
    ),
  )
}
const juiceGlass = (color: string, straw: THREE.Object3D): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [2.8, 0, 0.3],
        [3.5, 12, 0.1],
        [3.25, 12, 0.1],
        [2.6, 0.8, 0.3],
        [0, 0.7],
      ]),
      glass('clear'),
    ),
    mesh(
      turned([
        [0, 0.8],
        [2.62, 0.8, 0.2],
        [3.1, 9.4, 0.1],
        [0, 9.4],
      ]),
      plain(color, 0.3),
    ),
    placed(straw, { at: [0.4, 10, 0], turn: [0, 20, 76] }),
  )

const servingSpoon = (slotted: boolean): THREE.Group => {
  const result = spoon(24, 8, 7, metal('brass'), 1.3, 0.35, 1.8)
  if (slotted) {
    for (const z of [-1.4, 0, 1.4])
      result.add(mesh(block(3, 0.05, 0.45, 0.02), plain('#3a2c14', 0.9), [8, 0.62, z]))
  }
  return result
}

function masalaDabba(lid: boolean): THREE.Group {
  const brass = metal('brass')
  const spices = [
    crumbs('#e0a02c', '#b5741a', 44, 0.6),
    crumbs('#b8371f', '#7d1f10', 44, 0.6),
    crumbs('#7a4f2a', '#4e2f16', 20, 3),
    crumbs('#c79a5a', '#8f6a34', 20, 3),
    crumbs('#2f2820', '#15110d', 26, 3),
    crumbs('#a9854f', '#6f5428', 24, 3),
    crumbs('#8f9a54', '#5f6b31', 22, 3),
  ]
  const result = group(
    mesh(
      turned([
        [0, 0],
        [10.4, 0, 0.5],
        [11, 1, 0.5],
        [11, 6, 0.1],
        [11.25, 6.2, 0.1],
        [10.75, 6.3, 0.1],
        [10.7, 0.5, 0.4],
        [0, 0.4],
      ]),
      brass,
    ),
  )
  spices.forEach((spice, index) => {
    const r = index === 6 ? 0 : 6.9
    const angle = (index / 6) * Math.PI * 2
    const cup = group(
      mesh(
        turned([
          [0, 0],
          [3, 0, 0.3],
          [3.3, 4.6, 0.1],
          [3.1, 4.6, 0.05],
          [3, 1],
        ]),
        metal('tin'),
      ),
      mesh(
        turned(
          [
            [3.05, 3.3],
            [2, 3.9, 1],
            [0, 4.2],
          ],
          0.5,
        ),
        spice,
      ),
    )
    result.add(placed(cup, { at: [Math.cos(angle) * r, 0.5, Math.sin(angle) * r] }))
  })
  if (lid) {
    result.add(
      mesh(
        turned([
          [10.4, 6.2],
          [11.3, 6.2, 0.1],
          [11.3, 7, 0.3],
          [8.6, 7.6, 0.4],
          [8.5, 7.2],
        ]),
        brass,
      ),
      mesh(
        turned([
          [0, 7.25],
          [8.6, 7.25],
          [8.6, 7.45],
          [0, 7.5],
        ]),
        glass('clear'),
      ),
      mesh(new THREE.SphereGeometry(0.9, 32, 20), brass, [0, 8.2, 0]),
    )
  } else {
    result.add(placed(spoon(9, 2.6, 2, brass, 0.4, 0.2, 0.6), { at: [1, 4.3, 5], turn: [0, 40, 0] }))
  }
  return result
}

const storageJar = (height: number, content: THREE.Material): JarLook => ({
  radius: 5,
  height,
  content,
  lid: 'wood',
  lidHeight: 1.8,
  fillTo: 0.78,
})
function storageTrio(): THREE.Group {
  return group(
    placed(jar(storageJar(14.4, crumbs('#8e2f22', '#5a1810', 15, 5))), { at: [-7.6, 0, -2.6] }),
    placed(jar(storageJar(11, crumbs('#e6c14b', '#b98e22', 18, 4))), { at: [3.4, 0, -3] }),
    placed(jar(storageJar(7.6, crumbs('#f2ead6', '#cdbf9d', 30, 3))), { at: [0.4, 0, 7.6] }),
  )
}

function handi(lid: boolean): THREE.Group {
  const red = clay('#9c4a2a')
  const result = group(
    mesh(
      turned([
        [0, 0],
        [5, 0, 1],
        [9.6, 3, 4],
        [11.4, 7, 3],
        [9.6, 10.6, 1.6],
        [9, 11.6, 0.5],
        [10.4, 12.6, 0.3],
        [9.6, 12.8, 0.2],
        [8.4, 11.6, 0.4],
        [10.6, 7, 3],
        [5, 1, 2],
        [0, 0.9],
      ]),
      red,
    ),
  )
  for (const side of [-1, 1])
    result.add(
      mesh(
        tube(
          [
            [side * 10.4, 9.4, -2.2],
            [side * 12.8, 9.9, -1.2],
            [side * 12.8, 9.9, 1.2],
            [side * 10.4, 9.4, 2.2],
          ],
          0.7,
        ),
        red,
      ),
    )
  if (lid)
    result.add(
      mesh(
        turned([
          [9.6, 0],
          [10, 0.3, 0.2],
          [7, 2.2, 2],
          [2, 3.4, 0.6],
          [1.2, 3.8, 0.4],
          [1.7, 5, 0.6],
          [0, 5.6],
        ]),
        red,
        [0, 12.3, 0],
      ),
    )
  else
    result.add(
      mesh(
        turned(
          [
            [9.6, 9.6],
            [5, 10.2, 2],
            [0, 10.4],
          ],
          0.5,
        ),
        crumbs('#dd9a3a', '#a8641a', 30, 1.6),
      ),
    )
  return result
}

function printedCloth(ground: string, ink: string, accent: string): THREE.MeshStandardMaterial {
  const material = printed(512, 512, (pen) => {
    pen.fillStyle = ground
    pen.fillRect(0, 0, 512, 512)
    for (let row = 0; row < 6; row += 1) {
      for (let column = 0; column < 6; column += 1) {
        const x = (column + (row % 2 === 0 ? 0.25 : 0.75)) * 88
        const y = (row + 0.5) * 86
        pen.fillStyle = ink
        drawLeaf(pen, x, y - 6, 26, 0)
        drawLeaf(pen, x + 20, y + 14, 20, 1)
        drawLeaf(pen, x - 20, y + 14, 20, -1)
        pen.fillStyle = accent
        pen.beginPath()
        pen.arc(x, y + 26, 5, 0, 7)
        pen.fill()
      }
    }
  })
  if (material.map !== null) {
    material.map.wrapS = material.map.wrapT = THREE.RepeatWrapping
    material.map.repeat.set(1 / 14, 1 / 14)
  }
  return material
}
const waxCloths = (): THREE.MeshStandardMaterial[] => [
  printedCloth('#f0dfae', '#5f7f4a', '#c9803a'),
  printedCloth('#d8e0cf', '#3f6a63', '#c9803a'),
  printedCloth('#efd2bd', '#a8553a', '#5f7f4a'),
]
const dishCloths = (): THREE.MeshStandardMaterial[] => [
  printedCloth('#f5efe0', '#6f8f58', '#d59a3c'),
  printedCloth('#dfe8e6', '#41707a', '#d59a3c'),
  printedCloth('#f3dccb', '#b35f40', '#7c8f5a'),
  printedCloth('#e8e2f0', '#6a5a8a', '#c78a4a'),
]

function coirBrush(): THREE.Group {
  const random = seeded('coir')
  const hair = new THREE.CylinderGeometry(0.05, 0.06, 2.4, 4)
  hair.translate(0, 1.2, 0)
  const matrices: THREE.Matrix4[] = []
  for (let index = 0; index < 1500; index += 1) {
    const r = Math.sqrt((index + 0.5) / 1500) * 2.4
    const angle = index * 2.39996
    const lean = (r / 2.4) * 0.32 + between(random, -0.12, 0.12)
    matrices.push(
      new THREE.Matrix4().compose(
        new THREE.Vector3(Math.cos(angle) * r, 0, Math.sin(angle) * r),
        new THREE.Quaternion().setFromAxisAngle(
          new THREE.Vector3(-Math.sin(angle), 0, Math.cos(angle)),
          lean,
        ),
        new THREE.Vector3(1, -between(random, 0.88, 1.05), 1),
      ),
    )
  }
  const head = group(
    mesh(
      turned([
        [0, 0],
        [2.7, 0, 0.3],
        [2.75, 1.6, 0.6],
        [0, 1.9],
      ]),
      wood('beech'),
    ),
    many(hair, plain('#7a5230', 0.95), matrices),
  )
  const handle = mesh(
    turned(
      [
        [0.5, 0],
        [0.75, 1, 0.5],
        [0.95, 7, 3],
        [0.8, 14, 2],
        [1.0, 18.4, 0.9],
        [0, 18.8],
      ],
      0.4,
    ),
    wood('beech'),
  )
  const loop = mesh(
    tube(
      [
        [0, 18, 0],
        [0.9, 19.6, 0],
        [0, 21.2, 0],
        [-0.9, 19.6, 0],
      ],
      0.12,
      true,
    ),
    plain('#e4d5b0', 0.9),
  )
  const neck = mesh(
    tube(
      [
        [0, 1.2, 0],
        [0, 2.6, 0],
        [0.9, 3.6, 0],
      ],
      0.16,
    ),
    metal('steel'),
  )
  // The head hangs at an angle from the handle, as dish brushes do.
  return group(head, neck, placed(group(handle, loop), { at: [0.7, 3.1, 0], turn: [0, 0, -52] }))
}
const dishBrush = (): THREE.Group => grounded(coirBrush())

function coirPad(seed: number): THREE.Mesh {
  return mesh(
    block(11, 1.1, 8, 0.4),
    fibre('#a9794a', '#4e3319', { tile: 3.2, bump: 5, grain: 0.8 }),
    [0, 0.55, 0],
    [0, seed * 0.04, 0],
  )
}

function soapnut(): THREE.BufferGeometry {
  return turned(
    [
      [0, 0],
      [0.7, 0.15, 0.4],
      [1.0, 0.9, 0.8],
      [0.6, 1.6, 0.4],
      [0, 1.7],
    ],
    0.3,
    14,
  )
}

function peg(): THREE.Group {
  const half = cutOut(
    outline(
      [
        [-3, 0.1, 0.2],
        [-3, 0.45, 0.2],
        [-0.6, 0.75, 0.3],
        [0.4, 0.6, 0.2],
        [3, 0.85, 0.3],
        [3, 0.3, 0.2],
        [0.4, 0.12, 0.2],
      ],
      0.15,
    ),
    1,
    0.15,
    'x',
  )
  const coil = tube(
    Array.from({ length: 40 }, (_, step): [number, number, number] => [
      Math.cos(step * 0.9) * 0.32,
      Math.sin(step * 0.9) * 0.32,
      -0.7 + (step / 40) * 1.4,
    ]),
    0.07,
    false,
    160,
  )
  const result = group(
    mesh(half, wood('bamboo'), [0, 0.05, 0]),
    mesh(half.clone(), wood('bamboo'), [0, -0.05, 0], [Math.PI, 0, 0]),
    mesh(coil, metal('steel')),
  )
  result.rotation.x = Math.PI / 2
  result.position.y = 0.55
  return group(result)
}

function broom(): THREE.Group {
  const random = seeded('broom')
  const grass = new THREE.CylinderGeometry(0.03, 0.07, 46, 4)
  grass.translate(0, -23, 0)
  const light: THREE.Matrix4[] = []
  const dark: THREE.Matrix4[] = []
  for (let index = 0; index < 900; index += 1) {
    const across = between(random, -1, 1)
    const deep = between(random, -1, 1)
    const matrix = new THREE.Matrix4().compose(
      new THREE.Vector3(across * 2, 0, deep * 1.5),
      new THREE.Quaternion().setFromEuler(
        new THREE.Euler(deep * -0.07, 0, across * 0.3 + between(random, -0.03, 0.03)),
      ),
      new THREE.Vector3(1, between(random, 0.8, 1.05) * (1 - across * across * 0.12), 1),
    )
    ;(index % 3 === 0 ? dark : light).push(matrix)
  }
  const result = group(
    many(grass, plain('#c9b36a', 0.95), light),
    many(grass.clone(), plain('#97904c', 0.95), dark),
    mesh(
      turned(
        [
          [2.5, -7, 0.5],
          [2.9, -3, 1],
          [2, 4, 1],
          [1.3, 8, 0.3],
          [1.2, 60, 0.3],
          [0, 60.4],
        ],
        0.4,
      ),
      wood('bamboo'),
    ),
    mesh(new THREE.SphereGeometry(0.1, 4, 4), plain('#c9b36a')),
  )
  for (let ring = 0; ring < 9; ring += 1) {
    const y = -6 + ring * 1.35
    const r = 3 - Math.max(0, ring - 3) * 0.2
    result.add(
      mesh(
        turned(
          [
            [r * 0.9, y],
            [r + 0.25, y + 0.35, 0.25],
            [r * 0.9, y + 0.7],
          ],
          0.2,
        ),
        plain(ring % 2 === 0 ? '#a8452f' : '#dcc48a', 0.9),
      ),
    )
  }
  const flat = group(result)
  result.rotation.x = Math.PI / 2
  result.rotation.order = 'YXZ'
  flat.position.y = 2.6
  return group(flat)
}

const spray = () =>
  bottle({
    radius: 3.7,
    height: 17.5,
    neck: 1.3,
    closure: 'trigger',
    capColor: '#2e2d2b',
    label: {
      brand,
      title: 'Orange Peel',
      line: 'surface spray · 500 ml',
      ink: '#a8541a',
      accent: '#e08a2a',
      style: 'arch',
    },
  })

export const kitchenAndCleaningShots: ShotList = {
  'areca-dinner-plates': shots(
    'sage',
    shot(() => group(plateStack(10), placed(leafPlate(12.5, 30), { at: [5, 8.6, -11], turn: [62, 18, 0] })), {
      turn: -8,
      rise: 32,
      fill: 0.76,
    }),
    shot(() => placed(leafPlate(12.5, 5), { turn: [0, 20, 0] }), {
      turn: 10,
      rise: 40,
      fill: 1.1,
      aim: [0.08, 0, 0.1],
      blur: 0.01,
    }),
    shot(
      () =>
        group(
          leafPlate(12.5, 3),
          placed(tomato(2.6), { at: [-3, 0.3, -2] }),
          placed(lemon(2), { at: [3.4, 0.3, -3.2] }),
          placed(twig('plate', 10, '#6d9a4a', 6), { at: [-4, 0.5, 3.4], turn: [0, -12, 0] }),
        ),
      { turn: 0, rise: 68, fill: 0.8 },
    ),
  ),
  'coconut-shell-bowls': shots(
    'sand',
    shot(
      () =>
        group(
          placed(shellBowl(1), { at: [-5.4, 0, -2] }),
          placed(shellBowl(6), { at: [7.6, 0, 1.6] }),
          placed(woodSpoon(), { at: [-2, 0, 9.4], turn: [0, 8, 0] }),
        ),
      { turn: 0, rise: 32, fill: 0.8 },
    ),
    shot(() => placed(shellBowl(6), { turn: [18, 0, 0] }), { turn: 10, rise: 22, fill: 0.76, blur: 0.012 }),
    shot(
      () =>
        group(
          shellBowl(1),
          mesh(
            turned(
              [
                [5.9, 4.6],
                [3, 5, 1.5],
                [0, 5.2],
              ],
              0.4,
            ),
            crumbs('#d79a4a', '#9a5f22', 16, 4),
            [0, 0.3, 0],
          ),
          placed(
            scattered('berries', 9, [3, 3], new THREE.SphereGeometry(0.75, 20, 14), plain('#5b2a4e', 0.4)),
            { at: [0, 5.6, 0] },
          ),
          placed(woodSpoon(), { at: [2, 0, 9], turn: [0, 10, 0] }),
        ),
      { turn: 0, rise: 56, fill: 0.76 },
    ),
  ),
  'kansa-thali-set': shots(
    'terracotta',
    shot(thali, { turn: -4, rise: 42, fill: 0.86 }),
    shot(
      () =>
        group(
          placed(katori(), { at: [-4.6, 0, 0.6] }),
          placed(tumbler(3.3, 8.4, metal('kansa')), { at: [4.4, 0, -1] }),
        ),
      { turn: 6, rise: 24, fill: 0.72, blur: 0.012 },
    ),
    shot(
      () => {
        const full = thali()
        full.add(
          placed(dal('#e0aa3e', '#b67a1e'), { at: [-6.6, 2.6, -5.6] }),
          placed(dal('#a8482a', '#6f2814'), { at: [3, 2.6, -8.4] }),
          mesh(
            turned(
              [
                [5, 0.4],
                [3, 2.2, 1.4],
                [0, 3],
              ],
              0.6,
            ),
            crumbs('#fbf8ee', '#dcd4c0', 40, 2),
            [3.2, 0.1, 4.4],
          ),
        )
        return full
      },
      { turn: 0, rise: 74, fill: 0.86 },
    ),
  ),
  'stoneware-serving-bowl': shots(
    'oat',
    shot(sageBowl, { turn: 0, rise: 24, fill: 0.72 }),
    shot(sageBowl, { turn: 12, rise: 50, fill: 1.0, aim: [0.1, 0.1, 0.1], blur: 0.012 }),
    shot(
      () =>
        group(
          sageBowl(),
          placed(lemon(3), { at: [-2.6, 4.6, 1.4], turn: [0, 30, 0] }),
          placed(lemon(3), { at: [3, 4.4, -2], turn: [0, -40, 0] }),
          placed(tomato(3.2), { at: [2.6, 4.8, 3.4] }),
          placed(tomato(3), { at: [-3.4, 5, -4] }),
          placed(twig('bowl', 9, '#6d9a4a', 5), { at: [-11, 0, 11], turn: [0, 8, 0] }),
        ),
      { turn: 0, rise: 36, fill: 0.78 },
    ),
  ),
  'copper-water-bottle': shots(
    'sage',
    shot(copperBottle, { turn: 0, rise: 9, fill: 0.76 }),
    shot(copperBottle, { turn: 10, rise: 30, fill: 1.5, aim: [0, 0.28, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          placed(copperBottle(), { at: [-3.6, 0, -1.4] }),
          placed(copperTumbler(), { at: [5, 0, 2.4] }),
          placed(lemon(2.4), { at: [-1.4, 0, 6], turn: [0, 20, 0] }),
        ),
      { turn: 0, rise: 14, fill: 0.76 },
    ),
  ),
  'steel-flask-forest': shots(
    'mint',
    shot(() => flask('#2f5d46'), { turn: 0, rise: 8, fill: 0.76 }),
    shot(() => flask('#2f5d46'), { turn: 10, rise: 32, fill: 1.5, aim: [0, 0.28, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          placed(flask('#2f5d46'), { at: [-5, 0, 0] }),
          placed(
            mesh(
              turned([
                [0, 0],
                [4.4, 0, 0.05],
                [4.4, 27, 0.05],
                [0, 27],
              ]),
              plain('#c39d6c', 0.9),
            ),
            { at: [6, 0, -2.4] },
          ),
        ),
      { turn: 0, rise: 12, fill: 0.76 },
    ),
  ),
  'steel-bottle-brushed': shots(
    'sky',
    shot(steelBottle, { turn: -6, rise: 8, fill: 0.76 }),
    shot(steelBottle, { turn: 24, rise: 28, fill: 1.5, aim: [0, 0.28, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          placed(steelBottle(), { at: [-4.6, 0, 1] }),
          placed(steelBottle(), { at: [5.2, 0, -2], turn: [0, 60, 0] }),
        ),
      { turn: 0, rise: 16, fill: 0.76 },
    ),
  ),
  'glass-bottle-jute-sleeve': shots(
    'oat',
    shot(sleeved, { turn: 0, rise: 9, fill: 0.76 }),
    shot(sleeved, { turn: 10, rise: 24, fill: 1.6, aim: [0, 0.12, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          placed(sleeved(), { at: [-3.4, 0, -1] }),
          placed(juiceGlass('#f0c86a', bambooStraw(16, 0.4, 2)), { at: [5.4, 0, 2] }),
        ),
      { turn: 0, rise: 14, fill: 0.76 },
    ),
  ),
  'clay-water-bottle': shots(
    'clay',
    shot(clayBottle, { turn: 0, rise: 9, fill: 0.76 }),
    shot(clayBottle, { turn: 10, rise: 34, fill: 1.5, aim: [0, 0.26, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          placed(clayBottle(), { at: [-3.6, 0, -1.6] }),
          placed(kulhad(false), { at: [5.6, 0, 1.6] }),
          placed(kulhad(false), { at: [0.8, 0, 7] }),
        ),
      { turn: 0, rise: 16, fill: 0.78 },
    ),
  ),
  'copper-tumblers-pair': shots(
    'terracotta',
    shot(
      () =>
        group(placed(copperTumbler(), { at: [-4, 0, 1.2] }), placed(copperTumbler(), { at: [4.6, 0, -1.4] })),
      { turn: 0, rise: 18, fill: 0.74 },
    ),
    shot(copperTumbler, { turn: 0, rise: 44, fill: 0.86, blur: 0.014 }),
    shot(
      () =>
        group(
          placed(copperTumbler(), { at: [-3, 0, 2] }),
          placed(carton(18, 11, 9, { brand: 'Tamrakosh', title: 'Copper Tumblers', line: 'set of two' }), {
            at: [4, 0, -8],
            turn: [0, -10, 0],
          }),
          placed(lemon(2.2), { at: [6.4, 0, 3.6] }),
        ),
      { turn: 0, rise: 22, fill: 0.76 },
    ),
  ),
  'clay-kulhad-set': shots(
    'sand',
    shot(
      () =>
        group(
          ...[
            [-7.4, -2],
            [0, -3.6],
            [7.4, -2],
            [-4, 4.2],
            [3.6, 4.6],
          ].map(([x, z], index) => placed(kulhad(index > 2), { at: [x ?? 0, 0, z ?? 0] })),
          placed(placed(kulhad(false), { turn: [0, 0, 180], at: [0, 15.6, 0] }), { at: [0, 0, -3.6] }),
        ),
      { turn: 0, rise: 22, fill: 0.8 },
    ),
    shot(() => kulhad(true), { turn: 0, rise: 36, fill: 0.8, blur: 0.014 }),
    shot(
      () =>
        group(
          ...[0, 1, 2, 3, 4, 5].map((index) =>
            placed(kulhad(true), { at: [(index % 3) * 7.6 - 7.6, 0, Math.floor(index / 3) * 7.8 - 4] }),
          ),
        ),
      { turn: 0, rise: 68, fill: 0.8 },
    ),
  ),
  'bamboo-travel-mug': shots(
    'forest',
    shot(travelMug, { turn: 0, rise: 10, fill: 0.74 }),
    shot(travelMug, { turn: 24, rise: 42, fill: 1.1, aim: [0, 0.2, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          placed(travelMug(), { at: [-4.4, 0, 0.6] }),
          placed(
            carton(9.4, 18.6, 9.4, {
              brand: 'Bansuli Bamboo Works',
              title: 'Travel Mug',
              line: 'bamboo · 400 ml',
            }),
            { at: [6, 0, -2], turn: [0, -20, 0] },
          ),
        ),
      { turn: 0, rise: 14, fill: 0.76 },
    ),
  ),
  'kansa-glass-pair': shots(
    'marigold',
    shot(
      () => group(placed(kansaGlass(), { at: [-4.4, 0, 1.2] }), placed(kansaGlass(), { at: [4.8, 0, -1.4] })),
      { turn: 0, rise: 16, fill: 0.74 },
    ),
    shot(kansaGlass, { turn: 0, rise: 40, fill: 0.88, blur: 0.014 }),
    shot(
      () =>
        group(
          ...[-1, 1].map((side) =>
            group(
              placed(kansaGlass(), { at: [side * 4.8, 0, 0] }),
              mesh(
                turned(
                  [
                    [3.7, 9.4],
                    [2, 10.6, 1.2],
                    [0, 11],
                  ],
                  0.6,
                ),
                plain('#fbf6ea', 0.5),
                [side * 4.8, 0, 0],
              ),
              placed(
                scattered(`pista${side}`, 12, [2, 2], block(0.7, 0.25, 0.35, 0.1), plain('#8fa04a', 0.8)),
                { at: [side * 4.8, 10.9, 0] },
              ),
            ),
          ),
        ),
      { turn: 8, rise: 36, fill: 0.78 },
    ),
  ),
  'stoneware-mug-indigo': shots(
    'sky',
    shot(() => placed(indigoMug(false), { turn: [0, -30, 0] }), { turn: 0, rise: 18, fill: 0.68 }),
    shot(() => placed(indigoMug(true), { turn: [0, -40, 0] }), { turn: 0, rise: 48, fill: 0.8, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(indigoMug(true), { at: [-3.6, 0, 2], turn: [0, 200, 0] }),
          placed(indigoMug(false), { at: [5.4, 0, -3.4], turn: [0, -30, 0] }),
        ),
      { turn: 0, rise: 26, fill: 0.76 },
    ),
  ),
  'bamboo-cutlery-roll': shots(
    'sage',
    shot(cutleryRoll, { turn: 30, rise: 58, fill: 0.86 }),
    shot(
      () => group(...cutlery().map((piece, index) => placed(piece, { at: [0, 0, (index - 1.5) * 3.6] }))),
      { turn: 40, rise: 40, fill: 1.5, aim: [0.22, 0, 0], blur: 0.012 },
    ),
    shot(() => placed(rolledCutlery(), { turn: [0, 34, 0] }), { turn: 0, rise: 34, fill: 0.78 }),
  ),
  'bamboo-straws-set': shots(
    'mint',
    shot(
      () =>
        group(
          placed(strawRow(), {}),
          placed(strawBrush(19, '#8a6238'), { at: [0, 0, 5.4], turn: [0, 180, 0] }),
        ),
      { turn: 40, rise: 56, fill: 0.86 },
    ),
    shot(() => placed(strawRow(), { turn: [0, 52, 0] }), {
      turn: 0,
      rise: 26,
      fill: 1.7,
      aim: [-0.16, 0, 0.16],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(juiceGlass('#e89a3a', bambooStraw(18, 0.42, 4)), { at: [-4, 0, 0] }),
          placed(juiceGlass('#c8485a', bambooStraw(18, 0.42, 7)), { at: [5, 0, -2.4] }),
        ),
      { turn: 0, rise: 16, fill: 0.78 },
    ),
  ),
  'steel-straws-set': shots(
    'sky',
    shot(() => group(steelRow(), placed(strawBrush(20, '#d8c089'), { at: [0, 0, 5.6], turn: [0, 180, 0] })), {
      turn: 38,
      rise: 56,
      fill: 0.86,
    }),
    shot(() => placed(steelRow(), { turn: [0, 34, 0] }), {
      turn: 0,
      rise: 30,
      fill: 2.1,
      aim: [0.3, 0, 0],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(juiceGlass('#a9c46a', steelStraw(18, 0.36, false)), { at: [-4, 0, 0] }),
          placed(juiceGlass('#f0b545', steelStraw(18, 0.36, false)), { at: [5, 0, -2.4] }),
        ),
      { turn: 0, rise: 16, fill: 0.78 },
    ),
  ),
  'brass-serving-spoons': shots(
    'honey',
    shot(
      () =>
        group(
          ...[0, 1, 2].map((index) =>
            placed(servingSpoon(index === 2), {
              at: [0, 0, (index - 1) * 8.4],
              turn: [0, (index - 1) * 3, 0],
            }),
          ),
        ),
      { turn: 44, rise: 56, fill: 0.86 },
    ),
    shot(() => placed(servingSpoon(false), { turn: [0, 36, 0] }), {
      turn: 0,
      rise: 34,
      fill: 1.7,
      aim: [0.24, 0, 0],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          bowl(9, 6.4, 0.4, glaze('#e6dcc6'), glaze('#efe7d4')),
          mesh(
            turned(
              [
                [8, 4.6],
                [4, 5.6, 2],
                [0, 6],
              ],
              0.6,
            ),
            crumbs('#fbf8ee', '#dcd4c0', 36, 2),
          ),
          placed(servingSpoon(false), { at: [6, 6.6, 2], turn: [0, 150, -14] }),
        ),
      { turn: 0, rise: 40, fill: 0.8 },
    ),
  ),
  'steel-tiffin-three-tier': shots(
    'stone',
    shot(() => tiffin(3, 6.6, 5), { turn: 26, rise: 12, fill: 0.76 }),
    shot(() => tiffin(3, 6.6, 5), { turn: 62, rise: 34, fill: 1.2, aim: [0, 0.2, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          placed(tiffin(1, 6.6, 5), { at: [-9, 0, -3], turn: [0, 24, 0] }),
          ...[crumbs('#e0aa3e', '#b67a1e', 34, 1), crumbs('#fbf8ee', '#dcd4c0', 38, 2)].map((food, index) =>
            placed(
              group(
                mesh(
                  turned([
                    [0, 0],
                    [6.3, 0, 0.3],
                    [6.6, 4.6, 0.1],
                    [6.9, 4.9, 0.1],
                    [6.4, 5, 0.1],
                    [6.2, 0.6],
                  ]),
                  metal('steel'),
                ),
                mesh(
                  turned(
                    [
                      [6.2, 3.9],
                      [3, 4.5, 1.4],
                      [0, 4.7],
                    ],
                    0.4,
                  ),
                  food,
                ),
              ),
              { at: [6 - index * 3, 0, -4 + index * 13] },
            ),
          ),
        ),
      { turn: 0, rise: 44, fill: 0.8 },
    ),
  ),
  'brass-masala-dabba': shots(
    'marigold',
    shot(() => masalaDabba(false), { turn: 10, rise: 46, fill: 0.78 }),
    shot(() => masalaDabba(false), { turn: 10, rise: 30, fill: 1.3, aim: [0.05, 0, 0.12], blur: 0.014 }),
    shot(() => masalaDabba(true), { turn: 0, rise: 34, fill: 0.76 }),
  ),
  'glass-storage-jars': shots(
    'cream',
    shot(storageTrio, { turn: 0, rise: 18, fill: 0.78 }),
    shot(() => jar(storageJar(11, crumbs('#e6c14b', '#b98e22', 18, 4))), {
      turn: 14,
      rise: 34,
      fill: 0.9,
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(jar({ ...storageJar(11, crumbs('#e6c14b', '#b98e22', 18, 4)), lid: 'none' }), {
            at: [-5, 0, 0],
          }),
          placed(disc(4.9, 1.8, wood('acacia')), { at: [7, 0, 2.4] }),
          placed(
            scattered(
              'dal',
              60,
              [5, 1.4],
              new THREE.SphereGeometry(0.28, 10, 8),
              plain('#e0b83f', 0.6),
              0.25,
            ),
            { at: [1, 0, 8] },
          ),
        ),
      { turn: 0, rise: 46, fill: 0.78 },
    ),
  ),
  'neem-chopping-board': shots(
    'sage',
    shot(() => placed(board(35, 24, 2, 'neem'), { turn: [0, 24, 0] }), { turn: 0, rise: 48, fill: 0.82 }),
    shot(() => placed(board(35, 24, 2, 'neem'), { turn: [0, 30, 0] }), {
      turn: 0,
      rise: 26,
      fill: 1.7,
      aim: [0.2, 0, 0.2],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          board(35, 24, 2, 'neem'),
          placed(tomato(3.2), { at: [-8, 2, -2] }),
          placed(tomato(2.9), { at: [-3, 2, 4] }),
          placed(lemon(2.6), { at: [5, 2, -4], turn: [0, 30, 0] }),
          placed(twig('board', 14, '#5f8f45', 7), { at: [2, 2, 5], turn: [0, 20, 0] }),
        ),
      { turn: -14, rise: 46, fill: 0.84 },
    ),
  ),
  'neem-spatula-set': shots(
    'sand',
    shot(
      () =>
        group(
          ...(['flipper', 'turner', 'paddle', 'slotted', 'stick'] as const).map((kind, index) =>
            placed(spatula(kind, 30 - (index === 4 ? 1 : 0), 'neem'), {
              at: [0, 0, (index - 2) * 7],
              turn: [0, (index - 2) * -2.4, 0],
            }),
          ),
        ),
      { turn: 90, rise: 72, fill: 0.86 },
    ),
    shot(
      () =>
        group(
          placed(spatula('slotted', 30, 'neem'), { at: [0, 0, 4], turn: [0, 10, 0] }),
          placed(spatula('turner', 30, 'neem'), { at: [0, 0, -4], turn: [0, 4, 0] }),
        ),
      { turn: 40, rise: 34, fill: 1.5, aim: [0.25, 0, 0], blur: 0.014 },
    ),
    shot(
      () => {
        const holder = group(
          mesh(
            turned([
              [0, 0],
              [5.4, 0, 0.4],
              [5.9, 1, 0.6],
              [5.9, 14, 0.3],
              [5.4, 14.2, 0.2],
              [5.3, 1],
            ]),
            glaze('#e3dcc8', '#7a6a50'),
          ),
        )
        ;(['flipper', 'paddle', 'slotted', 'stick', 'turner'] as const).forEach((kind, index) => {
          const angle = index * 1.257 + 0.4
          holder.add(
            placed(placed(spatula(kind, 30, 'neem'), { turn: [0, 0, 90] }), {
              at: [Math.cos(angle) * 2.6, 16.5, Math.sin(angle) * 2.6],
              turn: [Math.sin(angle) * 10, (index - 2) * 16, -Math.cos(angle) * 12],
            }),
          )
        })
        return holder
      },
      { turn: 0, rise: 10, fill: 0.8 },
    ),
  ),
  'clay-curry-handi': shots(
    'clay',
    shot(() => handi(true), { turn: 20, rise: 20, fill: 0.74 }),
    shot(() => group(handi(false), placed(twig('handi', 6, '#5f8f45', 4), { at: [-3, 10.6, 1] })), {
      turn: 20,
      rise: 42,
      fill: 0.8,
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(handi(false), { at: [-4, 0, -3] }),
          placed(
            group(
              mesh(
                turned([
                  [9.6, 0],
                  [10, 0.3, 0.2],
                  [7, 2.2, 2],
                  [2, 3.4, 0.6],
                  [1.2, 3.8, 0.4],
                  [1.7, 5, 0.6],
                  [0, 5.6],
                ]),
                clay('#9c4a2a'),
              ),
            ),
            { at: [13, 0, 7] },
          ),
          placed(tomato(2.8), { at: [-8, 0, 12.5] }),
        ),
      { turn: 0, rise: 36, fill: 0.8 },
    ),
  ),
  'beeswax-food-wraps': shots(
    'honey',
    shot(
      () =>
        placed(
          clothStack(
            waxCloths().map((material, index) =>
              foldedCloth({ width: 18, depth: 14, ply: 0.2, plies: 3, material, seed: index, soft: 0.16 }),
            ),
            [1.25, 1.25, 1.25],
            7,
          ),
          { turn: [0, -18, 0] },
        ),
      { turn: 0, rise: 38, fill: 0.78 },
    ),
    shot(
      () =>
        group(
          bowl(7, 5.4, 0.4, glaze('#e9e2d2'), glaze('#f1ebdd')),
          mesh(
            turned(
              [
                [7.5, 3.4],
                [7.35, 5.3, 0.4],
                [5, 5.9, 1],
                [0, 5.7],
              ],
              0.4,
            ),
            waxCloths()[0] ?? plain('#f0dfae'),
          ),
        ),
      { turn: 0, rise: 34, fill: 0.74 },
    ),
    shot(
      () =>
        group(
          ...waxCloths().map((material, index) =>
            placed(
              crumpledCloth({
                width: [26, 21, 16][index] ?? 20,
                depth: [26, 21, 16][index] ?? 20,
                lift: 1.2,
                folds: 1.4,
                seed: index + 3,
                material,
              }),
              { at: [index * 5 - 5, index * 0.9, index * 4 - 4], turn: [0, index * 14 - 8, 0] },
            ),
          ),
        ),
      { turn: 0, rise: 60, fill: 0.84 },
    ),
  ),
  'coir-dish-brush': shots(
    'mint',
    shot(() => placed(dishBrush(), { turn: [0, 20, 0] }), { turn: 0, rise: 24, fill: 0.78 }),
    shot(() => placed(dishBrush(), { turn: [0, 30, 0] }), {
      turn: 0,
      rise: 16,
      fill: 1.9,
      aim: [-0.32, -0.2, 0.1],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(dishBrush(), { at: [-2, 0, 2], turn: [0, 26, 0] }),
          slatDishWith(),
          placed(plate(11, 1.6, glaze('#ece6d6')), { at: [10, 0, -12] }),
        ),
      { turn: 0, rise: 34, fill: 0.84 },
    ),
  ),
  'coir-scrub-pads': shots(
    'sage',
    shot(
      () =>
        group(
          ...[0, 1, 2, 3, 4].map((index) =>
            placed(coirPad(index * 3), { at: [Math.sin(index * 4) * 0.5, index * 1.12, 0] }),
          ),
          placed(coirPad(2), { at: [8.2, 3.2, 4.4], turn: [0, 14, -48] }),
        ),
      { turn: 12, rise: 26, fill: 0.76 },
    ),
    shot(() => placed(coirPad(3), { turn: [0, 24, 0] }), { turn: 0, rise: 34, fill: 1.1, blur: 0.014 }),
    shot(
      () =>
        group(
          ...[0, 1, 2, 3, 4, 5].map((index) =>
            placed(coirPad(index), { at: [(index % 3) * 12 - 12, 0, Math.floor(index / 3) * 9.4 - 4.7] }),
          ),
        ),
      { turn: 10, rise: 62, fill: 0.84 },
    ),
  ),
  'dish-soap-block': shots(
    'honey',
    shot(
      () =>
        group(
          slatDish(13, 9, 'beech'),
          placed(
            bandedSoap(
              { color: '#f1dc8a', specks: '#d8b63f', amount: 0.1, size: [9, 5, 6] },
              { brand, title: 'Lemon', line: 'dish soap · 200 g', ink: '#7a641a', style: 'split' },
            ),
            { at: [0, 1.6, 0], turn: [0, 8, 0] },
          ),
          placed(lemon(2.6), { at: [9.4, 0, 4.4], turn: [0, 24, 0] }),
        ),
      { turn: -6, rise: 32, fill: 0.8 },
    ),
    shot(() => soapBar({ color: '#f1dc8a', specks: '#d8b63f', amount: 0.12, size: [9, 5, 6] }), {
      turn: 26,
      rise: 30,
      fill: 0.72,
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          slatDish(13, 9, 'beech'),
          placed(soapBar({ color: '#f1dc8a', specks: '#d8b63f', amount: 0.12, size: [9, 5, 6] }), {
            at: [0, 1.6, 0],
          }),
          placed(dishBrush(), { at: [11, 0, 6], turn: [0, 150, 0] }),
        ),
      { turn: 0, rise: 36, fill: 0.84 },
    ),
  ),
  'swedish-dishcloths': shots(
    'cream',
    shot(
      () =>
        group(
          ...dishCloths().map((material, index) =>
            placed(mesh(block(20, 0.32, 17, 0.12), material, [0, 0.16, 0]), {
              at: [index * 1.6 - 2.4, index * 0.36, index * 2.2 - 3.3],
              turn: [0, index * 7 - 8, 0],
            }),
          ),
        ),
      { turn: 12, rise: 46, fill: 0.82 },
    ),
    shot(
      () =>
        placed(
          clothStack(
            dishCloths().map((material, index) =>
              foldedCloth({ width: 17, depth: 10, ply: 0.34, plies: 1, material, seed: index, soft: 0.1 }),
            ),
            [0.8],
            3,
          ),
          { turn: [0, 24, 0] },
        ),
      { turn: 0, rise: 26, fill: 0.76, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(
            crumpledCloth({
              width: 20,
              depth: 17,
              lift: 2.4,
              material: dishCloths()[1] ?? plain('#ffffff'),
              folds: 1.5,
            }),
            { at: [-4, 0, 4] },
          ),
          placed(mesh(block(20, 0.32, 17, 0.12), dishCloths()[0] ?? plain('#ffffff'), [0, 0.16, 0]), {
            at: [6, 0, -8],
            turn: [0, -10, 0],
          }),
        ),
      { turn: 0, rise: 56, fill: 0.84 },
    ),
  ),
  'soapnut-wash-bag': shots(
    'clay',
    shot(
      () =>
        group(
          placed(
            sack({
              width: 15,
              depth: 11,
              height: 17,
              material: weave('#efe4cc', { thread: 36 }),
              label: {
                brand,
                title: 'Soapnuts',
                line: 'reetha · 500 g',
                clear: true,
                style: 'bare',
                ink: '#5a3d20',
              },
              tie: '#a8743f',
            }),
            { at: [-3, 0, -2] },
          ),
          placed(scattered('reetha', 26, [7, 2.2], soapnut(), plain('#8a4f24', 0.35)), { at: [2, 0, 9] }),
        ),
      { turn: 0, rise: 20, fill: 0.78 },
    ),
    shot(
      () =>
        group(
          bowl(8, 5, 0.5, wood('sheesham')),
          placed(scattered('reetha2', 60, [4.6, 4.6], soapnut(), plain('#8a4f24', 0.35)), {
            at: [0, 3.4, 0],
          }),
          placed(scattered('reetha4', 30, [3.6, 3.6], soapnut(), plain('#9a5a2a', 0.35)), {
            at: [0, 4.6, 0],
          }),
        ),
      { turn: 0, rise: 44, fill: 0.78, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(
            sack({
              width: 8,
              depth: 5,
              height: 9,
              material: weave('#f4ead6', { thread: 30 }),
              tie: '#a8743f',
            }),
            { at: [-4, 0, 0] },
          ),
          placed(scattered('reetha3', 18, [5, 2], soapnut(), plain('#8a4f24', 0.35)), { at: [4, 0, 4] }),
          placed(
            foldedCloth({
              width: 18,
              depth: 14,
              ply: 0.6,
              plies: 3,
              material: weave('#cfd8c8', { waffle: true, tile: 5 }),
            }),
            { at: [6, 0, -9], turn: [0, -10, 0] },
          ),
        ),
      { turn: 0, rise: 30, fill: 0.8 },
    ),
  ),
  'laundry-liquid-refill': bottleShots(
    'lilac',
    {
      radius: 4,
      height: 22,
      neck: 1.5,
      closure: 'cap',
      label: {
        brand,
        title: 'Laundry Liquid',
        line: 'soapnut & lavender · 750 ml',
        ink: '#54427a',
        style: 'split',
      },
    },
    () =>
      placed(
        foldedCloth({
          width: 18,
          depth: 15,
          ply: 0.8,
          plies: 4,
          material: weave('#e9e4f0', { waffle: true, tile: 5 }),
        }),
        { at: [4, 0, -4] },
      ),
    () => placed(twig('lav', 9, '#7f8f9a', 6), { at: [-3, 0, 6], turn: [0, 8, 0] }),
  ),
  'bamboo-clothes-pegs': shots(
    'sky',
    shot(
      () =>
        group(
          ...Array.from({ length: 14 }, (_, index) =>
            placed(peg(), {
              at: [Math.sin(index * 12.3) * 5.4, Math.floor(index / 6) * 0.9, Math.cos(index * 7.1) * 4.2],
              turn: [0, index * 57, 0],
            }),
          ),
        ),
      { turn: 0, rise: 46, fill: 0.82 },
    ),
    shot(() => placed(peg(), { turn: [0, 24, 0] }), { turn: 0, rise: 40, fill: 0.8, blur: 0.014 }),
    shot(
      () =>
        group(
          placed(
            sack({
              width: 12,
              depth: 8,
              height: 13,
              material: weave('#f1e7d2', { thread: 34 }),
              label: {
                brand: 'Bansuli',
                title: '24 Pegs',
                line: 'bamboo & steel',
                clear: true,
                style: 'bare',
                ink: '#4d5a35',
              },
              tie: '#7f8f6c',
            }),
            { at: [-2, 0, -3] },
          ),
          ...Array.from({ length: 5 }, (_, index) =>
            placed(peg(), {
              at: [-5 + index * 3.4, 0, 6 + Math.sin(index * 5)],
              turn: [0, 70 + index * 23, 0],
            }),
          ),
        ),
      { turn: 0, rise: 26, fill: 0.8 },
    ),
  ),
  'neem-floor-cleaner': bottleShots(
    'forest',
    {
      radius: 4.5,
      height: 24,
      neck: 1.6,
      glass: 'clear',
      filling: plain('#a9c08a', 0.3),
      closure: 'cap',
      label: {
        brand,
        title: 'Neem & Lemongrass',
        line: 'floor cleaner · 1 litre',
        style: 'framed',
        ink: '#2d5238',
      },
    },
    () => placed(dishBrush(), { at: [7, 0, 4], turn: [0, 20, 0] }),
    () => placed(twig('floor', 11, '#5f8a45', 6), { at: [-4, 0, 7], turn: [0, 8, 0] }),
  ),
  'surface-spray-glass': shots(
    'marigold',
    shot(
      () =>
        group(
          placed(spray(), { turn: [0, -20, 0] }),
          placed(scattered('peel', 9, [5, 1], block(1.8, 0.25, 0.9, 0.1), plain('#e58a26', 0.6), 0.15), {
            at: [1, 0, 6.4],
          }),
        ),
      { turn: 0, rise: 10, fill: 0.78 },
    ),
    shot(() => placed(spray(), { turn: [0, -34, 0] }), {
      turn: 0,
      rise: 16,
      fill: 1.5,
      aim: [0.05, 0.3, 0],
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(spray(), { at: [-4, 0, 0], turn: [0, 24, 0] }),
          placed(
            clothStack(
              dishCloths()
                .slice(0, 3)
                .map((material, index) =>
                  foldedCloth({ width: 14, depth: 10, ply: 0.4, plies: 2, material, seed: index, soft: 0.1 }),
                ),
              [1.6],
              3,
            ),
            { at: [8, 0, 0], turn: [0, -16, 0] },
          ),
        ),
      { turn: 0, rise: 18, fill: 0.8 },
    ),
  ),
  'grass-broom': shots(
    'sand',
    shot(() => placed(broom(), { turn: [0, 140, 0] }), { turn: 0, rise: 64, fill: 0.9 }),
    shot(() => placed(broom(), { turn: [0, 150, 0] }), {
      turn: 0,
      rise: 40,
      fill: 1.7,
      aim: [-0.24, 0, 0.2],
      blur: 0.01,
    }),
    shot(() => placed(broom(), { turn: [0, 158, 0] }), {
      turn: 0,
      rise: 50,
      fill: 3,
      aim: [-0.06, 0, 0.05],
      blur: 0.01,
    }),
  ),
}

function slatDishWith(): THREE.Group {
  return placed(
    group(
      slatDish(12, 8, 'beech'),
      placed(soapBar({ color: '#f1dc8a', specks: '#d8b63f', amount: 0.12, size: [9, 4, 6] }), {
        at: [0, 1.6, 0],
      }),
    ),
    { at: [-8, 0, -10], turn: [0, 14, 0] },
  )
}
