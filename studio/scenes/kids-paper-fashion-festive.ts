import * as THREE from 'three'
import { jar } from '../shapes/bottles-and-jars.ts'
import type { JarLook } from '../shapes/bottles-and-jars.ts'
import { loofah } from '../shapes/bath-things.ts'
import { ovalBrush } from '../shapes/brushes-and-combs.ts'
import { clothStack, crumpledCloth, foldedCloth, pillow, rolledCloth } from '../shapes/cloth.ts'
import {
  creased,
  indigoCloth,
  juteBag,
  kurta,
  patchwork,
  slipper,
  sock,
  sunHat,
  tote,
  tshirt,
  zipPouch,
} from '../shapes/clothes-and-bags.ts'
import { diya, heap, openBox } from '../shapes/festive.ts'
import { block, group, grounded, mesh, placed, tube, turned } from '../shapes/forms.ts'
import {
  blockPrint,
  book,
  envelope,
  foldedCard,
  leafShadow,
  mangoLeaf,
  marigold,
  newsprint,
  organiser,
  paperPen,
  paperRoll,
  pencil,
  starLantern,
} from '../shapes/paper-things.ts'
import { bow, carton, flatBox, labelSheet, petals, twig, twineRing } from '../shapes/props.ts'
import { pouch, sack } from '../shapes/sacks-and-pouches.ts'
import { bandedSoap } from '../shapes/soaps.ts'
import { bowl, lemon, spoon, tomato } from '../shapes/tableware.ts'
import { tin, wick, waxTop } from '../shapes/tins-and-candles.ts'
import {
  birdBath,
  blockCastle,
  bone,
  elephant,
  feltBall,
  lacColors,
  pawBowl,
  rattle,
  ring,
  ropeTug,
  stackingRings,
  teether,
  toyBlock,
} from '../shapes/toys-and-pets.ts'
import { basket } from '../shapes/woven.ts'
import { drawSprig, printed } from '../surfaces/labels.ts'
import { crumbs, kraft, metal, paper, plain, speckled, weave } from '../surfaces/materials.ts'
import { soapShots } from './bath-and-hair.ts'
import { shot, shots } from './scene.ts'
import type { ShotList } from './scene.ts'

const gauze = (color: string): THREE.MeshStandardMaterial =>
  weave(color, { thread: 26, tile: 3, slub: 0.2, bump: 2.2 })
const swaddle = (color: string, seed: number): THREE.Group =>
  foldedCloth({ width: 26, depth: 20, ply: 0.42, plies: 3, material: gauze(color), seed, soft: 0.4 })
const burp = (color: string, seed: number): THREE.Group =>
  foldedCloth({ width: 22, depth: 16, ply: 0.5, plies: 1, material: gauze(color), seed, soft: 0.22 })
const quilt = (): THREE.Group =>
  foldedCloth({ width: 34, depth: 28, ply: 1.3, plies: 4, material: patchwork(), seed: 3, soft: 0.5 })
const babyBowls = (): THREE.Group =>
  group(
    placed(bowl(5.5, 4, 0.2, metal('steel'), metal('mirror')), { at: [-4, 0, -2] }),
    placed(bowl(4.5, 3.4, 0.2, metal('steel'), metal('mirror')), { at: [6, 0, 2] }),
    placed(spoon(13, 3.6, 2.8, metal('mirror'), 0.5, 0.25, 0.9), { at: [-2, 0, 7.4], turn: [0, 6, 0] }),
    placed(spoon(13, 3.6, 2.8, metal('mirror'), 0.5, 0.25, 0.9), { at: [0, 0, 10], turn: [0, 3, 0] }),
  )

const petBrush = (): THREE.Group =>
  ovalBrush({
    length: 18,
    headLength: 10,
    headWidth: 6,
    handle: 1.9,
    bristle: ['steel'],
    bristleLength: 1.5,
    cushion: '#3f5a4c',
    pins: true,
    rows: 10,
  })
const petBrushBack = (): THREE.Group =>
  ovalBrush({
    length: 18,
    headLength: 10,
    headWidth: 6,
    handle: 1.9,
    bristle: ['#d9c08a', '#cfb278'],
    bristleLength: 1.4,
    rows: 11,
  })
const catBed = (): THREE.Group =>
  group(
    basket(17, 21, 12, 1.25, '#c09a60', { color: '#8a6a42', from: 0.6, to: 0.95 }),
    placed(
      placed(
        pillow({
          width: 33,
          height: 33,
          thick: 9,
          corner: 2,
          material: weave('#e9dfca', { thread: 50, tile: 4 }),
          wrinkle: 1,
        }),
        { turn: [-90, 0, 0] },
      ),
      { at: [0, 6.4, 0] },
    ),
  )
const biscuits = (): THREE.Group =>
  pouch({
    width: 13,
    height: 20,
    depth: 8,
    color: '#c9a273',
    label: { brand: 'Lakdikatha', title: 'Peanut & Ragi', line: 'dog biscuits · 300 g', ink: '#5a2f16' },
  })
const felts: [string, string][] = [
  ['#d98f5a', '#b56a35'],
  ['#7fa08a', '#55755f'],
  ['#e0c06a', '#b8963a'],
  ['#8f9fc0', '#61729a'],
  ['#d9a0a6', '#b06f78'],
]

const ragCover = (): THREE.MeshStandardMaterial => blockPrint('#f1e4c8', '#2f5d6b', '#c8703a')
const ragBook = (): THREE.Group =>
  book({
    width: 15,
    height: 21,
    thick: 1.7,
    cover: ragCover(),
    back: weave('#e9dcc0', { thread: 60 }),
    deckle: true,
  })
const kraftCover = (ink: string, title: string): THREE.MeshStandardMaterial =>
  printed(420, 592, (pen, w, h) => {
    pen.fillStyle = '#c8a271'
    pen.fillRect(0, 0, w, h)
    for (let fleck = 0; fleck < 900; fleck += 1) {
      pen.fillStyle = fleck % 2 === 0 ? 'rgba(80,50,20,0.1)' : 'rgba(255,240,210,0.1)'
      pen.fillRect((fleck * 197) % w, (fleck * 419) % h, 9, 2)
    }
    pen.fillStyle = ink
    pen.strokeStyle = ink
    drawSprig(pen, w / 2, h * 0.4, 110, 3)
    pen.textAlign = 'center'
    pen.font = '600 44px Figtree'
    pen.fillText(title, w / 2, h * 0.78)
  })
const kraftBook = (ink: string, title: string): THREE.Group =>
  book({ width: 10.5, height: 14.8, thick: 0.6, cover: kraftCover(ink, title), back: kraft(), soft: true })
const journal = (): THREE.Group => {
  const result = group(
    book({
      width: 14,
      height: 20,
      thick: 2.4,
      cover: leafShadow('#e6d6b4', ['#7a6a3f', '#a8743f', '#5f6f4a'], 3),
      back: weave('#cbb68c', { thread: 60 }),
      deckle: true,
    }),
  )
  const cord = plain('#5a3d24', 0.9)
  for (const x of [3.2, 4.4])
    result.add(
      mesh(
        tube(
          [
            [x, 2.55, -10.2],
            [x, 2.62, 0],
            [x, 2.55, 10.2],
            [x, 1.2, 10.4],
            [x, -0.02, 10.1],
            [x, -0.02, -10.1],
            [x, 1.2, -10.4],
          ],
          0.16,
          true,
          120,
        ),
        cord,
      ),
    )
  result.add(placed(bow(2.4, '#5a3d24', 0.16), { at: [3.8, 2.8, 1] }))
  return result
}
const openBook = (cover: THREE.Material): THREE.Group => {
  const page = paper('#f8f1e1')
  const leaf = (side: number): THREE.Mesh =>
    mesh(block(14.4, 0.9, 20.4, 0.3), page, [side * 7.3, 0.7, 0], [0, 0, side * -0.035])
  return group(
    mesh(block(30, 0.24, 21, 0.06), cover, [0, 0.12, 0]),
    leaf(-1),
    leaf(1),
    mesh(new THREE.BoxGeometry(0.12, 0.06, 20.4), plain('#cdbb94', 1), [0, 1.02, 0]),
  )
}

