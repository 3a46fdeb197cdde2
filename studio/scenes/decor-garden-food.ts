import * as THREE from 'three'
import { bottle, jar } from '../shapes/bottles-and-jars.ts'
import type { JarLook } from '../shapes/bottles-and-jars.ts'
import { pillow } from '../shapes/cloth.ts'
import {
  block,
  group,
  grounded,
  many,
  mesh,
  outline,
  place4,
  placed,
  surface,
  tube,
  turned,
  wrap,
} from '../shapes/forms.ts'
import {
  bush,
  coirPot,
  marker,
  mister,
  planter,
  saucer,
  seedBall,
  sprouts,
  terracotta,
  trowel,
  woodTray,
} from '../shapes/plants-and-garden.ts'
import { carton, disc, flatBox, labelSheet, leafGeometry, petals, scattered, twig } from '../shapes/props.ts'
import { pouch, sack } from '../shapes/sacks-and-pouches.ts'
import { bowl, lemon, mug, plate, spoon } from '../shapes/tableware.ts'
import { pillar, tin, tinLid, waxTop, wick } from '../shapes/tins-and-candles.ts'
import type { TinLook } from '../shapes/tins-and-candles.ts'
import { basket, flatRound, stripShade } from '../shapes/woven.ts'
import { between, seeded } from '../stage/random.ts'
import { drawLeaf, labelMaterial, printed } from '../surfaces/labels.ts'
import type { Label } from '../surfaces/labels.ts'
import {
  braid,
  clay,
  crumbs,
  fibre,
  glass,
  glaze,
  metal,
  paper,
  plain,
  speckled,
  weave,
  wood,
} from '../surfaces/materials.ts'
import { jarShots } from './bath-and-hair.ts'
import { shot, shots } from './scene.ts'
import type { ShotList, Shots } from './scene.ts'
import type { PaletteName } from '../stage/backdrop.ts'

const dhoop = 'Dhoopvan'
const pantry = 'Himvaali Pantry'
const soil = 'Mittika'

const candleTin: TinLook = {
  radius: 4,
  height: 6,
  label: { brand: dhoop, title: 'Mogra', line: 'soy candle · 40 hours', ink: '#6a4a2a', accent: '#c08a4a' },
}
const tinCandle = (lit: boolean): THREE.Group =>
  group(tin({ ...candleTin, open: waxTop() }), wick(5.1, 1.1, lit))
const amberCandle = (lit: boolean): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [4, 0, 0.4],
        [4, 9, 0.1],
        [3.7, 9, 0.1],
        [3.65, 0.8],
      ]),
      glass('amber'),
    ),
    mesh(
      turned([
        [0, 0.5],
        [3.64, 0.5, 0.2],
        [3.64, 7, 0.05],
        [0, 7],
      ]),
      waxTop('#f0dfc0'),
    ),
    mesh(
      wrap(4.03, 4.6, 125),
      labelMaterial({
        brand: dhoop,
        title: 'Sandalwood',
        line: 'candle · 50 hours',
        shape: 1.9,
        ink: '#3f2a18',
        accent: '#a8743a',
      }),
      [0, 4, 0],
    ),
    wick(7, 1.1, lit),
  )
const pillars = (): THREE.Group =>
  group(
    placed(pillar(3, 15), { at: [-4.4, 0, -2.4] }),
    placed(pillar(3, 11), { at: [3, 0, -3] }),
    placed(pillar(3, 8), { at: [0.4, 0, 4.4] }),
  )

function incenseTube(): THREE.Group {
  return group(
    mesh(
      turned([
        [0, 0],
        [2.2, 0, 0.1],
        [2.2, 18, 0.05],
        [0, 18],
      ]),
      paper('#e8c4a4'),
    ),
    mesh(
      turned([
        [0, 17.4],
        [2.28, 17.4, 0.06],
        [2.28, 24, 0.1],
        [0, 24],
      ]),
      paper('#a8482f'),
    ),
    mesh(
      wrap(2.22, 12, 150),
      labelMaterial({
        brand: dhoop,
        title: 'Temple Flower',
        line: '50 incense sticks',
        style: 'arch',
        ink: '#7a3218',
        accent: '#d98a35',
        paper: '#f5e2cc',
        shape: 0.48,
      }),
      [0, 9, 0],
    ),
  )
}
function stick(): THREE.Group {
  return group(
    mesh(new THREE.CylinderGeometry(0.1, 0.1, 22, 8), wood('bamboo'), [0, 0, 0], [0, 0, Math.PI / 2]),
    mesh(
      turned(
        [
          [0, 0],
          [0.2, 0.1, 0.1],
          [0.21, 17, 0.1],
          [0.1, 17.3],
          [0, 17.3],
        ],
        0.1,
        14,
      ),
      plain('#7a5a3c', 1),
      [-6.2, 0, 0],
      [0, 0, -Math.PI / 2],
    ),
  )
}
const stickBundle = (): THREE.Group =>
  group(
    ...Array.from({ length: 19 }, (_, index) => {
      const r = index === 0 ? 0 : index < 7 ? 0.5 : 0.98
      const angle = index * 1.0472 + (index > 6 ? 0.5236 * index : 0)
      return placed(stick(), { at: [0, 1.1 + Math.sin(angle) * r, Math.cos(angle) * r] })
    }),
    mesh(
      turned([
        [1.24, -0.7],
        [1.3, -0.6],
        [1.3, 0.6],
        [1.24, 0.7],
      ]),
      paper('#a8482f'),
      [5, 1.1, 0],
      [0, 0, Math.PI / 2],
    ),
  )
const ashDish = (): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [3.4, 0, 0.3],
        [4.4, 1.2, 0.4],
        [4.1, 1.3, 0.2],
        [3.1, 0.5, 0.4],
        [1, 0.5, 0.3],
        [0.9, 1.1, 0.3],
        [0.2, 1.2, 0.1],
        [0, 1.2],
      ]),
      clay('#b7633c'),
    ),
  )
const cone = (): THREE.BufferGeometry =>
  turned(
    [
      [0, 0],
      [0.85, 0, 0.12],
      [0.12, 2.9, 0.12],
      [0, 2.95],
    ],
    0.1,
    28,
  )
const cones = (count: number, seed: string, spread: [number, number]): THREE.InstancedMesh => {
  const random = seeded(seed)
  return many(
    cone(),
    plain('#6a4b33', 1),
    Array.from({ length: count }, (_, index) =>
      index % 3 === 0
        ? place4(
            [between(random, -spread[0], spread[0]), 0, between(random, -spread[1], spread[1])],
            [0, 0, 0],
          )
        : place4(
            [between(random, -spread[0], spread[0]), 0.8, between(random, -spread[1], spread[1])],
            [0, random() * 6.28, Math.PI / 2 - 0.28],
          ),
    ),
  )
}
function diffuser(): THREE.Group {
  const result = group(
    bottle({
      radius: 3.4,
      height: 9.4,
      glass: 'green',
      neck: 1.2,
      shoulder: 2,
      closure: 'none',
      label: {
        brand: dhoop,
        title: 'Vetiver',
        line: 'reed diffuser · 100 ml',
        style: 'split',
        ink: '#3d5d46',
      },
    }),
    mesh(
      turned([
        [1.1, 9],
        [1.5, 9, 0.1],
        [1.5, 10, 0.1],
        [1.1, 10],
      ]),
      wood('beech'),
    ),
  )
  for (let reed = 0; reed < 8; reed += 1) {
    const angle = reed * 0.785 + 0.3
    result.add(
      mesh(
        tube(
          [
            [-Math.cos(angle) * 1.4, 1, -Math.sin(angle) * 1.4],
            [Math.cos(angle) * 0.7, 10, Math.sin(angle) * 0.7],
            [Math.cos(angle) * 3.6, 25, Math.sin(angle) * 3.6],
          ],
          0.17,
        ),
        wood('ivory'),
      ),
    )
  }
  return result
}
function oilBurner(): THREE.Group {
  const skin = glaze('#8fbab0', '#5d6d5a')
  const dome = surface(
    (u, v) => {
      const angle = u * Math.PI * 2
      const r = 4.4 - 0.9 * v ** 3 + 0.5 * Math.sin(v * Math.PI)
      return [Math.cos(angle) * r, v * 8.6, Math.sin(angle) * r]
    },
    96,
    24,
    [28, 9],
  )
  const body = group(mesh(dome, skin))
  for (let leaf = 0; leaf < 7; leaf += 1) {
    const angle = (leaf / 7) * Math.PI * 2 + 0.25
    for (const [y, size] of [
      [3.4, 2.1],
      [6.2, 1.3],
    ] as const) {
      const turn = angle + (y > 5 ? 0.45 : 0)
      const hole = mesh(
        new THREE.ShapeGeometry(
          outline(
            [
              [0, -size * 0.6, 0.05],
              [size * 0.4, 0, 0.6],
              [0, size * 0.6, 0.05],
              [-size * 0.4, 0, 0.6],
            ],
            0.4,
          ),
        ),
        new THREE.MeshBasicMaterial({ color: '#f3b655' }),
        [Math.sin(turn) * 4.88, y, Math.cos(turn) * 4.88],
        [0, turn, 0],
      )
      body.add(hole)
    }
  }
  body.add(
    mesh(
      turned([
        [3, 8.5],
        [3.7, 8.6, 0.2],
        [4.5, 10.6, 0.2],
        [4.2, 10.7, 0.1],
        [3, 9.3, 0.5],
        [0, 9.1],
      ]),
      skin,
    ),
  )
  body.add(mesh(new THREE.CircleGeometry(3.8, 40), plain('#d9c98a', 0.1), [0, 10.1, 0], [-Math.PI / 2, 0, 0]))
  return body
}

const sabai = (): THREE.Group =>
  basket(11, 14, 22, 0.75, '#c9a866', { color: '#8d5f35', from: 0.55, to: 0.78 })
const juteRug = (): THREE.Group =>
  flatRound(45, 1.3, (part) => (part > 0.62 && part < 0.74 ? '#7f6a4a' : '#c29c62'))
const cushion = (color: string, stripe: string, seed: number): THREE.Group =>
  pillow({
    width: 40,
    height: 40,
    thick: 15,
    seed,
    material: weave(color, { stripe, stripeAt: (v) => v % 0.5 < 0.09, tile: 12, thread: 70, bump: 2 }),
    back: weave(color, { thread: 60 }),
  })
const leaning = (
  object: THREE.Object3D,
  at: [number, number, number],
  yaw: number,
  tilt: number,
): THREE.Group => grounded(placed(placed(object, { turn: [tilt, 0, 0] }), { at, turn: [0, yaw, 0] }))

const vase = (height: number, belly: number, neck: number, color: string): THREE.Group =>
  group(
    mesh(
      turned(
        [
          [0, 0],
          [belly * 0.55, 0, 0.3],
          [belly, height * 0.36, belly],
          [neck, height * 0.74, 2],
          [neck * 0.9, height * 0.88, 1],
          [neck * 1.4, height, 0.15],
          [neck * 1.1, height, 0.1],
          [neck * 0.7, height * 0.86],
        ],
        0.3,
      ),
      clay(color, 0.62),
    ),
  )
const stem = (seed: string, height: number): THREE.Group => {
  const random = seeded(seed)
  const result = group(
    mesh(
      tube(
        [
          [0, -6, 0],
          [0.3, height * 0.5, 0.2],
          [1.4, height, 0.6],
        ],
        0.14,
      ),
      plain('#8a7a4a', 0.9),
    ),
  )
  const grains: THREE.Matrix4[] = []
  for (let grain = 0; grain < 60; grain += 1) {
    const t = 0.5 + (grain / 60) * 0.52
    grains.push(
      place4(
        [
          0.3 + (t - 0.5) * 2.2 + between(random, -0.5, 0.5),
          height * t,
          0.2 + (t - 0.5) * 0.8 + between(random, -0.5, 0.5),
        ],
        [random(), random() * 6, random()],
        between(random, 0.7, 1.2),
      ),
    )
  }
  result.add(many(new THREE.SphereGeometry(0.28, 8, 6), plain('#d9b878', 0.9), grains))
  return result
}
const vases = (stems: boolean): THREE.Group =>
  group(
    placed(
      group(vase(18, 4, 1.3, '#b25a36'), ...(stems ? [placed(stem('a', 18), { at: [0, 16, 0] })] : [])),
      { at: [-5.6, 0, -2.4] },
    ),
    placed(
      group(vase(14, 4.2, 1.2, '#c27a52'), ...(stems ? [placed(stem('b', 14), { at: [0, 12.4, 0] })] : [])),
      { at: [4, 0, -3.4] },
    ),
    placed(vase(10, 3.8, 1.1, '#9c4a2c'), { at: [0.4, 0, 5.2] }),
  )

const fernPaper = (): THREE.MeshStandardMaterial => {
  const material = printed(512, 640, (pen) => {
    pen.fillStyle = '#f7e6c4'
    pen.fillRect(0, 0, 512, 640)
    for (let fibreAt = 0; fibreAt < 700; fibreAt += 1) {
      pen.fillStyle = fibreAt % 2 === 0 ? 'rgba(170,130,80,0.10)' : 'rgba(255,255,240,0.25)'
      pen.fillRect((fibreAt * 227) % 512, (fibreAt * 463) % 640, 22, 1.5)
    }
    for (const [x, y, size, turn] of [
      [170, 400, 190, -0.15],
      [350, 330, 150, 0.3],
    ] as const) {
      pen.save()
      pen.translate(x, y)
      pen.rotate(turn)
      pen.fillStyle = 'rgba(96,112,60,0.75)'
      pen.fillRect(-2, -size, 4, size * 2)
      for (let pair = 0; pair < 12; pair += 1) {
        const at = size * 0.8 - pair * size * 0.15
        const leaf = size * 0.3 * (1 - pair / 14)
        drawLeaf(pen, leaf * 0.75, at, leaf * 0.55, 1.15)
        drawLeaf(pen, -leaf * 0.75, at, leaf * 0.55, -1.15)
      }
      pen.restore()
    }
  })
  material.emissive = new THREE.Color('#ffce85')
  material.emissiveMap = material.map
  material.emissiveIntensity = 0.38
  return material
}
function paperLamp(): THREE.Group {
  const skin = fernPaper()
  const result = group(mesh(block(18, 2.4, 18, 0.3), wood('mango'), [0, 1.2, 0]))
  for (const [x, z, yaw] of [
    [0, 8, 0],
    [0, -8, Math.PI],
    [8, 0, Math.PI / 2],
    [-8, 0, -Math.PI / 2],
  ] as const)
    result.add(mesh(new THREE.PlaneGeometry(16, 26), skin, [x, 16, z], [0, yaw, 0]))
  for (const x of [-8.1, 8.1])
    for (const z of [-8.1, 8.1]) result.add(mesh(block(0.9, 28, 0.9, 0.15, 'y'), wood('mango'), [x, 16, z]))
  result.add(mesh(block(17.2, 0.8, 17.2, 0.2), wood('mango'), [0, 30, 0]))
  return result
}

const pot = (): THREE.Group => planter(9, 17, terracotta())
const potPlant = (): THREE.Group =>
  group(
    placed(saucer(9.4, terracotta()), {}),
    placed(pot(), { at: [0, 0.6, 0] }),
    placed(bush('ficus', { height: 20, spread: 9, stems: 9, leaf: 7, leavesPerStem: 7, round: true }), {
      at: [0, 15.4, 0],
    }),
  )