const seedCaps = [
  '#c8402c',
  '#4f8a4a',
  '#e38a2a',
  '#7a4a8f',
  '#d9b23a',
  '#5f9ab0',
  '#b5577a',
  '#6f8f3a',
  '#8f5a3a',
  '#3f6f9a',
]
const pencilFan = (
  count: number,
  colors: readonly string[],
  core: (color: string) => string,
  cap: boolean,
): THREE.Group =>
  group(
    ...Array.from({ length: count }, (_, index) => {
      const color = colors[index % colors.length] ?? '#c8402c'
      return placed(pencil({ barrel: newsprint(index), core: core(color), ...(cap ? { cap: color } : {}) }), {
        at: [Math.abs(index - (count - 1) / 2) * -0.25, 0, (index - (count - 1) / 2) * 1.15],
        turn: [0, (index - (count - 1) / 2) * -0.8, 0],
      })
    }),
  )
const colourSet = [
  '#c23b2e',
  '#e0622a',
  '#efa52c',
  '#f0cf3c',
  '#8fb83f',
  '#3f8a4a',
  '#2f9a94',
  '#2f6fb0',
  '#4a4aa0',
  '#8a4a9a',
  '#c94f86',
  '#7a4f30',
]
const pens = (): THREE.Group =>
  group(
    ...['#2f5d46', '#31566f', '#b5483c', '#d9a13a', '#5a4a6f'].map((color, index) =>
      placed(paperPen(color), { at: [0, 0, (index - 2) * 1.7], turn: [0, (index - 2) * -1.6, 0] }),
    ),
  )
const cylinderBox = (height: number, radius: number, title: string, line: string): THREE.Group =>
  group(
    mesh(
      turned([
        [0, 0],
        [radius, 0, 0.1],
        [radius, height, 0.08],
        [radius * 0.94, height, 0.05],
        [radius * 0.92, 0.6],
      ]),
      kraft(),
    ),
    placed(
      labelSheet(radius * 1.5, height * 0.6, {
        brand: 'Kagzira',
        title,
        line,
        clear: true,
        style: 'bare',
        ink: '#3b2a17',
      }),
      { at: [0, height * 0.48, radius + 0.05] },
    ),
  )

const cardFace = (index: number): THREE.MeshStandardMaterial =>
  printed(400, 560, (pen, w, h) => {
    const [ground, ink] = (
      [
        ['#f4ecd9', '#3f6f4a'],
        ['#e6edda', '#a8482f'],
        ['#f3dfd2', '#31566f'],
        ['#e9e4ee', '#5a4a7a'],
        ['#f7e9c6', '#b5662a'],
        ['#dfe9e6', '#2f5d5a'],
      ] as const
    )[index % 6] ?? ['#f4ecd9', '#3f6f4a']
    pen.fillStyle = ground
    pen.fillRect(0, 0, w, h)
    for (let seed = 0; seed < 90; seed += 1) {
      pen.fillStyle = 'rgba(110,80,40,0.35)'
      pen.fillRect((seed * 151) % w, (seed * 277) % h, 5, 2.4)
    }
    pen.fillStyle = ink
    pen.strokeStyle = ink
    drawSprig(pen, w / 2, h * 0.46, 150, 3 + (index % 2))
    pen.textAlign = 'center'
    pen.font = '700 44px "Liberation Serif"'
    pen.fillText(
      ['Thank you', 'With love', 'Grow well', 'For you', 'Shubh', 'Hello'][index % 6] ?? 'Hello',
      w / 2,
      h * 0.87,
    )
  })
const card = (index: number): THREE.Group => foldedCard(cardFace(index), 11, 15.4)
const wraps = (): THREE.MeshStandardMaterial[] => [
  blockPrint('#f3ead4', '#b5483c', '#d9a13a'),
  blockPrint('#31566f', '#e9dcc0', '#d9a13a'),
  blockPrint('#dfe6cf', '#3f6f4a', '#c8703a'),
  blockPrint('#e8b86a', '#7a3a1f', '#f6ecd6'),
  blockPrint('#f1d8cc', '#5a4a7a', '#b5483c'),
]

const hangFlat = (object: THREE.Object3D): THREE.Group => grounded(placed(object, { turn: [-90, 0, 0] }))
const produce = (color: string, seed: number): THREE.Group =>
  sack({
    width: 14,
    depth: 9,
    height: 17,
    material: weave(color, { thread: seed % 2 === 0 ? 12 : 44, tile: 3, bump: 2 }),
    tie: '#7f9a6a',
    seed,
  })
const teeFolded = (color: string, seed: number): THREE.Group =>
  foldedCloth({ width: 28, depth: 22, ply: 0.7, plies: 2, material: creased(color, 0.4), seed, soft: 0.25 })
const stoleFold = (): THREE.Group =>
  foldedCloth({ width: 26, depth: 20, ply: 0.34, plies: 4, material: indigoCloth(), seed: 4, soft: 0.25 })
const socks: [string, string][] = [
  ['#e6d8ba', '#c9b48a'],
  ['#6f8455', '#4f6339'],
  ['#b9694a', '#8f4a30'],
]
const slipperPair = (): THREE.Group =>
  group(
    placed(slipper(1), { at: [-6.2, 0, 0], turn: [0, 4, 0] }),
    placed(slipper(-1), { at: [6.2, 0, 1], turn: [0, -5, 0] }),
  )

const honey: JarLook = {
  radius: 3.75,
  height: 9.6,
  content: plain('#d08a1c', 0.12, { coat: 1 }),
  lid: 'metal',
  lidHeight: 1.5,
  label: { brand: 'Himvaali Pantry', title: 'Multiflora Honey', line: 'raw · 350 g', ink: '#7a4a12' },
}
const kokum: JarLook = {
  radius: 4.3,
  height: 6,
  content: speckled('#f3e6c8', '#e9d8b0', 0.03),
  lid: 'wood',
  lidHeight: 1.4,
  label: { brand: 'Aranyika', title: 'Kokum & Cocoa', line: 'body butter', ink: '#5b3a20' },
}
const pantryBox = (): THREE.Group =>
  group(
    openBox(32, 24, 11),
    placed(jar(honey), { at: [-9.6, 4.4, -3.6], turn: [0, 14, 0] }),
    placed(
      tin({
        radius: 4,
        height: 11,
        top: { brand: 'Himvaali', title: 'Green Tea', line: '100 g' },
        label: {
          brand: 'Himvaali',
          title: 'Kangra Green',
          line: 'tea · 100 g',
          style: 'arch',
          ink: '#2f5a3c',
        },
      }),
      { at: [0.4, 4.2, -4.6] },
    ),
    placed(
      pouch({
        width: 12,
        height: 16,
        depth: 6,
        color: '#b98a62',
        label: { brand: 'Himvaali', title: 'Ragi Cookies', line: '200 g', ink: '#3b2412' },
      }),
      { at: [9.8, 4, -4], turn: [-8, -8, 0] },
    ),
    placed(
      group(
        mesh(block(16, 1.2, 8, 0.2), paper('#2f4f46'), [0, 0.6, 0]),
        placed(
          labelSheet(15, 7.6, {
            brand: 'Parnika',
            title: 'Idukki 72 %',
            line: 'dark chocolate',
            clear: true,
            style: 'bare',
            ink: '#e9c98a',
          }),
          { at: [0, 1.24, 0], turn: [-90, 0, 0] },
        ),
      ),
      { at: [-2, 6.4, 6], turn: [14, 6, 0] },
    ),
  )
const hamperLid = (width: number, depth: number, title: string, color: string): THREE.Group =>
  group(
    flatBox(
      width,
      3,
      depth,
      { brand: 'packed by hand', title, line: 'with good wishes', style: 'bare' },
      color,
    ),
    placed(mesh(block(2.2, 3.2, depth + 0.2, 0.1), weave('#a8482f', { thread: 60 }), [0, 1.5, 0]), {
      at: [width * -0.435, 0, 0],
    }),
  )
const bathBox = (): THREE.Group =>
  group(
    openBox(28, 22, 8, '#cfd6bd', '#f1e7d0'),
    placed(
      bandedSoap(
        { color: '#9db27a', specks: '#5d7440' },
        { brand: 'Aranyika', title: 'Neem & Tulsi', line: 'bath soap' },
      ),
      { at: [-7.4, 4.6, -4.6], turn: [0, 8, 0] },
    ),
    placed(
      bandedSoap(
        { color: '#e5b3a8', specks: '#b9606a', amount: 0.1 },
        { brand: 'Aranyika', title: 'Rose & Kaolin', line: 'bath soap', ink: '#8a3f4a' },
      ),
      { at: [-7, 4.6, 4], turn: [0, -6, 0] },
    ),
    placed(jar(kokum), { at: [3.4, 3.8, -4.2] }),
    placed(loofah(13, 2.6, 5), { at: [5, 4, 5.2], turn: [0, 8, 0] }),
  )
const fragranceBox = (): THREE.Group =>
  group(
    openBox(26, 20, 8, '#8f5a4a', '#f1e2cc'),
    placed(
      group(
        tin({
          radius: 4,
          height: 6,
          open: waxTop(),
          label: { brand: 'Dhoopvan', title: 'Mogra', line: 'soy candle', ink: '#6a4a2a' },
        }),
        wick(5.1, 1.1),
      ),
      { at: [-6.6, 4, -2.4] },
    ),
    placed(
      grounded(
        placed(
          mesh(
            turned([
              [0, 0],
              [2.1, 0, 0.1],
              [2.1, 22, 0.1],
              [0, 22],
            ]),
            paper('#e8c4a4'),
          ),
          { turn: [0, 0, 90] },
        ),
      ),
      { at: [11, 4.2, 5.4], turn: [0, 0, 0] },
    ),
    placed(diya({ lit: false, radius: 3.6 }), { at: [5, 4.4, -3.4] }),
  )

const gulalColors: [string, string, string][] = [
  ['Marigold', '#f0a024', '#7a4208'],
  ['Beetroot', '#d2336b', '#7a1238'],
  ['Palash', '#e8622c', '#7a2a08'],
  ['Spinach', '#4f9a4a', '#1f4a20'],
]
const gulalPouch = (index: number): THREE.Group => {
  const [title, color, ink] = gulalColors[index] ?? ['Marigold', '#f0a024', '#7a4208']
  return pouch({
    width: 8.4,
    height: 12,
    depth: 4.6,
    color: new THREE.Color(color).lerp(new THREE.Color('#f6ecd6'), 0.55).getStyle(),
    label: { brand: 'Dhoopvan', title, line: 'gulal · 100 g', ink },
  })
}
const rangoliTones = ['#d2336b', '#f0a024', '#4f9a4a', '#2f6fb0', '#f3f0e6', '#8a4a9a']
const rangoliJar = (index: number, open = false): THREE.Group =>
  jar({
    radius: 3,
    height: 6.4,
    content: speckled(rangoliTones[index] ?? '#d2336b', rangoliTones[index] ?? '#d2336b', 0, 1),
    lid: open ? 'none' : 'cork',
    lidHeight: 1.6,
    fillTo: 0.84,
  })
function rangoliFlower(): THREE.Group {
  const result = group()
  rangoliTones.forEach((tone, index) => {
    const r = 2 + index * 1.5
    for (let petal = 0; petal < 8; petal += 1) {
      const angle = (petal / 8) * Math.PI * 2 + (index % 2) * 0.39
      const spot = heap(tone, 1.1 + index * 0.16, petal)
      spot.scale.y = 0.22
      result.add(placed(spot, { at: [Math.cos(angle) * r, 0, Math.sin(angle) * r] }))
    }
  })
  return result
}
function toran(): THREE.Group {
  const result = group(
    mesh(
      tube(
        [
          [-28, 0.5, 0],
          [-14, 0.5, 1.2],
          [0, 0.5, 1.8],
          [14, 0.5, 1.2],
          [28, 0.5, 0],
        ],
        0.3,
      ),
      plain('#b8935c', 0.95),
    ),
  )
  for (let drop = 0; drop < 9; drop += 1) {
    const x = drop * 6.4 - 25.6
    const sag = 1.8 - (x / 28) ** 2 * 1.8
    const length = drop % 2 === 0 ? 4 : 2
    result.add(placed(mangoLeaf(6), { at: [x + 3, 0.4, sag + 0.6], turn: [0, -90, 0] }))
    for (let flower = 0; flower < length; flower += 1)
      result.add(
        placed(marigold(1.9, flower % 2 === 0 ? '#f0972a' : '#f4bd34', drop + flower), {
          at: [x, 1.5, sag + 2 + flower * 3.5],
        }),
      )
    result.add(placed(mangoLeaf(5), { at: [x, 0.5, sag + 1.4 + length * 3.5], turn: [0, -90, 0] }))
  }
  return result
}

const neemPet = soapShots(
  'sage',
  { color: '#a9a878', specks: '#6a6a3a', size: [9, 3.2, 6] },
  {
    brand: 'Aranyika Botanics',
    title: 'Dog Soap',
    line: 'neem & karanja · 120 g',
    ink: '#3f5a35',
    style: 'split',
  },
  () =>
    placed(group(bone(), placed(bone(), { at: [6, 0, 1.4], turn: [0, 40, 0] })), {
      at: [-2, 0, 6.4],
      turn: [0, 10, 0],
    }),
)