const hangerPot = (plant: boolean): THREE.Group => {
  const result = group(
    mesh(
      turned([
        [0, 0],
        [3, 0, 0.6],
        [6.6, 3, 3],
        [7.5, 7.4, 2],
        [7, 11, 0.3],
        [6.5, 11, 0.2],
        [6.8, 7.4, 2],
      ]),
      glaze('#f0eee6', '#b7a88c'),
    ),
    mesh(
      turned([
        [6.6, 9.6],
        [3, 10, 1],
        [0, 10.2],
      ]),
      crumbs('#5a4030', '#2c1d14', 24, 5),
    ),
  )
  const cord = plain('#efe4cb', 0.95)
  for (let strand = 0; strand < 4; strand += 1) {
    const angle = strand * 1.5708 + 0.6
    const c = Math.cos(angle)
    const s = Math.sin(angle)
    for (const offset of [-0.12, 0.12]) {
      const co = Math.cos(angle + offset)
      const so = Math.sin(angle + offset)
      result.add(
        mesh(
          tube(
            [
              [0, -2, 0],
              [co * 4.4, 1.2, so * 4.4],
              [co * 7.6, 6, so * 7.6],
              [co * 7.5, 11, so * 7.5],
              [c * 5, 22, s * 5],
              [c * 0.8, 40, s * 0.8],
            ],
            0.24,
          ),
          cord,
        ),
      )
    }
    result.add(mesh(new THREE.SphereGeometry(0.75, 18, 12), cord, [c * 7.3, 11.6, s * 7.3]))
  }
  result.add(
    mesh(
      turned(
        [
          [0, -9],
          [1.4, -9, 0.3],
          [0.5, -3, 0.4],
          [0.7, -2, 0.3],
          [0, -1.6],
        ],
        0.2,
        20,
      ),
      braid('#efe4cb', '#efe4cb', 1.4),
      [0, 0, 0],
    ),
  )
  result.add(mesh(new THREE.TorusGeometry(1.8, 0.4, 16, 48), wood('mango'), [0, 41.4, 0]))
  if (plant)
    result.add(
      placed(
        bush('pothos', {
          height: 8,
          spread: 10,
          stems: 12,
          leaf: 4.6,
          leavesPerStem: 7,
          droop: 1,
          round: true,
          color: '#6f9f4f',
        }),
        { at: [0, 10, 0] },
      ),
    )
  return result
}

const smallPot = (name: string, stage: number): THREE.Group =>
  group(
    planter(4.4, 8.4, terracotta()),
    mesh(
      wrap(4.02, 2.6, 80),
      labelMaterial({ brand: soil, title: name, line: '', style: 'bare', shape: 2, paper: '#f2e6cf' }),
      [0, 4, 0],
    ),
    ...(stage > 0
      ? [
          placed(
            stage > 1
              ? bush(name, { height: 8, spread: 3.4, stems: 9, leaf: 2.4, leavesPerStem: 7 })
              : sprouts(name, 26, 3.2, 2.8),
            { at: [0, 7.4, 0] },
          ),
        ]
      : []),
  )
const herbKit = (stage: number): THREE.Group =>
  group(
    woodTray(30, 11),
    ...['Tulsi', 'Dhania', 'Pudina'].map((name, index) =>
      placed(smallPot(name, stage), { at: [index * 9.6 - 9.6, 0.6, 0] }),
    ),
  )

const packetLooks: [string, string, string][] = [
  ['Bhindi', '#5f8f45', '#e9f0dc'],
  ['Tamatar', '#c8402c', '#f8e0d6'],
  ['Mirch', '#a8321f', '#f6dccf'],
  ['Palak', '#3f7a4a', '#dfeadb'],
  ['Baingan', '#5b3a6f', '#e6dcec'],
  ['Mooli', '#8f5f6a', '#f6e9ea'],
  ['Methi', '#7a8f35', '#eef0d4'],
  ['Lauki', '#6a9a4f', '#e8f0da'],
]
const packet = (index: number): THREE.Mesh => {
  const [name, ink, ground] = packetLooks[index % packetLooks.length] ?? ['Seeds', '#5f8f45', '#e9f0dc']
  const face = printed(384, 512, (pen, w, h) => {
    pen.fillStyle = ground
    pen.fillRect(0, 0, w, h)
    pen.fillStyle = ink
    pen.fillRect(0, 0, w, h * 0.16)
    pen.globalAlpha = 0.9
    for (let leaf = 0; leaf < 9; leaf += 1)
      drawLeaf(
        pen,
        w / 2 + Math.cos(leaf * 0.7) * 96,
        h * 0.47 + Math.sin(leaf * 0.7) * 96,
        50,
        leaf * 0.7 + Math.PI / 2,
      )
    pen.beginPath()
    pen.arc(w / 2, h * 0.47, 52, 0, 7)
    pen.fill()
    pen.globalAlpha = 1
    pen.textAlign = 'center'
    pen.font = '700 62px Figtree'
    pen.fillText(name, w / 2, h * 0.85)
    pen.font = '500 26px Figtree'
    pen.fillText('open-pollinated seed', w / 2, h * 0.93)
    pen.fillStyle = ground
    pen.font = '600 30px Figtree'
    pen.fillText('MITTIKA', w / 2, h * 0.105)
  })
  const plainFace = paper(ground)
  return mesh(
    new THREE.BoxGeometry(8, 0.35, 10.6),
    [plainFace, plainFace, face, plainFace, plainFace, plainFace],
    [0, 0.18, 0],
  )
}

const teaTin: TinLook = { radius: 4, height: 12, metal: 'tin' }
const teaLabel: Label = {
  brand: pantry,
  title: 'Kangra Green',
  line: 'loose leaf tea · 100 g',
  style: 'arch',
  ink: '#2f5a3c',
  accent: '#6f9a55',
  paper: '#eef0dc',
}
const greenTin = (): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [4, 0, 0.2],
        [4, 9.4, 0.05],
        [0, 9.4],
      ]),
      plain('#dfe6cc', 0.5, { coat: 0.2 }),
    ),
    mesh(
      turned([
        [0, 9.2],
        [4.06, 9.2, 0.06],
        [4.06, 12, 0.25],
        [0, 12],
      ]),
      metal(teaTin.metal ?? 'tin'),
    ),
    mesh(wrap(4.03, 7.6, 150), labelMaterial({ ...teaLabel, shape: 1.38 }), [0, 4.7, 0]),
  )
const teaLeaves = (): THREE.Material => crumbs('#6f7a3f', '#31381a', 30, 5)
const cupOf = (color: string): THREE.Group =>
  mug(3.6, 6.6, glaze('#ece5d4', '#a5957a'), glaze('#f3eee2'), plain(color, 0.12))

function cottonTeaBag(): THREE.Group {
  const result = pillow({
    width: 5,
    height: 6,
    thick: 1.6,
    material: weave('#f2ead6', { thread: 70, tile: 4 }),
    wrinkle: 0.5,
  })
  result.rotation.x = -Math.PI / 2
  result.position.y = 0.7
  return group(
    result,
    mesh(
      tube(
        [
          [0, 0.8, -3],
          [1.6, 0.1, -4.4],
          [0.4, 0.1, -6.2],
          [2.6, 0.1, -7.4],
        ],
        0.06,
      ),
      plain('#d8caa2', 0.9),
    ),
    placed(mesh(block(2.2, 0.1, 2.6, 0.04), paper('#a8c08a'), [0, 0.06, 0]), {
      at: [3, 0, -8.2],
      turn: [0, 30, 0],
    }),
  )
}

/** A pouch: standing, from near with its content, and with what it makes. */
function pouchShots(
  palette: PaletteName,
  make: () => THREE.Object3D,
  content: () => THREE.Object3D,
  use: () => THREE.Object3D,
): Shots {
  return shots(
    palette,
    shot(() => group(placed(make(), { turn: [0, 14, 0] }), content()), { turn: 0, rise: 14, fill: 0.76 }),
    shot(use, { turn: 0, rise: 46, fill: 0.78, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(make(), { at: [-5, 0, 1.6], turn: [0, 12, 0] }),
          placed(make(), { at: [8, 0, -5], turn: [0, -18, 0] }),
        ),
      { turn: 0, rise: 18, fill: 0.78 },
    ),
  )
}
const bowlOf = (material: THREE.Material, radius = 6, skin: THREE.Material = wood('mango')): THREE.Group =>
  group(
    bowl(radius, radius * 0.72, 0.4, skin),
    mesh(
      turned(
        [
          [radius * 0.93, radius * 0.52],
          [radius * 0.5, radius * 0.72, radius * 0.3],
          [0, radius * 0.82],
        ],
        0.5,
      ),
      material,
    ),
  )