export const kidsPaperFashionFestiveShots: ShotList = {
  'channapatna-stacking-rings': shots(
    'sky',
    shot(stackingRings, { turn: 0, rise: 14, fill: 0.74 }),
    shot(
      () =>
        group(
          ...lacColors.map((color, index) =>
            placed(ring(color, 4.8 - index * 0.5), {
              at: [(index % 3) * 9 - 9, 0, Math.floor(index / 3) * 9 - 4.5],
            }),
          ),
        ),
      { turn: 8, rise: 48, fill: 0.8, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          placed(stackingRings(), { at: [-4, 0, -2] }),
          placed(ring('#5f9a4a', 3.6), { at: [6, 0, 4] }),
          placed(ring('#efc23c', 4), { at: [9, 1.4, -1.4], turn: [0, 0, 62] }),
        ),
      { turn: 0, rise: 26, fill: 0.8 },
    ),
  ),
  'wooden-baby-rattle': shots(
    'honey',
    shot(() => grounded(placed(placed(rattle(), { turn: [0, 0, 78] }), { turn: [0, 36, 0] })), {
      turn: 0,
      rise: 30,
      fill: 0.76,
    }),
    shot(() => rattle(), { turn: 0, rise: 14, fill: 0.72, blur: 0.012 }),
    shot(
      () =>
        group(
          grounded(placed(placed(rattle(), { turn: [0, 0, 78] }), { at: [-2, 0, 3], turn: [0, 30, 0] })),
          placed(
            sack({
              width: 9,
              depth: 6,
              height: 12,
              material: weave('#efe4cc', { thread: 34 }),
              tie: '#c23b2e',
            }),
            { at: [4, 0, -4] },
          ),
        ),
      { turn: 0, rise: 28, fill: 0.78 },
    ),
  ),
  'alphabet-building-blocks': shots(
    'sage',
    shot(blockCastle, { turn: -14, rise: 18, fill: 0.8 }),
    shot(
      () =>
        group(
          placed(toyBlock('arch'), { at: [0, 0, -2] }),
          placed(toyBlock('cube', '#b8573c'), { at: [-7, 0, 2], turn: [0, 24, 0] }),
          placed(toyBlock('roof', '#4f7f8f'), { at: [0, 4, -2] }),
          placed(toyBlock('pillar', '#e0b84a'), { at: [7.4, 0, 0] }),
        ),
      { turn: 10, rise: 24, fill: 0.8, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(
            sack({
              width: 19,
              depth: 13,
              height: 23,
              material: weave('#efe4cc', { thread: 34 }),
              tie: '#4f7f8f',
              label: {
                brand: 'Lakdikatha',
                title: '24 Blocks',
                line: 'beech wood',
                clear: true,
                style: 'bare',
              },
            }),
            { at: [-5, 0, -6] },
          ),
          placed(toyBlock('cube', '#7f9a6a'), { at: [7, 0, 5], turn: [0, 20, 0] }),
          placed(toyBlock('brick'), { at: [12, 0, -2], turn: [0, -30, 0] }),
          placed(toyBlock('roof', '#b8573c'), { at: [-2, 0, 9] }),
        ),
      { turn: 0, rise: 24, fill: 0.82 },
    ),
  ),
  'pull-along-elephant': shots(
    'mint',
    shot(() => placed(elephant(), { turn: [0, -14, 0] }), { turn: 0, rise: 16, fill: 0.82 }),
    shot(() => placed(elephant(), { turn: [0, -56, 0] }), { turn: 0, rise: 18, fill: 0.86, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(elephant(), { at: [-4, 0, 4], turn: [0, -10, 0] }),
          placed(carton(19, 16, 10, { brand: 'Lakdikatha', title: 'Elephant', line: 'pull along' }), {
            at: [-4, 0, -12],
            turn: [0, 8, 0],
          }),
        ),
      { turn: 8, rise: 20, fill: 0.82 },
    ),
  ),
  'muslin-swaddle-pair': shots(
    'oat',
    shot(
      () =>
        placed(clothStack([swaddle('#a9bda0', 2), swaddle('#f6efe0', 6)], [2.7, 2.7], 3), {
          turn: [0, -22, 0],
        }),
      { turn: 0, rise: 26, fill: 0.76 },
    ),
    shot(() => crumpledCloth({ width: 34, depth: 34, lift: 6, material: gauze('#f6efe0'), folds: 2.4 }), {
      turn: 14,
      rise: 38,
      fill: 0.96,
      blur: 0.01,
    }),
    shot(
      () =>
        group(
          placed(rolledCloth({ width: 22, radius: 4, ply: 0.6, material: gauze('#f6efe0'), soft: 0.25 }), {
            at: [-4, 0, 4],
            turn: [0, -54, 0],
          }),
          placed(rolledCloth({ width: 22, radius: 4, ply: 0.6, material: gauze('#a9bda0'), soft: 0.25 }), {
            at: [6, 0, 0],
            turn: [0, -54, 0],
          }),
          placed(teether(), { at: [12, 0, 10] }),
        ),
      { turn: 6, rise: 28, fill: 0.8 },
    ),
  ),
  'muslin-burp-cloths': shots(
    'sky',
    shot(
      () =>
        placed(
          clothStack(
            [0, 1, 2, 3, 4].map((index) => burp(index % 2 === 0 ? '#f3ead6' : '#efe2c8', index)),
            [1.08],
            4,
          ),
          { turn: [0, -20, 0] },
        ),
      { turn: 0, rise: 26, fill: 0.76 },
    ),
    shot(
      () =>
        placed(
          crumpledCloth({ width: 30, depth: 20, lift: 3.4, material: gauze('#f3ead6'), folds: 1.8, seed: 6 }),
          { turn: [0, 20, 0] },
        ),
      { turn: 0, rise: 42, fill: 0.92, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          placed(
            clothStack(
              [0, 1, 2, 3, 4].map((index) => burp('#f3ead6', index)),
              [1.08],
              3,
            ),
            {},
          ),
          placed(twineRing(5.6, 16.4, '#a9bda0', 0.3), { at: [0, 0, 0] }),
          placed(bow(3, '#a9bda0', 0.3), { at: [0, 6.3, 0] }),
        ),
      { turn: 22, rise: 34, fill: 0.76 },
    ),
  ),
  'patchwork-baby-quilt': shots(
    'cream',
    shot(() => placed(quilt(), { turn: [0, -24, 0] }), { turn: 0, rise: 30, fill: 0.78 }),
    shot(() => crumpledCloth({ width: 60, depth: 60, lift: 6, material: patchwork(), folds: 2, seed: 5 }), {
      turn: 16,
      rise: 48,
      fill: 1.05,
      blur: 0.008,
    }),
    shot(
      () =>
        group(
          placed(rolledCloth({ width: 34, radius: 7.5, ply: 1.8, material: patchwork(), soft: 0.3 }), {
            turn: [0, -50, 0],
          }),
          placed(elephant(), { at: [17, 0, 8], turn: [0, -24, 0], scale: 0.8 }),
        ),
      { turn: 0, rise: 24, fill: 0.82 },
    ),
  ),
  'steel-baby-bowl-set': shots(
    'mint',
    shot(babyBowls, { turn: 0, rise: 34, fill: 0.8 }),
    shot(
      () =>
        group(
          bowl(5.5, 4, 0.2, metal('steel'), metal('mirror')),
          placed(bowl(4.5, 3.4, 0.2, metal('steel'), metal('mirror')), { at: [0, 1.1, 0] }),
        ),
      { turn: 0, rise: 26, fill: 0.76, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          bowl(5.5, 4, 0.2, metal('steel'), metal('mirror')),
          mesh(
            turned(
              [
                [5, 2.6],
                [2.6, 3.1, 1],
                [0, 3.3],
              ],
              0.4,
            ),
            crumbs('#e0b84e', '#b58a2a', 30, 1.6),
          ),
          placed(spoon(13, 3.6, 2.8, metal('mirror'), 0.5, 0.25, 0.9), {
            at: [4, 3.2, 1],
            turn: [0, 150, -10],
          }),
          placed(foldedCloth({ width: 18, depth: 13, ply: 0.4, plies: 2, material: gauze('#f3ead6') }), {
            at: [-4, 0, -13],
            turn: [0, 10, 0],
          }),
        ),
      { turn: 0, rise: 42, fill: 0.8 },
    ),
  ),
  'neem-teether-ring': shots(
    'blush',
    shot(() => placed(teether(), { turn: [0, 20, 0] }), { turn: 0, rise: 58, fill: 0.72 }),
    shot(() => placed(teether(), { turn: [0, 40, 0] }), { turn: 0, rise: 26, fill: 0.84, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(
            crumpledCloth({ width: 24, depth: 20, lift: 1.8, material: gauze('#f3ead6'), folds: 1.6 }),
            {},
          ),
          placed(teether(), { at: [0, 1.6, 0], turn: [0, 30, 0] }),
        ),
      { turn: 0, rise: 60, fill: 0.9 },
    ),
  ),
  'neem-pet-soap': neemPet,
  'bamboo-pet-brush': shots(
    'mint',
    shot(() => placed(petBrush(), { turn: [0, 38, 0] }), { turn: 0, rise: 48, fill: 0.8 }),
    shot(() => placed(petBrushBack(), { turn: [0, 22, 0] }), {
      turn: 10,
      rise: 28,
      fill: 1.5,
      aim: [0.22, 0, 0],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(petBrush(), { at: [-2, 0, 3.6], turn: [0, 20, 0] }),
          placed(petBrushBack(), { at: [2, 0, -5], turn: [0, 26, 0] }),
        ),
      { turn: 0, rise: 56, fill: 0.82 },
    ),
  ),
  'ceramic-pet-bowl': shots(
    'sand',
    shot(pawBowl, { turn: 0, rise: 22, fill: 0.72 }),
    shot(pawBowl, { turn: 24, rise: 48, fill: 0.86, blur: 0.01 }),
    shot(
      () =>
        group(
          pawBowl(),
          ...Array.from({ length: 12 }, (_, index) =>
            placed(bone(), {
              at: [
                Math.cos(index * 2.4) * (2 + (index % 3)),
                2.6 + (index % 4) * 0.8,
                Math.sin(index * 2.4) * (2 + (index % 3)),
              ],
              turn: [10, index * 57, 8],
            }),
          ),
          placed(bone(), { at: [12.6, 0, 3], turn: [0, 40, 0] }),
        ),
      { turn: 0, rise: 36, fill: 0.78 },
    ),
  ),
  'jute-cat-bed': shots(
    'oat',
    shot(catBed, { turn: 0, rise: 30, fill: 0.8 }),
    shot(catBed, { turn: 14, rise: 20, fill: 1.6, aim: [0.16, 0.1, 0.2], blur: 0.012 }),
    shot(
      () =>
        group(
          catBed(),
          ...felts.slice(0, 3).map(([color, dark], index) =>
            placed(feltBall(color, dark), {
              at: [index * 5 - 6, index === 1 ? 9.6 : 0, index === 1 ? 2 : 23],
            }),
          ),
        ),
      { turn: 0, rise: 48, fill: 0.82 },
    ),
  ),
  'clay-bird-bath': shots(
    'sky',
    shot(birdBath, { turn: 0, rise: 12, fill: 0.84 }),
    shot(birdBath, { turn: 16, rise: 30, fill: 1.5, aim: [0, -0.34, 0], blur: 0.012 }),
    shot(birdBath, { turn: 30, rise: 56, fill: 0.9 }),
  ),
  'hemp-rope-tug': shots(
    'sage',
    shot(() => placed(ropeTug(), { turn: [0, 28, 0] }), { turn: 0, rise: 40, fill: 0.84 }),
    shot(() => placed(ropeTug(), { turn: [0, 20, 0] }), {
      turn: 0,
      rise: 26,
      fill: 1.8,
      aim: [0.28, 0, 0],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(ropeTug(), { at: [0, 0, 5], turn: [0, 14, 0] }),
          placed(ropeTug(), { at: [0, 0, -6], turn: [0, -10, 0] }),
        ),
      { turn: 0, rise: 60, fill: 0.84 },
    ),
  ),
  'peanut-dog-biscuits': shots(
    'clay',
    shot(
      () =>
        group(
          placed(biscuits(), { at: [-2, 0, -3], turn: [0, 14, 0] }),
          placed(bone(), { at: [4, 0, 6], turn: [0, 20, 0] }),
          placed(bone(), { at: [-4, 0, 7.4], turn: [0, -30, 0] }),
          placed(bone(), { at: [7, 1, 4], turn: [0, 80, 6] }),
        ),
      { turn: 0, rise: 18, fill: 0.8 },
    ),
    shot(
      () =>
        group(
          ...Array.from({ length: 9 }, (_, index) =>
            placed(bone(), {
              at: [Math.cos(index * 2.4) * 4, Math.floor(index / 4) * 1, Math.sin(index * 2.4) * 3.4],
              turn: [0, index * 61, 0],
            }),
          ),
        ),
      { turn: 0, rise: 46, fill: 0.84, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          placed(biscuits(), { at: [-8, 0, -6], turn: [0, 16, 0] }),
          placed(pawBowl(), { at: [9, 0, 3] }),
          ...Array.from({ length: 7 }, (_, index) =>
            placed(bone(), {
              at: [9 + Math.cos(index * 2.4) * 3, 3 + (index % 3) * 0.8, 3 + Math.sin(index * 2.4) * 3],
              turn: [10, index * 57, 8],
            }),
          ),
        ),
      { turn: 0, rise: 26, fill: 0.84 },
    ),
  ),
  'felt-cat-balls': shots(
    'lilac',
    shot(
      () =>
        group(
          ...felts.map(([color, dark], index) =>
            placed(feltBall(color, dark), {
              at: [[-4.4, 0.2, 4.6, -2.2, 2.6][index] ?? 0, 0, [-1, -2.4, -0.6, 3.6, 3.8][index] ?? 0],
            }),
          ),
        ),
      { turn: 0, rise: 26, fill: 0.8 },
    ),
    shot(
      () =>
        group(
          placed(feltBall('#d98f5a', '#b56a35'), {}),
          placed(feltBall('#7fa08a', '#55755f'), { at: [4, 0, -2.6] }),
        ),
      { turn: 0, rise: 22, fill: 0.8, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          ...felts.map(([color, dark], index) =>
            placed(feltBall(color, dark), { at: [index * 4.5 - 9, 0, Math.sin(index * 2) * 1.2] }),
          ),
        ),
      { turn: 30, rise: 50, fill: 0.84 },
    ),
  ),
  'cotton-rag-notebook': shots(
    'cream',
    shot(() => placed(ragBook(), { turn: [0, 24, 0] }), { turn: 0, rise: 46, fill: 0.8 }),
    shot(() => placed(ragBook(), { turn: [0, -36, 0] }), {
      turn: 0,
      rise: 24,
      fill: 1.2,
      aim: [0.1, 0, 0.14],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          openBook(weave('#31566f', { thread: 60 })),
          placed(pencil({ barrel: newsprint(1), core: '#3a3a3a' }), { at: [5, 1.3, 2], turn: [0, 34, 0] }),
        ),
      { turn: 12, rise: 48, fill: 0.84 },
    ),
  ),
  'kraft-pocket-notebooks': shots(
    'sage',
    shot(
      () =>
        group(
          ...(
            [
              ['#2f5d46', 'ruled'],
              ['#a8482f', 'squared'],
              ['#31566f', 'plain'],
            ] as const
          ).map(([ink, title], index) =>
            placed(kraftBook(ink, title), {
              at: [index * 7 - 7, index * 0.35, index * 1.6 - 1.6],
              turn: [0, 14 - index * 13, 0],
            }),
          ),
        ),
      { turn: 0, rise: 58, fill: 0.84 },
    ),
    shot(
      () =>
        group(
          ...(
            [
              ['#2f5d46', 'ruled'],
              ['#a8482f', 'squared'],
              ['#31566f', 'plain'],
            ] as const
          ).map(([ink, title], index) =>
            placed(kraftBook(ink, title), { at: [0, index * 0.64, 0], turn: [0, index * 6, 0] }),
          ),
        ),
      { turn: 36, rise: 26, fill: 0.82, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(kraftBook('#2f5d46', 'ruled'), { at: [-4, 0, 0], turn: [0, 10, 0] }),
          placed(paperPen('#2f5d46'), { at: [5, 0, 2], turn: [0, 70, 0] }),
          placed(twig('kraft', 8, '#6d8f4e', 5), { at: [2, 0, -6], turn: [0, -14, 0] }),
        ),
      { turn: 0, rise: 64, fill: 0.82 },
    ),
  ),
  'leaf-print-journal': shots(
    'clay',
    shot(() => placed(journal(), { turn: [0, 26, 0] }), { turn: 0, rise: 46, fill: 0.8 }),
    shot(() => placed(journal(), { turn: [0, -30, 0] }), {
      turn: 0,
      rise: 24,
      fill: 1.15,
      aim: [0.1, 0, 0.1],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(journal(), { at: [-3, 0, 0], turn: [0, 8, 0] }),
          placed(twig('journal', 13, '#7a7a45', 7), { at: [5, 0, 7], turn: [0, 66, 0] }),
        ),
      { turn: 0, rise: 74, fill: 0.8 },
    ),
  ),
  'seed-pencils': shots(
    'mint',
    shot(() => pencilFan(10, seedCaps, () => '#3a3a3a', true), { turn: 44, rise: 58, fill: 0.86 }),
    shot(() => pencilFan(6, seedCaps, () => '#3a3a3a', true), {
      turn: -40,
      rise: 34,
      fill: 1.7,
      aim: [-0.28, 0, 0.1],
      blur: 0.012,
    }),
    shot(
      () => {
        const result = cylinderBox(10, 3.4, 'Seed Pencils', 'plant the stub')
        seedCaps.slice(0, 8).forEach((color, index) =>
          result.add(
            placed(
              placed(pencil({ barrel: newsprint(index), core: '#3a3a3a', cap: color }), {
                turn: [0, 0, -90],
              }),
              {
                at: [Math.cos(index * 0.9) * 1.8, 10.2, Math.sin(index * 0.9) * 1.8],
                turn: [Math.sin(index * 0.9) * 6, index * 40, -Math.cos(index * 0.9) * 6],
              },
            ),
          ),
        )
        return result
      },
      { turn: 0, rise: 12, fill: 0.78 },
    ),
  ),
  'paper-ball-pens': shots(
    'sky',
    shot(pens, { turn: 42, rise: 56, fill: 0.86 }),
    shot(pens, { turn: 30, rise: 32, fill: 1.7, aim: [0.28, 0, 0], blur: 0.012 }),
    shot(
      () =>
        group(
          placed(ragBook(), { at: [-2, 0, 0], turn: [0, 12, 0] }),
          placed(paperPen('#b5483c'), { at: [0, 1.75, 1], turn: [0, 50, 0] }),
          placed(paperPen('#31566f'), { at: [10, 0, 1], turn: [0, 82, 0] }),
        ),
      { turn: 0, rise: 54, fill: 0.84 },
    ),
  ),
  'paper-colour-pencils': shots(
    'cream',
    shot(() => pencilFan(12, colourSet, (color) => color, true), { turn: 44, rise: 58, fill: 0.88 }),
    shot(() => pencilFan(7, colourSet, (color) => color, true), {
      turn: 34,
      rise: 34,
      fill: 1.7,
      aim: [0.3, 0, 0],
      blur: 0.012,
    }),
    shot(
      () => {
        const result = cylinderBox(12, 3.2, '12 Colours', 'newspaper pencils')
        colourSet.forEach((color, index) =>
          result.add(
            placed(placed(pencil({ barrel: newsprint(index), core: color }), { turn: [0, 0, 90] }), {
              at: [
                Math.cos(index * 2.4) * (0.8 + (index % 3) * 0.6),
                10.4,
                Math.sin(index * 2.4) * (0.8 + (index % 3) * 0.6),
              ],
              turn: [Math.sin(index * 2.4) * 5, index * 40, -Math.cos(index * 2.4) * 5],
            }),
          ),
        )
        return result
      },
      { turn: 0, rise: 14, fill: 0.78 },
    ),
  ),
  'bamboo-desk-organiser': shots(
    'sage',
    shot(() => organiser(true), { turn: 26, rise: 24, fill: 0.8 }),
    shot(() => organiser(false), { turn: -30, rise: 34, fill: 0.86, blur: 0.01 }),
    shot(
      () =>
        group(
          placed(organiser(true), { at: [-3, 0, -6] }),
          placed(kraftBook('#2f5d46', 'notes'), { at: [-5, 0, 9], turn: [0, 76, 0] }),
          placed(paperPen('#b5483c'), { at: [9, 0, 9], turn: [0, 20, 0] }),
        ),
      { turn: 10, rise: 40, fill: 0.84 },
    ),
  ),
  'seed-paper-cards': shots(
    'blush',
    shot(
      () =>
        group(
          placed(card(0), { at: [-8, 0, -3], turn: [0, 14, 0] }),
          placed(card(1), { at: [4, 0, -5], turn: [0, -8, 0] }),
          placed(card(2), { at: [-1, 0, 5], turn: [0, 6, 0] }),
        ),
      { turn: 0, rise: 16, fill: 0.82 },
    ),
    shot(() => placed(card(4), { turn: [0, 22, 0] }), { turn: 0, rise: 20, fill: 0.78, blur: 0.012 }),
    shot(
      () =>
        group(
          ...[0, 3, 5].map((index, place) =>
            placed(
              placed(
                mesh(
                  new THREE.BoxGeometry(11, 0.1, 15.4),
                  [
                    paper('#f6efe0'),
                    paper('#f6efe0'),
                    cardFace(index),
                    paper('#f6efe0'),
                    paper('#f6efe0'),
                    paper('#f6efe0'),
                  ],
                  [0, 0.2, 0],
                ),
                {},
              ),
              { at: [place * 9 - 9, place * 0.2, place * 1.4], turn: [0, 10 - place * 10, 0] },
            ),
          ),
          placed(envelope(16.4, 11.6), { at: [0, 0, 13], turn: [0, -6, 0] }),
        ),
      { turn: 0, rise: 72, fill: 0.86 },
    ),
  ),
  'recycled-gift-wrap': shots(
    'marigold',
    shot(
      () =>
        group(
          ...wraps().map((material, index) =>
            placed(paperRoll(material, 46, 2.2), {
              at: [
                index * 1.2 - 2.4,
                index > 2 ? 3.8 : 0,
                index > 2 ? (index - 3.5) * 4.6 : (index - 1) * 4.6,
              ],
              turn: [0, (index - 2) * 1.4, 0],
            }),
          ),
        ),
      { turn: 40, rise: 34, fill: 0.86 },
    ),
    shot(
      () =>
        group(
          ...wraps()
            .slice(0, 3)
            .map((material, index) =>
              placed(paperRoll(material, 46, 2.2), { at: [0, 0, (index - 1) * 4.8] }),
            ),
        ),
      { turn: 62, rise: 26, fill: 1.5, aim: [0.24, 0, 0], blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(parcel(0), { at: [-8, 0, 0], turn: [0, 18, 0] }),
          placed(parcel(1), { at: [9, 0, -5], turn: [0, -14, 0], scale: 0.8 }),
          placed(paperRoll(wraps()[2] ?? plain('#ffffff'), 40, 2.2), { at: [0, 0, 14], turn: [0, 10, 0] }),
        ),
      { turn: 0, rise: 34, fill: 0.86 },
    ),
  ),
  'canvas-tote-bag': shots(
    'sage',
    shot(() => hangFlat(tote()), { turn: 0, rise: 78, fill: 0.84 }),
    shot(() => hangFlat(tote()), { turn: 20, rise: 42, fill: 1.5, aim: [0.05, 0, 0.12], blur: 0.01 }),
    shot(
      () =>
        group(
          hangFlat(tote(true)),
          placed(lemon(3), { at: [-10, 3, -22], turn: [0, 30, 0] }),
          placed(lemon(3), { at: [-3, 3, -24] }),
          placed(twig('tote', 16, '#5f8f45', 7), { at: [3, 4, -22], turn: [0, 60, 0] }),
        ),
      { turn: -8, rise: 66, fill: 0.84 },
    ),
  ),
  'jute-market-bag': shots(
    'cream',
    shot(() => placed(juteBag(), { turn: [0, 24, 0] }), { turn: 0, rise: 14, fill: 0.8 }),
    shot(() => placed(juteBag(), { turn: [0, 30, 0] }), {
      turn: 0,
      rise: 34,
      fill: 1.2,
      aim: [0, 0.1, 0],
      blur: 0.012,
    }),
    shot(
      () =>
        placed(
          juteBag([
            placed(tomato(4), { at: [-8, 27, 2] }),
            placed(lemon(3.4), { at: [0, 29, 3], turn: [0, 30, 0] }),
            placed(twig('jutebag', 22, '#5f8f45', 9), { at: [6, 26, -2], turn: [0, 30, 70] }),
            placed(twig('jutebag2', 20, '#7da04f', 9), { at: [10, 26, 1], turn: [0, -40, 66] }),
          ]),
          { turn: [0, 20, 0] },
        ),
      { turn: 0, rise: 18, fill: 0.82 },
    ),
  ),
  'cotton-produce-bags': shots(
    'mint',
    shot(
      () =>
        group(
          placed(produce('#f3ead6', 1), { at: [-9, 0, 0] }),
          placed(produce('#e6d8ba', 2), { at: [8, 0, -3] }),
          placed(produce('#f6efe0', 3), { at: [1, 0, 8], scale: 0.8 }),
        ),
      { turn: 0, rise: 18, fill: 0.82 },
    ),
    shot(() => produce('#e6d8ba', 2), { turn: 14, rise: 26, fill: 0.84, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(produce('#f3ead6', 1), { at: [-6, 0, -3] }),
          placed(tomato(3.2), { at: [6, 0, 3] }),
          placed(lemon(2.6), { at: [1, 0, 8], turn: [0, 30, 0] }),
          placed(tomato(2.8), { at: [11, 0, -2] }),
        ),
      { turn: 0, rise: 22, fill: 0.8 },
    ),
  ),
  'kantha-zip-pouch': shots(
    'sand',
    shot(() => placed(hangFlat(zipPouch()), { turn: [0, 14, 0] }), { turn: 0, rise: 56, fill: 0.8 }),
    shot(() => placed(hangFlat(zipPouch()), { turn: [0, 24, 0] }), {
      turn: 0,
      rise: 28,
      fill: 1.4,
      aim: [0.1, 0, 0.1],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(hangFlat(zipPouch()), { at: [0, 0, 0], turn: [0, -8, 0] }),
          placed(paperPen('#31566f'), { at: [6, 0, 11], turn: [0, 8, 0] }),
          placed(kraftBook('#a8482f', 'plain'), { at: [-13, 0, 6], turn: [0, 14, 0] }),
        ),
      { turn: 0, rise: 68, fill: 0.84 },
    ),
  ),
  'khadi-short-kurta': shots(
    'clay',
    shot(() => grounded(kurta('#f3ead8')), { turn: 0, rise: 80, fill: 0.86 }),
    shot(() => grounded(kurta('#f3ead8')), {
      turn: 10,
      rise: 52,
      fill: 1.9,
      aim: [0, 0, -0.26],
      blur: 0.008,
    }),
    shot(
      () =>
        placed(
          clothStack(
            [0, 1].map((seed) =>
              foldedCloth({
                width: 30,
                depth: 24,
                ply: 0.7,
                plies: 2,
                material: creased('#f3ead8', 0.4),
                seed,
                soft: 0.3,
              }),
            ),
            [2.9],
            3,
          ),
          { turn: [0, -22, 0] },
        ),
      { turn: 0, rise: 26, fill: 0.78 },
    ),
  ),
  'cotton-tshirt-leaf': shots(
    'oat',
    shot(() => grounded(tshirt('#6f8059')), { turn: 0, rise: 80, fill: 0.86 }),
    shot(() => grounded(tshirt('#6f8059')), {
      turn: -12,
      rise: 50,
      fill: 1.7,
      aim: [0, 0, -0.26],
      blur: 0.008,
    }),
    shot(
      () =>
        placed(clothStack([teeFolded('#6f8059', 1), teeFolded('#6f8059', 4)], [2.9], 3), {
          turn: [0, -22, 0],
        }),
      { turn: 0, rise: 26, fill: 0.78 },
    ),
  ),
  'indigo-block-stole': shots(
    'sand',
    shot(() => placed(stoleFold(), { turn: [0, -22, 0] }), { turn: 0, rise: 34, fill: 0.76 }),
    shot(
      () => crumpledCloth({ width: 44, depth: 34, lift: 7, material: indigoCloth(), folds: 2.6, seed: 4 }),
      { turn: 10, rise: 40, fill: 0.98, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          placed(rolledCloth({ width: 24, radius: 4.4, ply: 0.5, material: indigoCloth(), soft: 0.25 }), {
            at: [-3, 0, 2],
            turn: [0, -50, 0],
          }),
          placed(stoleFold(), { at: [12, 0, -10], turn: [0, -14, 0] }),
        ),
      { turn: 0, rise: 30, fill: 0.82 },
    ),
  ),
  'jute-slippers': shots(
    'sky',
    shot(slipperPair, { turn: 24, rise: 42, fill: 0.82 }),
    shot(() => slipper(1), { turn: 50, rise: 22, fill: 0.86, blur: 0.012 }),
    shot(slipperPair, { turn: 180, rise: 72, fill: 0.84 }),
  ),
  'bamboo-ankle-socks': shots(
    'sage',
    shot(
      () =>
        group(
          ...socks.map(([color, tip], index) =>
            placed(grounded(sock(color, tip)), {
              at: [index * 13 - 17, index * 0.3, index * 2 - 4],
              turn: [0, 10, 0],
            }),
          ),
        ),
      { turn: 0, rise: 74, fill: 0.86 },
    ),
    shot(
      () =>
        group(
          ...socks.map(([color, tip], index) =>
            placed(grounded(sock(color, tip)), {
              at: [index * 1.2, index * 1.9, index * -1.4],
              turn: [0, index * 8 - 4, 0],
            }),
          ),
        ),
      { turn: 16, rise: 34, fill: 0.86, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          ...socks.map(([color], index) =>
            placed(
              rolledCloth({
                width: 9,
                radius: 3.2,
                ply: 0.7,
                material: weave(color, { thread: 46, tile: 4 }),
                soft: 0.2,
              }),
              { at: [index * 8 - 8, 0, (index % 2) * 4], turn: [0, -40 - index * 14, 0] },
            ),
          ),
        ),
      { turn: 0, rise: 36, fill: 0.82 },
    ),
  ),
  'palm-leaf-sun-hat': shots(
    'honey',
    shot(() => sunHat(), { turn: 0, rise: 28, fill: 0.8 }),
    shot(() => sunHat(), { turn: 40, rise: 18, fill: 1.3, aim: [0.1, 0.1, 0.1], blur: 0.012 }),
    shot(() => group(sunHat(), placed(twig('hat', 16, '#6d8f4e', 7), { at: [-4, 0, 21], turn: [0, 8, 0] })), {
      turn: 20,
      rise: 62,
      fill: 0.82,
    }),
  ),
  'clay-diyas-twelve': shots(
    'marigold',
    shot(
      () =>
        group(
          ...Array.from({ length: 9 }, (_, index) =>
            placed(diya({ lit: true }), {
              at: [(index % 3) * 9 - 9 + (Math.floor(index / 3) % 2) * 2, 0, Math.floor(index / 3) * 9 - 9],
              turn: [0, ((index * 37) % 40) - 20, 0],
            }),
          ),
        ),
      { turn: 6, rise: 32, fill: 0.86 },
    ),
    shot(() => diya({ lit: true }), { turn: 24, rise: 28, fill: 0.78, blur: 0.012 }),
    shot(
      () =>
        group(
          ...Array.from({ length: 12 }, (_, index) =>
            placed(diya({ lit: false }), {
              at: [(index % 4) * 8.4 - 12.6, 0, Math.floor(index / 4) * 9 - 9],
            }),
          ),
          placed(petals('diya', 20, [16, 2], '#f0972a', 2), { at: [0, 0, 16] }),
        ),
      { turn: 0, rise: 66, fill: 0.86 },
    ),
  ),
  'painted-diyas-four': shots(
    'blush',
    shot(
      () =>
        group(
          ...(['#b5302f', '#2f6f9a', '#d9892a', '#5a3f8a'] as const).map((color, index) =>
            placed(diya({ petals: true, wax: true, color, rim: '#f0cf6a', radius: 4 }), {
              at: [(index % 2) * 11 - 5.5, 0, Math.floor(index / 2) * 11 - 5.5],
              turn: [0, index * 20, 0],
            }),
          ),
        ),
      { turn: 16, rise: 34, fill: 0.84 },
    ),
    shot(() => diya({ petals: true, wax: true, color: '#b5302f', rim: '#f0cf6a', radius: 4 }), {
      turn: 10,
      rise: 34,
      fill: 0.8,
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          flatBox(20, 5, 20, undefined),
          placed(diya({ petals: true, wax: true, color: '#b5302f', rim: '#f0cf6a', radius: 4 }), {
            at: [-3, 5, 1],
          }),
          placed(diya({ petals: true, wax: true, color: '#2f6f9a', rim: '#f0cf6a', radius: 4 }), {
            at: [5, 5, -4],
          }),
          placed(petals('painted', 14, [10, 2], '#e8622c', 2), { at: [0, 0, 14] }),
        ),
      { turn: -10, rise: 34, fill: 0.82 },
    ),
  ),
  'paper-star-lantern': shots(
    'forest',
    shot(() => starLantern(7, 22, '#e8a13a'), { turn: 14, rise: 4, fill: 0.84 }),
    shot(() => starLantern(7, 22, '#e8a13a'), {
      turn: 34,
      rise: 10,
      fill: 1.5,
      aim: [0, 0.02, 0],
      blur: 0.01,
    }),
    shot(
      () =>
        group(
          placed(starLantern(7, 22, '#e8a13a'), { at: [-12, 0, 0] }),
          placed(starLantern(7, 14, '#c8483a'), { at: [20, 16, -6] }),
        ),
      { turn: 8, rise: 6, fill: 0.86 },
    ),
  ),
  'festive-pantry-hamper': shots(
    'marigold',
    shot(() => pantryBox(), { turn: -16, rise: 34, fill: 0.84 }),
    shot(() => pantryBox(), { turn: 24, rise: 26, fill: 1.2, aim: [0, 0.16, 0], blur: 0.012 }),
    shot(() => group(hamperClosed(32, 24, 12, 'Festive Pantry', '#c39d6c')), {
      turn: 22,
      rise: 32,
      fill: 0.78,
    }),
  ),
  'bath-ritual-gift-box': shots(
    'sage',
    shot(() => bathBox(), { turn: -14, rise: 42, fill: 0.84 }),
    shot(() => bathBox(), { turn: 20, rise: 28, fill: 1.3, aim: [-0.1, 0.1, 0.05], blur: 0.012 }),
    shot(
      () =>
        group(
          placed(bathBox(), { at: [0, 0, 4] }),
          grounded(
            placed(hamperLid(28.6, 22.6, 'Bath Ritual', '#cfd6bd'), { at: [2, 0, -20], turn: [0, 6, 0] }),
          ),
        ),
      { turn: -10, rise: 46, fill: 0.86 },
    ),
  ),
  'fragrance-gift-trio': shots(
    'terracotta',
    shot(() => fragranceBox(), { turn: -14, rise: 42, fill: 0.84 }),
    shot(() => fragranceBox(), { turn: 18, rise: 30, fill: 1.25, aim: [-0.1, 0.1, 0], blur: 0.012 }),
    shot(() => group(hamperClosed(26, 20, 9, 'Evening Trio', '#8f5a4a')), { turn: 22, rise: 34, fill: 0.78 }),
  ),
  'herbal-gulal-set': shots(
    'sky',
    shot(
      () =>
        group(
          ...[0, 1, 2, 3].map((index) =>
            group(
              placed(gulalPouch(index), { at: [index * 9.4 - 14.1, 0, -4], turn: [0, 8 - index * 5, 0] }),
              placed(heap(gulalColors[index]?.[1] ?? '#f0a024', 3.4, index), {
                at: [index * 9 - 13.5, 0, 6],
              }),
            ),
          ),
        ),
      { turn: 0, rise: 26, fill: 0.88 },
    ),
    shot(
      () =>
        group(
          ...[0, 1, 2, 3].map((index) =>
            placed(heap(gulalColors[index]?.[1] ?? '#f0a024', 4.4, index), {
              at: [(index % 2) * 8 - 4, 0, Math.floor(index / 2) * 8 - 4],
            }),
          ),
        ),
      { turn: 20, rise: 34, fill: 0.86, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          ...[0, 1, 2, 3].map((index) =>
            group(
              placed(bowl(4.4, 3, 0.3, metal('brass')), {
                at: [(index % 2) * 10 - 5, 0, Math.floor(index / 2) * 10 - 5],
              }),
              placed(heap(gulalColors[index]?.[1] ?? '#f0a024', 4, index), {
                at: [(index % 2) * 10 - 5, 2.4, Math.floor(index / 2) * 10 - 5],
              }),
            ),
          ),
        ),
      { turn: 30, rise: 58, fill: 0.84 },
    ),
  ),
  'rangoli-powder-jars': shots(
    'cream',
    shot(
      () =>
        group(
          ...[0, 1, 2, 3, 4, 5].map((index) =>
            placed(rangoliJar(index), {
              at: [(index % 3) * 7.4 - 7.4, 0, Math.floor(index / 3) * 7.6 - 3.8],
            }),
          ),
        ),
      { turn: 14, rise: 24, fill: 0.82 },
    ),
    shot(
      () => group(placed(rangoliJar(0), { at: [-3.6, 0, 0] }), placed(rangoliJar(1), { at: [3.6, 0, -2] })),
      { turn: 8, rise: 20, fill: 0.8, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          rangoliFlower(),
          placed(rangoliJar(1), { at: [13, 0, -9] }),
          placed(rangoliJar(3), { at: [-13, 0, -9] }),
        ),
      { turn: 0, rise: 52, fill: 0.86 },
    ),
  ),
  'marigold-paper-toran': shots(
    'mint',
    shot(toran, { turn: 0, rise: 76, fill: 0.9 }),
    shot(toran, { turn: 14, rise: 44, fill: 2.2, aim: [0.1, 0, 0.1], blur: 0.01 }),
    shot(
      () =>
        group(
          placed(toran(), { at: [0, 0, -4] }),
          placed(diya({ lit: true, radius: 4 }), { at: [-14, 0, 22] }),
          placed(diya({ lit: true, radius: 4 }), { at: [14, 0, 22] }),
        ),
      { turn: 0, rise: 56, fill: 0.9 },
    ),
  ),
}

function parcel(index: number): THREE.Group {
  const print = wraps()[index] ?? plain('#ffffff')
  return group(
    mesh(new THREE.BoxGeometry(18, 8, 14), print, [0, 4, 0]),
    placed(twineRing(8, 14, '#c8a872', 0.3), {}),
    placed(twineRing(8, 18, '#c8a872', 0.3), { turn: [0, 90, 0] }),
    placed(bow(4, '#c8a872', 0.3), { at: [0, 8.6, 0] }),
  )
}

function hamperClosed(
  width: number,
  depth: number,
  height: number,
  title: string,
  color: string,
): THREE.Group {
  return group(
    mesh(block(width, height - 3, depth, 0.2), kraft(color), [0, (height - 3) / 2, 0]),
    placed(hamperLid(width + 0.6, depth + 0.6, title, color), { at: [0, height - 3, 0] }),
    placed(
      mesh(block(2.2, height - 2.6, depth + 0.3, 0.1), weave('#a8482f', { thread: 60 }), [
        0,
        (height - 3) / 2,
        0,
      ]),
      { at: [(width + 0.6) * -0.435, 0, 0] },
    ),
    placed(bow(5, '#a8482f', 0.4), { at: [(width + 0.6) * -0.435, height + 0.5, 0], turn: [0, 90, 0] }),
  )
}