const honeyJar: JarLook = {
  radius: 3.75,
  height: 9.6,
  glass: 'clear',
  content: plain('#d08a1c', 0.12, { coat: 1 }),
  fillTo: 0.86,
  lid: 'metal',
  lidHeight: 1.5,
  label: { brand: pantry, title: 'Multiflora Honey', line: 'raw · 350 g', ink: '#7a4a12', accent: '#d9982a' },
}
function dipper(): THREE.Group {
  const rings: (readonly [number, number, number?])[] = [[0, 0]]
  for (let ring = 0; ring < 6; ring += 1)
    rings.push(
      [0.5, ring * 0.55 + 0.05, 0.05],
      [1.1 - Math.abs(ring - 2.5) * 0.12, ring * 0.55 + 0.2, 0.15],
      [0.5, ring * 0.55 + 0.42, 0.05],
    )
  rings.push([0.42, 3.6], [0.38, 13, 0.2], [0, 13.2])
  return group(mesh(turned(rings, 0.05, 40), wood('beech')))
}
const lying = (object: THREE.Object3D, yaw: number): THREE.Group =>
  grounded(placed(placed(object, { turn: [0, 0, 90] }), { turn: [0, yaw, 0] }))

const turmeric: JarLook = {
  radius: 3.4,
  height: 7.4,
  content: speckled('#d98a14', '#b56a08', 0.12, 0.95),
  lid: 'metal',
  label: {
    brand: pantry,
    title: 'Lakadong',
    line: 'turmeric powder · 150 g',
    style: 'split',
    ink: '#a8560c',
  },
}
const saltMill = (): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [2.7, 0, 0.3],
        [2.7, 8.4, 0.5],
        [2.2, 9.2, 0.3],
        [2.2, 9.6],
        [0, 9.6],
      ]),
      glass('clear'),
    ),
    mesh(
      turned([
        [0, 0.3],
        [2.5, 0.3, 0.2],
        [2.5, 7.6, 0.1],
        [0, 7.8],
      ]),
      crumbs('#f0b9a4', '#d98a76', 20, 5),
    ),
    mesh(
      turned([
        [0, 0],
        [2.6, 0, 0.15],
        [2.6, 1.2, 0.2],
        [0, 1.2],
      ]),
      wood('acacia'),
      [0, 9.2, 0],
    ),
    mesh(
      turned([
        [0, 0],
        [2.7, 0, 0.2],
        [2.5, 2.6, 0.5],
        [0, 3],
      ]),
      plain('#f1ede4', 0.4),
      [0, 10.4, 0],
    ),
    mesh(
      wrap(2.73, 3.4, 120),
      labelMaterial({
        brand: pantry,
        title: 'Rock Salt',
        line: 'pink, coarse · 200 g',
        shape: 1.65,
        style: 'bare',
        ink: '#8a4a3c',
      }),
      [0, 4.2, 0],
    ),
  )
const masalaTin: TinLook = {
  radius: 3.75,
  height: 6,
  label: {
    brand: pantry,
    title: 'Garam Masala',
    line: 'stone-ground · 80 g',
    ink: '#7a2f18',
    accent: '#c87a2c',
  },
}
const starAnise = (): THREE.Group =>
  group(
    ...Array.from({ length: 8 }, (_, arm) =>
      placed(mesh(leafGeometry(1.3, 0.6, 0.1), plain('#6b3d1f', 0.6)), {
        at: [0, 0.2, 0],
        turn: [0, arm * 45, 8],
      }),
    ),
  )
const cinnamon = (): THREE.Group =>
  group(
    mesh(
      turned(
        [
          [0.35, 0],
          [0.6, 0, 0.1],
          [0.6, 8, 0.1],
          [0.35, 8],
        ],
        0.05,
        24,
      ),
      fibre('#a8673a', '#6b3d1f', { tile: 4, bump: 2 }),
      [-4, 0.6, 0],
      [0, 0, -Math.PI / 2],
    ),
  )
const wholeSpices = (seed: string): THREE.Group =>
  group(
    placed(starAnise(), { at: [-3.4, 0, 0.4] }),
    placed(starAnise(), { at: [4.2, 0, 1.2], turn: [0, 30, 0] }),
    placed(cinnamon(), { at: [1, 0, -0.4], turn: [0, 14, 0] }),
    placed(
      scattered(seed, 14, [5, 1.2], new THREE.SphereGeometry(0.28, 12, 10), plain('#2f2620', 0.8), 0.25),
      { at: [0, 0, 1.4] },
    ),
  )

function palmBox(): THREE.Group {
  const result = group(
    mesh(block(16, 5, 12, 0.4), weave('#c9a866', { thread: 9, tile: 5, bump: 5, slub: 0.2 }), [0, 2.5, 0]),
  )
  for (let index = 0; index < 6; index += 1)
    result.add(
      placed(sugarRound(), { at: [(index % 3) * 4.9 - 4.9, 4.2, Math.floor(index / 3) * 5.2 - 2.6] }),
    )
  return result
}
const sugarRound = (): THREE.Group =>
  group(
    mesh(
      turned(
        [
          [0, 0],
          [2.2, 0.1, 0.3],
          [1.9, 1.1, 0.8],
          [0, 1.7],
        ],
        0.4,
      ),
      speckled('#5a3418', '#3a2010', 0.2, 0.5),
    ),
  )

const milletSack = (): THREE.Group =>
  sack({
    width: 17,
    depth: 11,
    height: 25,
    material: weave('#f0e6cf', { thread: 34 }),
    label: {
      brand: pantry,
      title: 'Foxtail Millet',
      line: 'unpolished · 1 kg',
      clear: true,
      style: 'bare',
      ink: '#6b4a1c',
    },
    tie: '#a8743f',
  })
const cookie = (): THREE.Group =>
  group(
    mesh(
      turned(
        [
          [0, 0],
          [2.7, 0.1, 0.3],
          [2.8, 0.5, 0.4],
          [2.2, 0.95, 0.5],
          [0, 1.05],
        ],
        0.3,
      ),
      speckled('#8a5a38', '#5a3820', 0.3, 0.85),
    ),
  )
function chocolate(open: boolean): THREE.Group {
  const dark = plain('#3b2216', 0.35, { coat: 0.3 })
  const squares = group(mesh(block(15, 0.7, 7.2, 0.2), dark, [0, 0.36, 0]))
  for (let column = 0; column < 6; column += 1)
    for (let row = 0; row < 3; row += 1)
      squares.add(mesh(block(2.2, 0.5, 2.1, 0.22), dark, [column * 2.45 - 6.13, 0.85, row * 2.35 - 2.35]))
  const sleeveColor = '#2f4f46'
  const sleeve = (length: number): THREE.Group => {
    const print = labelSheet(length * 0.94, 7.6, {
      brand: 'Parnika',
      title: 'Idukki 72 %',
      line: 'dark chocolate · 60 g',
      clear: true,
      style: 'bare',
      ink: '#e9c98a',
    })
    print.rotation.x = -Math.PI / 2
    print.position.y = 1.24
    return group(mesh(block(length, 1.2, 8, 0.2), paper(sleeveColor), [0, 0.6, 0]), print)
  }
  return open
    ? group(
        squares,
        placed(mesh(block(6, 1.1, 7.6, 0.3), metal('tin'), [0, 0.55, 0]), { at: [3.4, 0, 0] }),
        placed(sleeve(9), { at: [6, 0, 0] }),
      )
    : sleeve(16)
}

export const decorGardenFoodShots: ShotList = {
  'mogra-soy-candle': shots(
    'blush',
    shot(
      () =>
        group(
          tinCandle(true),
          placed(petals('mogracandle', 12, [5, 1], '#fffaf0', 1.5), { at: [0.5, 0, 5.8] }),
        ),
      { turn: 0, rise: 20, fill: 0.72 },
    ),
    shot(
      () =>
        group(
          tinCandle(false),
          grounded(placed(tinLid(candleTin), { at: [6.6, 0, 2.4], turn: [180, 0, 0] })),
        ),
      { turn: 8, rise: 46, fill: 0.76, blur: 0.012 },
    ),
    shot(
      () =>
        group(placed(tinCandle(true), { at: [-4, 0, 1.6] }), placed(tin(candleTin), { at: [5.4, 0, -3.4] })),
      { turn: 0, rise: 22, fill: 0.76 },
    ),
  ),
  'beeswax-pillar-candles': shots(
    'honey',
    shot(pillars, { turn: 0, rise: 12, fill: 0.76 }),
    shot(() => pillar(3, 8), { turn: 0, rise: 36, fill: 0.8, blur: 0.014 }),
    shot(() => group(placed(pillars(), {}), placed(disc(11, 1, wood('mango')), { at: [-0.6, -1, -0.4] })), {
      turn: 24,
      rise: 30,
      fill: 0.78,
    }),
  ),
  'amber-jar-candle': shots(
    'clay',
    shot(() => amberCandle(true), { turn: 0, rise: 14, fill: 0.7 }),
    shot(() => amberCandle(false), { turn: 0, rise: 48, fill: 0.82, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(amberCandle(true), { at: [-4, 0, 1.4] }),
          placed(carton(9, 10.4, 9, { brand: dhoop, title: 'Sandalwood', line: 'candle · 50 hours' }), {
            at: [6.4, 0, -2],
            turn: [0, -16, 0],
          }),
        ),
      { turn: 0, rise: 16, fill: 0.76 },
    ),
  ),
  'temple-flower-incense': shots(
    'marigold',
    shot(
      () =>
        group(
          placed(incenseTube(), { at: [-4, 0, -2] }),
          placed(stickBundle(), { at: [5, 0, 4], turn: [0, 46, 0] }),
          placed(petals('temple', 16, [8, 1.6], '#e8892a', 1.8), { at: [-2, 0, 9] }),
        ),
      { turn: 0, rise: 24, fill: 0.8 },
    ),
    shot(() => stickBundle(), { turn: 40, rise: 30, fill: 1.5, aim: [-0.1, 0, 0], blur: 0.012 }),
    shot(
      () =>
        group(
          ashDish(),
          ...[-8, 10].map((tilt, index) =>
            placed(placed(stick(), { turn: [0, 0, 90] }), {
              at: [tilt * 0.14, 11.6, 0],
              turn: [index * 8, 0, -tilt],
            }),
          ),
          placed(petals('temple2', 8, [5, 1], '#c8483a', 1.4), { at: [0, 0, 6] }),
        ),
      { turn: 0, rise: 14, fill: 0.78 },
    ),
  ),
  'loban-dhoop-cones': shots(
    'clay',
    shot(
      () =>
        group(
          placed(group(ashDish(), placed(mesh(cone(), plain('#6a4b33', 1)), { at: [0, 1.1, 0] })), {
            at: [-3.4, 0, -1],
          }),
          placed(cones(12, 'loban', [3, 2.6]), { at: [5, 0, 1.4] }),
        ),
      { turn: 0, rise: 26, fill: 0.78 },
    ),
    shot(() => cones(10, 'loban2', [2.4, 2]), { turn: 10, rise: 32, fill: 0.84, blur: 0.014 }),
    shot(
      () =>
        group(
          placed(flatBox(12, 4, 9, { brand: dhoop, title: 'Loban', line: '30 dhoop cones', style: 'bare' }), {
            at: [2, 0, -5],
            turn: [0, 10, 0],
          }),
          placed(ashDish(), { at: [-4.6, 0, 4] }),
          placed(cones(6, 'loban3', [2.4, 1.2]), { at: [5, 0, 5] }),
        ),
      { turn: 0, rise: 42, fill: 0.8 },
    ),
  ),
  'reed-diffuser-vetiver': shots(
    'sage',
    shot(diffuser, { turn: 0, rise: 8, fill: 0.78 }),
    shot(diffuser, { turn: 14, rise: 22, fill: 1.5, aim: [0, -0.2, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          placed(diffuser(), { at: [-5, 0, 0] }),
          placed(carton(8, 17, 8, { brand: dhoop, title: 'Vetiver', line: 'reed diffuser' }, '#d8dcc4'), {
            at: [7, 0, -2],
            turn: [0, -18, 0],
          }),
        ),
      { turn: 0, rise: 14, fill: 0.8 },
    ),
  ),
  'ceramic-oil-burner': shots(
    'mint',
    shot(oilBurner, { turn: 0, rise: 16, fill: 0.7 }),
    shot(oilBurner, { turn: 24, rise: 48, fill: 0.84, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(oilBurner(), { at: [-3, 0, 0] }),
          placed(
            bottle({
              radius: 1.6,
              height: 6,
              closure: 'dropper',
              label: { brand: dhoop, title: 'Lemongrass', line: 'oil' },
            }),
            { at: [6, 0, 1] },
          ),
          placed(twig('burner', 7, '#7d9a6a', 5), { at: [1, 0, 6], turn: [0, 8, 0] }),
        ),
      { turn: 0, rise: 20, fill: 0.78 },
    ),
  ),
  'sabai-storage-basket': shots(
    'sand',
    shot(sabai, { turn: 0, rise: 20, fill: 0.74 }),
    shot(sabai, { turn: 10, rise: 32, fill: 1.5, aim: [0.12, 0.16, 0.1], blur: 0.012 }),
    shot(
      () =>
        group(
          sabai(),
          ...[0, 1, 2].map((roll) =>
            placed(
              mesh(
                turned([
                  [0, 0],
                  [4, 0, 0.6],
                  [4, 17, 0.6],
                  [0, 17],
                ]),
                weave(['#f1e7d2', '#b9c6ad', '#d9a58a'][roll] ?? '#f1e7d2', { waffle: true, tile: 5 }),
              ),
              { at: [Math.cos(roll * 2.1) * 5, 11, Math.sin(roll * 2.1) * 5], turn: [0, 0, roll * 6 - 6] },
            ),
          ),
        ),
      { turn: 0, rise: 30, fill: 0.78 },
    ),
  ),
  'jute-round-rug': shots(
    'oat',
    shot(juteRug, { turn: 0, rise: 40, fill: 0.86 }),
    shot(juteRug, { turn: 20, rise: 28, fill: 2.2, aim: [0.2, 0, 0.2], blur: 0.012 }),
    shot(juteRug, { turn: 0, rise: 86, fill: 0.84 }),
  ),
  'handloom-cushion-covers': shots(
    'terracotta',
    shot(
      () =>
        group(
          leaning(cushion('#efe3cc', '#b5562f', 3), [-13, 0, 0], 14, -18),
          leaning(cushion('#b96a45', '#f0e2c8', 8), [15, 0, -14], -12, -14),
        ),
      { turn: 0, rise: 12, fill: 0.84 },
    ),
    shot(() => leaning(cushion('#efe3cc', '#b5562f', 3), [0, 0, 0], 20, -20), {
      turn: 0,
      rise: 14,
      fill: 1.6,
      aim: [0.1, 0.1, 0],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(placed(cushion('#b96a45', '#f0e2c8', 8), { turn: [-90, 0, 0] }), {
            at: [0, 7, 0],
            turn: [0, 20, 0],
          }),
          placed(placed(cushion('#efe3cc', '#b5562f', 3), { turn: [-90, 0, 0] }), {
            at: [1, 18.5, 0],
            turn: [0, 2, 0],
          }),
        ),
      { turn: 0, rise: 26, fill: 0.76 },
    ),
  ),
  'terracotta-bud-vase': shots(
    'cream',
    shot(() => vases(true), { turn: 0, rise: 10, fill: 0.8 }),
    shot(() => vase(10, 3.8, 1.1, '#9c4a2c'), { turn: 0, rise: 30, fill: 0.8, blur: 0.014 }),
    shot(() => vases(false), { turn: 30, rise: 40, fill: 0.78 }),
  ),
  'bamboo-pendant-lamp': shots(
    'forest',
    shot(
      () =>
        group(
          stripShade(15, 24, 26),
          mesh(
            new THREE.SphereGeometry(3.6, 28, 20),
            new THREE.MeshBasicMaterial({ color: new THREE.Color('#ffe2a8').multiplyScalar(1.3) }),
            [0, 10, 0],
          ),
        ),
      { turn: 0, rise: -4, fill: 0.8 },
    ),
    shot(() => stripShade(15, 24, 26), { turn: 10, rise: 20, fill: 1.4, aim: [0.1, 0.1, 0.1], blur: 0.012 }),
    shot(() => group(stripShade(15, 24, 26)), { turn: 0, rise: 60, fill: 0.8 }),
  ),
  'handmade-paper-lamp': shots(
    'clay',
    shot(paperLamp, { turn: 28, rise: 12, fill: 0.76 }),
    shot(paperLamp, { turn: 6, rise: 14, fill: 1.5, aim: [0, 0.05, 0], blur: 0.012 }),
    shot(
      () =>
        group(
          paperLamp(),
          placed(vase(14, 4.2, 1.2, '#c27a52'), { at: [16, 0, 4] }),
          placed(mesh(block(15, 2, 21, 0.2), paper('#5f7a5a'), [0, 1, 0]), {
            at: [-17, 0, 6],
            turn: [0, 20, 0],
          }),
        ),
      { turn: 20, rise: 18, fill: 0.8 },
    ),
  ),
  'terracotta-planter-saucer': shots(
    'sage',
    shot(potPlant, { turn: 0, rise: 12, fill: 0.8 }),
    shot(
      () =>
        group(saucer(9.4, terracotta()), placed(planter(9, 17, terracotta(), false), { at: [0, 0.6, 0] })),
      { turn: 0, rise: 32, fill: 0.76, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(potPlant(), { at: [-7, 0, -3] }),
          placed(planter(9, 17, terracotta(), false), { at: [14, 0, 4] }),
        ),
      { turn: 0, rise: 18, fill: 0.82 },
    ),
  ),
  'coir-seedling-pots': shots(
    'mint',
    shot(
      () =>
        group(
          ...[0, 1, 2, 3, 4, 5].map((index) =>
            placed(
              group(
                coirPot(4, 8),
                mesh(
                  turned([
                    [3.5, 6.6],
                    [0, 7],
                  ]),
                  crumbs('#5a4030', '#2c1d14', 24, 5),
                ),
                ...(index % 2 === 0 ? [placed(sprouts(`coir${index}`, 7, 2.4, 3), { at: [0, 6.8, 0] })] : []),
              ),
              { at: [(index % 3) * 9 - 9, 0, Math.floor(index / 3) * 9 - 4.5] },
            ),
          ),
        ),
      { turn: 16, rise: 32, fill: 0.8 },
    ),
    shot(() => coirPot(4, 8), { turn: 0, rise: 34, fill: 0.78, blur: 0.014 }),
    shot(
      () =>
        group(
          ...[0, 1, 2, 3, 4, 5].map((index) => placed(coirPot(4, 8), { at: [-5, index * 1.5, 0] })),
          placed(
            group(
              coirPot(4, 8),
              mesh(
                turned([
                  [3.5, 6.6],
                  [0, 7],
                ]),
                crumbs('#5a4030', '#2c1d14', 24, 5),
              ),
              placed(bush('tomato', { height: 8, spread: 3, stems: 6, leaf: 3, leavesPerStem: 6 }), {
                at: [0, 6.8, 0],
              }),
            ),
            { at: [6, 0, 2] },
          ),
        ),
      { turn: 0, rise: 18, fill: 0.78 },
    ),
  ),
  'macrame-plant-hanger': shots(
    'cream',
    shot(() => hangerPot(true), { turn: 0, rise: 4, fill: 0.86 }),
    shot(() => hangerPot(false), { turn: 10, rise: 24, fill: 1.9, aim: [0, -0.3, 0], blur: 0.012 }),
    shot(() => hangerPot(true), { turn: 40, rise: 34, fill: 1.3, aim: [0, -0.2, 0], blur: 0.01 }),
  ),
  'herb-grow-kit': shots(
    'sage',
    shot(() => herbKit(2), { turn: -12, rise: 16, fill: 0.82 }),
    shot(() => herbKit(1), { turn: 18, rise: 38, fill: 1.1, aim: [0.1, 0.1, 0], blur: 0.012 }),
    shot(
      () =>
        group(
          placed(herbKit(0), { at: [0, 0, -5] }),
          ...[3, 6, 0].map((index, place) =>
            placed(packet(index), { at: [place * 9.6 - 9.6, 0, 9], turn: [0, place * 8 - 8, 0] }),
          ),
        ),
      { turn: 0, rise: 48, fill: 0.84 },
    ),
  ),
  'desi-vegetable-seeds': shots(
    'cream',
    shot(
      () =>
        group(
          ...Array.from({ length: 8 }, (_, index) =>
            placed(packet(index), {
              at: [(index % 4) * 9.2 - 13.8, 0, Math.floor(index / 4) * 12 - 6],
              turn: [0, Math.sin(index * 5) * 4, 0],
            }),
          ),
        ),
      { turn: 0, rise: 70, fill: 0.86 },
    ),
    shot(
      () =>
        group(
          ...Array.from({ length: 5 }, (_, index) =>
            placed(packet(index + 1), {
              at: [index * 3.6 - 7, index * 0.42, Math.cos(index) * 0.6],
              turn: [0, index * 12 - 24, 0],
            }),
          ),
        ),
      { turn: 0, rise: 48, fill: 0.8, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          placed(packet(1), { at: [-5, 0, 0], turn: [0, 14, 0] }),
          placed(packet(0), { at: [4.6, 0, -2], turn: [0, -8, 0] }),
          placed(
            scattered(
              'seedspill',
              60,
              [4, 1.6],
              new THREE.SphereGeometry(0.24, 10, 8),
              plain('#8f7a4a', 0.8),
              0.2,
            ),
            { at: [0, 0, 8] },
          ),
        ),
      { turn: 0, rise: 56, fill: 0.8 },
    ),
  ),
  'wildflower-seed-balls': shots(
    'clay',
    shot(
      () =>
        group(
          placed(
            sack({
              width: 10,
              depth: 7,
              height: 13,
              material: weave('#efe4cc', { thread: 34 }),
              label: {
                brand: soil,
                title: 'Seed Balls',
                line: 'wildflowers · 20',
                clear: true,
                style: 'bare',
                ink: '#5a4a20',
              },
              tie: '#7f8f4a',
            }),
            { at: [-3, 0, -2] },
          ),
          placed(scattered('balls', 11, [5, 2], seedBall(), speckled('#8a6144', '#4a3020', 0.3, 1), 1.1), {
            at: [2, 0, 6],
          }),
        ),
      { turn: 0, rise: 22, fill: 0.78 },
    ),
    shot(
      () => scattered('balls2', 12, [4.6, 3.6], seedBall(), speckled('#8a6144', '#4a3020', 0.3, 1), 1.15),
      { turn: 0, rise: 34, fill: 0.84, blur: 0.014 },
    ),
    shot(
      () =>
        group(
          bowlOf(crumbs('#5a4030', '#2c1d14', 24, 5), 7, terracotta()),
          placed(sprouts('wild', 14, 4, 3.4), { at: [0, 5.4, 0] }),
          placed(scattered('balls3', 5, [4, 1], seedBall(), speckled('#8a6144', '#4a3020', 0.3, 1), 1.1), {
            at: [3, 0, 9],
          }),
        ),
      { turn: 0, rise: 30, fill: 0.8 },
    ),
  ),
  'ash-handle-trowel-set': shots(
    'forest',
    shot(
      () =>
        group(
          placed(trowel(false), { at: [-5, 0, 14], turn: [0, 4, 0] }),
          placed(trowel(true), { at: [5, 0, 14], turn: [0, -6, 0] }),
        ),
      { turn: 32, rise: 58, fill: 0.86 },
    ),
    shot(() => trowel(false), { turn: 24, rise: 38, fill: 1.2, aim: [0, 0, -0.14], blur: 0.01 }),
    shot(
      () =>
        group(
          placed(trowel(true), { at: [-10, 0, 14], turn: [0, 10, 0] }),
          placed(planter(9, 17, terracotta()), { at: [4, 0, -6] }),
          placed(bush('trowelplant', { height: 11, spread: 6, stems: 8, leaf: 5, leavesPerStem: 6 }), {
            at: [4, 15, -6],
          }),
        ),
      { turn: 0, rise: 34, fill: 0.84 },
    ),
  ),
  'vermicompost-bag': shots(
    'sage',
    shot(
      () =>
        placed(
          pouch({
            width: 28,
            height: 38,
            depth: 13,
            color: '#cfa878',
            label: { brand: soil, title: 'Vermicompost', line: 'sieved at 4 mm · 5 kg', ink: '#3f2a16' },
          }),
          { turn: [0, 12, 0] },
        ),
      { turn: 0, rise: 10, fill: 0.78 },
    ),
    shot(() => bowlOf(crumbs('#4a3424', '#20150d', 22, 6), 8, terracotta()), {
      turn: 0,
      rise: 42,
      fill: 0.8,
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(
            pouch({
              width: 28,
              height: 38,
              depth: 13,
              color: '#cfa878',
              label: { brand: soil, title: 'Vermicompost', line: 'sieved at 4 mm · 5 kg', ink: '#3f2a16' },
            }),
            { at: [-10, 0, -6], turn: [0, 16, 0] },
          ),
          placed(potPlant(), { at: [17, 0, 3], scale: 0.8 }),
        ),
      { turn: 0, rise: 14, fill: 0.84 },
    ),
  ),
  'seed-paper-tags': shots(
    'mint',
    shot(
      () =>
        group(
          ...Array.from({ length: 6 }, (_, index) =>
            placed(placed(group(marker(), markerText(index)), { turn: [-90, 0, 0] }), {
              at: [index * 3.8 - 9.5, 0.1, 2],
              turn: [0, (index - 2.5) * -5, 0],
            }),
          ),
        ),
      { turn: 0, rise: 66, fill: 0.84 },
    ),
    shot(
      () =>
        placed(placed(group(marker(), markerText(0)), { turn: [-90, 0, 0] }), {
          at: [0, 0.1, 0],
          turn: [0, 30, 0],
        }),
      { turn: 0, rise: 44, fill: 1.1, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          smallPot('', 1),
          placed(group(marker(), markerText(1)), { at: [1.6, 8, 0.8], turn: [-8, 8, -6] }),
        ),
      { turn: 0, rise: 16, fill: 0.76 },
    ),
  ),
  'copper-plant-mister': shots(
    'sage',
    shot(mister, { turn: -16, rise: 12, fill: 0.76 }),
    shot(mister, { turn: 20, rise: 30, fill: 1.4, aim: [0, 0.25, 0], blur: 0.014 }),
    shot(
      () => group(placed(mister(), { at: [-6, 0, 4] }), placed(potPlant(), { at: [12, 0, -8], scale: 0.8 })),
      { turn: 0, rise: 14, fill: 0.84 },
    ),
  ),
  'kangra-green-tea': shots(
    'mint',
    shot(
      () =>
        group(
          placed(greenTin(), { at: [-1, 0, -1] }),
          placed(
            scattered('tealeaf', 120, [5, 1.4], block(0.9, 0.12, 0.14, 0.05), plain('#4f5a2c', 0.9), 0.1),
            { at: [1, 0, 5.4] },
          ),
        ),
      { turn: 0, rise: 14, fill: 0.76 },
    ),
    shot(
      () =>
        group(
          bowlOf(teaLeaves(), 5.6, glaze('#ece5d4')),
          placed(spoon(11, 4, 2.8, wood('beech'), 0.6, 0.3, 0.8), { at: [2, 0, 7.6], turn: [0, 12, 0] }),
        ),
      { turn: 0, rise: 48, fill: 0.78, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(greenTin(), { at: [-5, 0, -2.4] }),
          placed(cupOf('#c9b84a'), { at: [5, 0, 2], turn: [0, -24, 0] }),
        ),
      { turn: 0, rise: 26, fill: 0.78 },
    ),
  ),
  'tulsi-ginger-tea': shots(
    'sage',
    shot(
      () =>
        group(
          placed(
            carton(
              12,
              10,
              7,
              { brand: pantry, title: 'Tulsi & Ginger', line: '20 cotton tea bags', ink: '#2f5a3c' },
              '#cfd9b4',
            ),
            { at: [-2, 0, -3], turn: [0, 14, 0] },
          ),
          placed(cottonTeaBag(), { at: [4.6, 0, 6], turn: [0, -30, 0] }),
        ),
      { turn: 0, rise: 24, fill: 0.8 },
    ),
    shot(
      () =>
        group(
          placed(cottonTeaBag(), { at: [-3, 0, 2], turn: [0, 16, 0] }),
          placed(cottonTeaBag(), { at: [4, 0, 1], turn: [0, -20, 0] }),
        ),
      { turn: 0, rise: 44, fill: 0.8, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(cupOf('#b98a35'), { at: [0, 0, 0], turn: [0, -24, 0] }),
          placed(cottonTeaBag(), { at: [-8, 0, 2], turn: [0, 20, 0] }),
          placed(twig('tulsi', 9, '#5f8a45', 6), { at: [-2, 0, 8], turn: [0, 10, 0] }),
        ),
      { turn: 0, rise: 40, fill: 0.8 },
    ),
  ),
  'araku-filter-coffee': pouchShots(
    'clay',
    () =>
      pouch({
        width: 12,
        height: 20,
        depth: 7,
        color: '#4a3426',
        label: { brand: pantry, title: 'Araku', line: 'filter coffee · 250 g', ink: '#e9cfa2' },
      }),
    () =>
      placed(
        scattered('coffeebean', 26, [5.4, 1], block(1.1, 0.55, 0.75, 0.27), plain('#4a2c17', 0.4), 0.28),
        { at: [0, 0, 7] },
      ),
    () =>
      group(
        placed(cupOf('#4a2c18'), { at: [-3, 0, 0], turn: [0, 200, 0] }),
        placed(bowlOf(crumbs('#5a3822', '#2c1a0e', 44, 1.5), 4.4), { at: [6.4, 0, 1] }),
      ),
  ),
  'himalayan-multiflora-honey': shots(
    'honey',
    shot(
      () =>
        group(
          placed(jar(honeyJar), { at: [-1.2, 0, -1] }),
          placed(lying(dipper(), 20), { at: [2.4, 0, 5.4] }),
        ),
      { turn: 0, rise: 14, fill: 0.78 },
    ),
    shot(
      () =>
        group(jar({ ...honeyJar, lid: 'none' }), placed(dipper(), { at: [0.6, 5.6, 0], turn: [0, 0, -14] })),
      { turn: 0, rise: 34, fill: 0.82, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(jar(honeyJar), { at: [-3.4, 0, 2] }),
          placed(jar(honeyJar), { at: [5.4, 0, -3.4], turn: [0, -14, 0] }),
        ),
      { turn: 0, rise: 18, fill: 0.78 },
    ),
  ),
  'jaggery-powder': pouchShots(
    'sand',
    () =>
      pouch({
        width: 14,
        height: 22,
        depth: 8,
        color: '#d9b27a',
        label: { brand: pantry, title: 'Jaggery', line: 'powder · 500 g', ink: '#5a3414' },
      }),
    () =>
      placed(scattered('jag', 20, [5.4, 1], block(0.9, 0.6, 0.8, 0.2), plain('#b0742c', 0.8), 0.3), {
        at: [0, 0, 7.4],
      }),
    () =>
      group(
        bowlOf(crumbs('#c98a3c', '#94591c', 50, 1.5), 6),
        placed(spoon(13, 4.6, 3.2, wood('mango'), 0.6, 0.35, 0.9), { at: [2, 0, 8.6], turn: [0, 10, 0] }),
      ),
  ),
  'palm-sugar-blocks': shots(
    'terracotta',
    shot(() => placed(palmBox(), { turn: [0, 20, 0] }), { turn: 0, rise: 38, fill: 0.78 }),
    shot(
      () =>
        group(
          placed(sugarRound(), {}),
          placed(sugarRound(), { at: [4.4, 0, -1.6] }),
          placed(sugarRound(), { at: [2, 1.5, -0.6], turn: [0, 0, 6] }),
        ),
      { turn: 0, rise: 24, fill: 0.76, blur: 0.014 },
    ),
    shot(
      () =>
        group(
          placed(palmBox(), { at: [0, 0, -5], turn: [0, -12, 0] }),
          placed(sugarRound(), { at: [-5, 0, 7] }),
          placed(sugarRound(), { at: [3, 0, 8] }),
          placed(cupOf('#3b2216'), { at: [12, 0, 5], turn: [0, -24, 0] }),
        ),
      { turn: 0, rise: 36, fill: 0.82 },
    ),
  ),
  'lakadong-turmeric': jarShots('marigold', turmeric, () =>
    placed(
      group(
        ...[0, 1, 2].map((root) =>
          placed(
            mesh(
              tube(
                [
                  [-1.6, 0.5, 0],
                  [0, 0.6, 0.3],
                  [1.7, 0.5, -0.2],
                ],
                0.5,
              ),
              fibre('#c98a3a', '#8a5a1c', { tile: 3, bump: 3 }),
            ),
            { at: [root * 3 - 3, 0, root % 2], turn: [0, root * 50, 0] },
          ),
        ),
      ),
      { at: [0.8, 0, 5.6] },
    ),
  ),
  'himalayan-pink-salt': shots(
    'blush',
    shot(
      () =>
        group(
          saltMill(),
          placed(scattered('salt', 50, [4, 1], block(0.5, 0.4, 0.45, 0.1), plain('#f0b09a', 0.3), 0.2), {
            at: [0.4, 0, 4.4],
          }),
        ),
      { turn: 0, rise: 12, fill: 0.78 },
    ),
    shot(() => group(bowlOf(crumbs('#f0b9a4', '#d98a76', 18, 6), 5)), {
      turn: 0,
      rise: 44,
      fill: 0.78,
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(saltMill(), { at: [-3, 0, 0] }),
          placed(lemon(2.4), { at: [4.4, 0, 1.6], turn: [0, 30, 0] }),
          placed(scattered('salt2', 30, [3, 0.8], block(0.5, 0.4, 0.45, 0.1), plain('#f0b09a', 0.3), 0.2), {
            at: [3, 0, 5],
          }),
        ),
      { turn: 10, rise: 24, fill: 0.78 },
    ),
  ),
  'garam-masala-tin': shots(
    'terracotta',
    shot(
      () =>
        group(
          placed(tin(masalaTin), { at: [-0.6, 0, -1.4] }),
          placed(wholeSpices('gm'), { at: [0.6, 0, 5] }),
        ),
      { turn: 0, rise: 22, fill: 0.78 },
    ),
    shot(
      () =>
        group(
          tin({ ...masalaTin, open: crumbs('#7a4a28', '#4a2a14', 50, 1) }),
          grounded(placed(tinLid(masalaTin), { at: [6.2, 0, 2], turn: [180, 0, 0] })),
        ),
      { turn: 0, rise: 46, fill: 0.78, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(tin(masalaTin), { at: [-6, 0, -2] }),
          placed(bowlOf(crumbs('#7a4a28', '#4a2a14', 50, 1), 4.6), { at: [4.4, 0, -1] }),
          placed(wholeSpices('gm2'), { at: [0, 0, 6] }),
        ),
      { turn: 0, rise: 40, fill: 0.8 },
    ),
  ),
  'foxtail-millet': pouchShots(
    'honey',
    milletSack,
    () =>
      placed(
        scattered('millet', 160, [7, 1.4], new THREE.SphereGeometry(0.22, 8, 6), plain('#e0b84a', 0.7), 0.2),
        { at: [0, 0, 9] },
      ),
    () =>
      group(
        bowlOf(crumbs('#e6c25a', '#b08a2c', 44, 2.5), 7),
        placed(spoon(14, 5, 3.4, wood('mango'), 0.7, 0.35, 0.9), { at: [2, 0, 10], turn: [0, 10, 0] }),
      ),
  ),
  'ragi-jaggery-cookies': shots(
    'oat',
    shot(
      () =>
        group(
          placed(
            pouch({
              width: 12,
              height: 18,
              depth: 7,
              color: '#b98a62',
              label: { brand: pantry, title: 'Ragi Cookies', line: 'with jaggery · 200 g', ink: '#3b2412' },
            }),
            { at: [-3, 0, -3], turn: [0, 14, 0] },
          ),
          placed(
            group(
              ...[0, 1, 2, 3].map((index) =>
                placed(cookie(), { at: [0, index * 1, 0], turn: [0, index * 40, 0] }),
              ),
              placed(cookie(), { at: [4, 1.9, 2], turn: [0, 0, -56] }),
            ),
            { at: [5.6, 0, 4] },
          ),
        ),
      { turn: 0, rise: 18, fill: 0.8 },
    ),
    shot(
      () =>
        group(
          placed(cookie(), {}),
          placed(cookie(), { at: [4.4, 0.3, -2.6], turn: [0, 60, 8] }),
          placed(cookie(), { at: [-3.8, 0.3, -3], turn: [0, 130, -6] }),
        ),
      { turn: 0, rise: 40, fill: 0.84, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          plate(8, 1.2, glaze('#e9e2d0')),
          ...[0, 1, 2, 3, 4].map((index) =>
            placed(cookie(), {
              at: [Math.cos(index * 1.26) * 3.4, 0.6 + (index % 2) * 0.6, Math.sin(index * 1.26) * 3.4],
            }),
          ),
          placed(cupOf('#c9965a'), { at: [11, 0, -7], turn: [0, -24, 0] }),
        ),
      { turn: 0, rise: 44, fill: 0.82 },
    ),
  ),
  'dark-chocolate-bar': shots(
    'clay',
    shot(
      () =>
        group(
          placed(chocolate(false), { at: [0, 0, -3], turn: [0, 14, 0] }),
          placed(scattered('cacao', 14, [6, 1], block(1.6, 0.8, 1, 0.4), plain('#6b3a22', 0.7), 0.4), {
            at: [0, 0, 5.4],
          }),
        ),
      { turn: 0, rise: 46, fill: 0.8 },
    ),
    shot(() => placed(chocolate(true), { turn: [0, 22, 0] }), { turn: 0, rise: 36, fill: 0.86, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(chocolate(false), { at: [0, 1.3, 0], turn: [0, 30, 0] }),
          placed(chocolate(false), { turn: [0, 8, 0] }),
        ),
      { turn: 0, rise: 30, fill: 0.76 },
    ),
  ),
}

function markerText(index: number): THREE.Mesh {
  const print = labelSheet(2.4, 5.6, {
    brand: '',
    title: ['Tulsi', 'Dhania', 'Mirch', 'Methi', 'Pudina', 'Palak'][index] ?? 'Tulsi',
    line: '',
    clear: true,
    style: 'bare',
    ink: '#3a4a2c',
  })
  print.position.set(0, 5.4, 0.09)
  return print
}
