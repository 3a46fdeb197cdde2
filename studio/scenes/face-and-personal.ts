import {
  clothPad,
  cottonBud,
  cottonRound,
  safetyRazor,
  standingBuds,
  tongueCleaner,
} from '../shapes/bath-things.ts'
import { bottle } from '../shapes/bottles-and-jars.ts'
import type { BottleLook, JarLook } from '../shapes/bottles-and-jars.ts'
import { knotBrush, toothbrush } from '../shapes/brushes-and-combs.ts'
import { crumpledCloth, foldedCloth } from '../shapes/cloth.ts'
import { block, group, grounded, mesh, placed, turned } from '../shapes/forms.ts'
import { carton, disc, flatBox, petals, scattered, twig } from '../shapes/props.ts'
import { soapBar } from '../shapes/soaps.ts'
import { spoon } from '../shapes/tableware.ts'
import { tin, tinLid } from '../shapes/tins-and-candles.ts'
import type { TinLook } from '../shapes/tins-and-candles.ts'
import type { Label } from '../surfaces/labels.ts'
import { glass, glaze, kraft, metal, plain, speckled, weave, wood } from '../surfaces/materials.ts'
import { bottleShots, jarShots } from './bath-and-hair.ts'
import { shot, shots } from './scene.ts'
import type { ShotList } from './scene.ts'

const brand = 'Aranyika Botanics'
const bamboo = 'Bansuli Bamboo Works'

const rollOn: BottleLook = {
  radius: 1,
  height: 6.6,
  neck: 0.78,
  shoulder: 0.3,
  closure: 'roller',
  label: {
    brand,
    title: 'Coffee',
    line: 'under-eye · 10 ml',
    ink: '#4a2f1a',
    style: 'arch',
    accent: '#8a6038',
  },
}
const rollCap = () =>
  mesh(
    turned([
      [0, 0],
      [1, 0, 0.15],
      [1, 2.2, 0.1],
      [0, 2.2],
    ]),
    wood('beech'),
  )

const ubtan: JarLook = {
  radius: 3.75,
  height: 5,
  content: speckled('#d6a53f', '#b57f24', 0.2, 0.95),
  lid: 'wood',
  label: { brand, title: 'Ubtan', line: 'face mask powder · 100 g', ink: '#7a4516', accent: '#cf9a2e' },
}
const clayMask: JarLook = {
  radius: 3.9,
  height: 5,
  content: speckled('#a8b391', '#8a9674', 0.06, 0.6),
  lid: 'bamboo',
  label: { brand, title: 'Neem & Green Clay', line: 'mask · 120 g', style: 'split', ink: '#3f5d45' },
}
const powder: JarLook = {
  radius: 3.1,
  height: 5,
  content: speckled('#9a6d44', '#6d4626', 0.2, 0.95),
  lid: 'metal',
  label: {
    brand,
    title: 'Clove & Babool',
    line: 'tooth powder · 80 g',
    ink: '#4d3018',
    style: 'arch',
    accent: '#a06b35',
  },
}
const tabletGeometry = () =>
  turned(
    [
      [0, 0],
      [0.5, 0, 0.12],
      [0.5, 0.34, 0.12],
      [0, 0.34],
    ],
    0.1,
    24,
  )
const tablets: JarLook = {
  radius: 3.25,
  height: 5.6,
  content: speckled('#f4f4ec', '#cfdccb', 0.1, 0.9),
  fillTo: 0.7,
  lid: 'bamboo',
  label: { brand, title: 'Mint Tablets', line: '120 tooth tablets', style: 'split', ink: '#3d7a66' },
}

const scrubLabel: Label = {
  brand,
  title: 'Walnut & Apricot',
  line: 'face scrub · 75 g',
  ink: '#6b4524',
  accent: '#d9893a',
}
const scrub: TinLook = { radius: 3.5, height: 4.2, label: scrubLabel }
const scrubTop: TinLook = { ...scrub, top: scrubLabel }
const balm: TinLook = {
  radius: 2.1,
  height: 1.8,
  top: { brand, title: 'Beetroot', line: 'lip balm · 10 g', ink: '#8e2f4a', accent: '#c45a78' },
}
const shave: TinLook = {
  radius: 4,
  height: 3.4,
  top: {
    brand,
    title: 'Sandal',
    line: 'shaving soap · 90 g',
    ink: '#5a3a1e',
    accent: '#b88a4a',
    style: 'framed',
  },
}

function kajalPot(open: boolean) {
  const pot = group(
    mesh(
      turned([
        [0, 0],
        [1.2, 0, 0.15],
        [1.3, 0.15, 0.1],
        [1.75, 0.75, 0.5],
        [1.55, 1.25, 0.2],
        [1.3, 1.3, 0.05],
        [1.2, 1.2],
        [1.1, 0.9],
        [0, 0.85],
      ]),
      metal('brass'),
    ),
    mesh(disc(1.15, 0.12, plain('#1b1918', 0.7)).geometry, plain('#1b1918', 0.7), [0, 0.9, 0]),
  )
  const lid = group(
    mesh(
      turned([
        [1.45, 0],
        [1.5, 0.15, 0.08],
        [1.2, 0.7, 0.5],
        [0.35, 0.95, 0.2],
        [0.3, 1.1, 0.1],
        [0.45, 1.35, 0.2],
        [0, 1.5],
      ]),
      metal('brass'),
    ),
  )
  if (open) pot.add(placed(lid, { at: [3.1, 0, 1.3] }))
  else pot.add(placed(lid, { at: [0, 1.28, 0] }))
  return pot
}

const bristles = ['#f1ece0', '#7a9a62', '#d29a4a', '#4a4a48']
function brushFan(lengthCm: number, list: readonly string[], step: number) {
  return group(
    ...list.map((color, index) =>
      placed(toothbrush(color, lengthCm, list.length === 2 ? ['#6f9a4f', '#e9b63f'][index] : undefined), {
        at: [0, 0, (index - (list.length - 1) / 2) * step],
        turn: [0, (index - (list.length - 1) / 2) * 2, 0],
      }),
    ),
  )
}
const cup = () =>
  group(
    mesh(
      turned([
        [0, 0],
        [3.4, 0, 0.3],
        [3.8, 0.6, 0.5],
        [3.9, 9.5, 0.15],
        [3.55, 9.5, 0.15],
        [3.5, 1.2, 0.3],
        [0, 1],
      ]),
      glaze('#e7e4d6', '#8a7a62'),
    ),
  )
function cupWith(colors: readonly string[], lengthCm: number) {
  const result = group(cup())
  colors.forEach((color, index) => {
    const angle = index * 1.75 + 0.5
    result.add(
      placed(placed(toothbrush(color, lengthCm), { at: [0, 0, 0], turn: [0, 0, 90] }), {
        at: [Math.cos(angle) * 1.4, lengthCm / 2 + 1.2, Math.sin(angle) * 1.4],
        turn: [Math.sin(angle) * 12, index * 60 - 40, -Math.cos(angle) * 12],
      }),
    )
  })
  return result
}

function shavingBrush() {
  return knotBrush({
    handle: [
      [0, 0],
      [1.6, 0, 0.3],
      [1.7, 0.8, 0.5],
      [1.0, 2.4, 1],
      [1.35, 4.2, 0.8],
      [1.2, 5, 0.2],
      [0, 5],
    ],
    wood: 'sheesham',
    colors: ['#efe6d2', '#e4d6b8', '#d2bf98'],
    knot: 1.15,
    fan: 0.26,
    length: 5.6,
    strands: 1500,
    collar: true,
  })
}

const razorLying = () => grounded(placed(safetyRazor(), { turn: [0, 0, 0] }))
const lying = (yaw: number) =>
  grounded(placed(placed(safetyRazor(), { turn: [90, 0, 0] }), { turn: [0, yaw, 0] }))

const budBox = (open: boolean) =>
  open
    ? group(
        mesh(block(8.4, 0.3, 6.2, 0.1), kraft(), [0, 0.15, 0]),
        ...[-1, 1].map((side) => mesh(block(8.4, 2.2, 0.2, 0.06), kraft(), [0, 1.1, side * 3])),
        ...[-1, 1].map((side) => mesh(block(0.2, 2.2, 6.2, 0.06), kraft(), [side * 4.2, 1.1, 0])),
        ...Array.from({ length: 40 }, (_, index) =>
          placed(cottonBud(), {
            at: [0, 0.6 + Math.floor(index / 10) * 0.45, -2.6 + (index % 10) * 0.57],
            turn: [0, Math.sin(index * 9) * 2, 0],
          }),
        ),
      )
    : flatBox(8.6, 2.8, 6.4, {
        brand: bamboo,
        title: 'Cotton Buds',
        line: '100 bamboo sticks',
        style: 'bare',
      })

const padTop = () => weave('#f3e9dc', { thread: 60, tile: 4 })
const padPrint = () => weave('#c98b7c', { thread: 60, tile: 4 })
const padGreen = () => weave('#9bab86', { thread: 60, tile: 4 })

export const faceAndPersonalShots: ShotList = {
  'kumkumadi-face-oil': bottleShots(
    'marigold',
    {
      radius: 1.6,
      height: 6,
      closure: 'dropper',
      label: { brand, title: 'Kumkumadi', line: 'face oil · 15 ml', ink: '#8a3f12', accent: '#d98f25' },
    },
    () => carton(3.8, 9.2, 3.8, { brand, title: 'Kumkumadi', line: 'face oil · 15 ml' }, '#e6c98d'),
    () =>
      placed(
        scattered('saffron', 60, [2.8, 0.8], block(0.9, 0.06, 0.06, 0.02), plain('#b5321c', 0.7), 0.06),
        { at: [0.6, 0, 2.8] },
      ),
  ),
  'neem-tulsi-face-serum': bottleShots(
    'sage',
    {
      radius: 1.8,
      height: 7.2,
      closure: 'dropper',
      label: { brand, title: 'Neem & Tulsi', line: 'face serum · 30 ml' },
    },
    () => carton(4.2, 10.8, 4.2, { brand, title: 'Neem & Tulsi', line: 'face serum · 30 ml' }),
    () => placed(twig('serum', 6, '#5f8a45', 5), { at: [-2, 0, 3.4], turn: [0, 8, 0] }),
  ),
  'rose-water-mist': bottleShots(
    'blush',
    {
      radius: 2.25,
      height: 11.6,
      glass: 'frosted',
      closure: 'spray',
      filling: plain('#f7dcd8', 0.3),
      fillTo: 0.86,
      label: {
        brand,
        title: 'Rose Water',
        line: 'Pushkar · 100 ml',
        ink: '#97424f',
        accent: '#d2838d',
        style: 'arch',
      },
    },
    () =>
      placed(
        bottle({
          radius: 2.25,
          height: 11.6,
          glass: 'frosted',
          closure: 'spray',
          filling: plain('#f7dcd8', 0.3),
          fillTo: 0.86,
          label: {
            brand,
            title: 'Rose Water',
            line: 'Pushkar · 100 ml',
            ink: '#97424f',
            accent: '#d2838d',
            style: 'arch',
          },
        }),
        {},
      ),
    () => placed(petals('rosewater', 16, [4.5, 1], '#d8808b', 1.6), { at: [0.6, 0, 3.6] }),
  ),
  'ubtan-face-mask': jarShots('honey', ubtan, () =>
    placed(spoon(9, 3, 2, wood('beech'), 0.5, 0.3, 0.8), { at: [1.2, 0, 6.2], turn: [0, -8, 0] }),
  ),
  'walnut-face-scrub': shots(
    'clay',
    shot(
      () =>
        group(
          placed(tin(scrubTop), { at: [-1.2, 0, -1] }),
          placed(
            scattered('walnut', 40, [3.2, 1], block(0.5, 0.35, 0.4, 0.15), plain('#8a5f38', 0.8), 0.15),
            { at: [2, 0, 4.4] },
          ),
        ),
      { turn: 0, rise: 32, fill: 0.66 },
    ),
    shot(
      () =>
        group(
          tin({ ...scrub, open: speckled('#d9b38a', '#7a4f2c', 0.26, 0.55) }),
          grounded(placed(tinLid(scrub), { at: [5.6, 0, 2.4], turn: [180, 0, 0] })),
        ),
      { turn: 6, rise: 46, fill: 0.72 },
    ),
    shot(
      () =>
        group(
          placed(tin(scrubTop), { at: [-2.4, 0, 1.6] }),
          placed(tin({ ...scrub, open: speckled('#d9b38a', '#7a4f2c', 0.26, 0.55) }), { at: [4.6, 0, -2.6] }),
        ),
      { turn: 0, rise: 26, fill: 0.74 },
    ),
  ),
  'french-green-clay-mask': jarShots('sage', clayMask, () =>
    placed(twig('claymask', 8, '#5f8a45', 5), { at: [-2, 0, 6], turn: [0, 8, 0] }),
  ),
  'beetroot-lip-balm': shots(
    'blush',
    shot(
      () =>
        group(
          placed(tin(balm), { at: [-1.6, 0, -0.6] }),
          placed(tin({ ...balm, open: speckled('#b8325a', '#a02448', 0.02, 0.4) }), { at: [2.9, 0, 1] }),
        ),
      { turn: 0, rise: 44, fill: 0.74 },
    ),
    shot(() => tin(balm), { turn: 12, rise: 60, fill: 0.62, blur: 0.01 }),
    shot(
      () =>
        group(
          tin({ ...balm, open: speckled('#b8325a', '#a02448', 0.02, 0.4) }),
          grounded(placed(tinLid(balm), { at: [4.4, 0, -0.6], turn: [180, 0, 0] })),
          placed(petals('beet', 6, [3.4, 0.5], '#a52f52', 1.1), { at: [1.6, 0, 3] }),
        ),
      { turn: -10, rise: 40, fill: 0.74, blur: 0.012 },
    ),
  ),
  'almond-kajal': shots(
    'sand',
    shot(() => kajalPot(true), { turn: -6, rise: 30, fill: 0.74 }),
    shot(() => kajalPot(false), { turn: 16, rise: 18, fill: 0.6, blur: 0.012 }),
    shot(
      () =>
        group(
          placed(crumpledCloth({ width: 10, depth: 8, lift: 0.8, material: weave('#b5473a', { tile: 3 }) }), {
            at: [0.6, 0, 0],
          }),
          placed(kajalPot(true), { at: [-0.8, 0.55, 0.4] }),
        ),
      { turn: 8, rise: 50, fill: 0.8 },
    ),
  ),
  'under-eye-roll-on': shots(
    'oat',
    shot(
      () =>
        group(
          placed(bottle(rollOn), { at: [-0.7, 0, 0], turn: [0, -6, 0] }),
          placed(rollCap(), { at: [2, 0, 1.2] }),
          placed(scattered('eye', 8, [1.6, 0.5], block(1, 0.5, 0.7, 0.25), plain('#4a2c17', 0.4), 0.25), {
            at: [-0.6, 0, 2.6],
          }),
        ),
      { turn: 0, rise: 16, fill: 0.74 },
    ),
    shot(() => bottle(rollOn), { turn: 10, rise: 34, fill: 1.6, aim: [0, 0.3, 0], blur: 0.014 }),
    shot(
      () =>
        group(
          grounded(placed(placed(bottle(rollOn), { turn: [90, 0, 0] }), { turn: [0, 62, 0] })),
          placed(
            grounded(
              placed(
                group(
                  mesh(
                    turned([
                      [0, 0],
                      [1.3, 0, 0.05],
                      [1.3, 9.5, 0.05],
                      [0, 9.5],
                    ]),
                    kraft(),
                  ),
                ),
                { turn: [90, 0, 0] },
              ),
            ),
            { at: [1, 0, -4], turn: [0, 70, 0] },
          ),
        ),
      { turn: 0, rise: 52, fill: 0.74 },
    ),
  ),
  'bamboo-toothbrush-set': shots(
    'mint',
    shot(() => placed(brushFan(19, bristles, 2.4), { turn: [0, 48, 0] }), { turn: 0, rise: 62, fill: 0.86 }),
    shot(() => placed(brushFan(19, bristles, 2.2), { turn: [0, 28, 0] }), {
      turn: 12,
      rise: 32,
      fill: 2.1,
      aim: [0.36, 0, 0],
      blur: 0.012,
    }),
    shot(() => cupWith(bristles, 19), { turn: 0, rise: 12, fill: 0.78 }),
  ),
  'kids-bamboo-toothbrush': shots(
    'honey',
    shot(() => placed(brushFan(14.5, ['#f6f2e6', '#f6f2e6'], 2.8), { turn: [0, 46, 0] }), {
      turn: 0,
      rise: 60,
      fill: 0.84,
    }),
    shot(() => placed(brushFan(14.5, ['#f6f2e6', '#f6f2e6'], 2.4), { turn: [0, 30, 0] }), {
      turn: 14,
      rise: 30,
      fill: 1.9,
      aim: [0.34, 0, 0],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          placed(brushFan(14.5, ['#f6f2e6', '#f6f2e6'], 2.6), { at: [-2.2, 0, 2], turn: [0, 62, 0] }),
          placed(
            flatBox(
              16,
              2,
              6,
              { brand: bamboo, title: 'Little Teeth', line: '2 bamboo brushes', style: 'bare' },
              '#f0dca6',
            ),
            { at: [5, 0, -1], turn: [0, 72, 0] },
          ),
        ),
      { turn: 0, rise: 58, fill: 0.82 },
    ),
  ),
  'kansa-tongue-cleaner': shots(
    'terracotta',
    shot(() => placed(tongueCleaner('kansa', false), { turn: [0, 32, 0] }), {
      turn: 0,
      rise: 52,
      fill: 0.76,
    }),
    shot(() => placed(tongueCleaner('kansa', false), { turn: [0, -150, 0] }), {
      turn: 0,
      rise: 30,
      fill: 1.2,
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(
            crumpledCloth({
              width: 18,
              depth: 14,
              lift: 1,
              material: weave('#f1e6d0', { tile: 4 }),
              folds: 2,
            }),
            {},
          ),
          placed(tongueCleaner('kansa', false), { at: [0, 0.9, 0], turn: [0, 58, 0] }),
        ),
      { turn: 0, rise: 60, fill: 0.86 },
    ),
  ),
  'copper-tongue-cleaner-pair': shots(
    'sky',
    shot(
      () =>
        group(
          placed(tongueCleaner('copper', true), { at: [-3.4, 0, 0.6], turn: [0, 16, 0] }),
          placed(tongueCleaner('copper', true), { at: [4.8, 0, -0.6], turn: [0, -14, 0] }),
        ),
      { turn: 0, rise: 58, fill: 0.8 },
    ),
    shot(() => placed(tongueCleaner('copper', true), { turn: [0, 36, 0] }), {
      turn: 0,
      rise: 28,
      fill: 1.15,
      blur: 0.014,
    }),
    shot(
      () =>
        group(
          placed(tongueCleaner('copper', true), { at: [-4.8, 0, 1], turn: [0, 22, 0] }),
          placed(
            flatBox(14.5, 2, 9, {
              brand: 'Tamrakosh',
              title: 'Tongue Cleaners',
              line: 'pure copper, pair',
              style: 'bare',
            }),
            { at: [6, 0, -1], turn: [0, 70, 0] },
          ),
        ),
      { turn: 0, rise: 56, fill: 0.82 },
    ),
  ),
  'clove-tooth-powder': jarShots('clay', powder, () =>
    placed(
      scattered(
        'clove',
        26,
        [3.6, 0.8],
        turned(
          [
            [0, 0],
            [0.09, 0.1],
            [0.1, 1],
            [0.28, 1.15, 0.1],
            [0.2, 1.4, 0.1],
            [0, 1.45],
          ],
          0.05,
          10,
        ),
        plain('#4a2a17', 0.8),
        0.2,
        false,
      ),
      { at: [0.6, 0, 4.8] },
    ),
  ),
  'mint-tooth-tablets': jarShots('mint', tablets, () =>
    placed(scattered('tabs', 24, [4, 1], tabletGeometry(), plain('#f3f3ea', 0.8), 0.02), { at: [0.6, 0, 5] }),
  ),
  'oil-pulling-sesame': bottleShots(
    'sand',
    {
      radius: 2.9,
      height: 14.6,
      closure: 'cap',
      label: { brand, title: 'Oil Pulling', line: 'sesame & clove · 200 ml', ink: '#6b4a1a', style: 'split' },
    },
    () => carton(6.4, 17, 6.4, { brand, title: 'Oil Pulling', line: 'sesame & clove · 200 ml' }),
    () =>
      placed(scattered('sesame', 140, [4.4, 1], block(0.3, 0.14, 0.2, 0.06), plain('#efdcb0', 0.8), 0.08), {
        at: [0.4, 0, 4.6],
      }),
  ),
  'brass-safety-razor': shots(
    'forest',
    shot(() => placed(lying(0), { turn: [0, 52, 0] }), { turn: 0, rise: 46, fill: 0.78 }),
    shot(() => razorLying(), { turn: 34, rise: 26, fill: 1.5, aim: [0, 0.34, 0], blur: 0.012 }),
    shot(
      () =>
        group(
          placed(lying(0), { at: [-1.5, 0, 2.6], turn: [0, 74, 0] }),
          placed(shavingBrush(), { at: [4.4, 0, -2.4] }),
          placed(tin({ ...shave, open: speckled('#f1e3c6', '#dcc79c', 0.03, 0.5) }), { at: [-5.2, 0, -4] }),
        ),
      { turn: 4, rise: 34, fill: 0.82 },
    ),
  ),
  'wooden-shaving-brush': shots(
    'oat',
    shot(() => shavingBrush(), { turn: 10, rise: 14, fill: 0.7 }),
    shot(() => shavingBrush(), { turn: 20, rise: 52, fill: 0.9, blur: 0.014 }),
    shot(
      () =>
        group(
          placed(shavingBrush(), { at: [4.4, 0, 1.5] }),
          placed(tin({ ...shave, open: speckled('#f1e3c6', '#dcc79c', 0.03, 0.5) }), { at: [-3.6, 0, -1] }),
        ),
      { turn: 4, rise: 28, fill: 0.76 },
    ),
  ),
  'shaving-soap-tin': shots(
    'sand',
    shot(
      () =>
        group(
          tin({ ...shave, open: speckled('#f1e3c6', '#dcc79c', 0.03, 0.5) }),
          grounded(placed(tinLid(shave), { at: [6.4, 0, 3], turn: [180, 0, 0] })),
        ),
      { turn: -6, rise: 38, fill: 0.74 },
    ),
    shot(() => tin(shave), { turn: 10, rise: 50, fill: 0.64, blur: 0.01 }),
    shot(
      () =>
        group(
          placed(tin(shave), { at: [-4, 0, 0] }),
          placed(
            soapBar({ color: '#f1e3c6', specks: '#dcc79c', round: true, size: [7, 2.4, 7], amount: 0.03 }),
            { at: [4.6, 0, 1.6] },
          ),
          placed(shavingBrush(), { at: [2, 0, -6] }),
        ),
      { turn: 0, rise: 40, fill: 0.78 },
    ),
  ),
  'bamboo-cotton-buds': shots(
    'sky',
    shot(
      () =>
        group(
          placed(budBox(true), { turn: [0, 18, 0] }),
          placed(cottonBud(), { at: [1, 0.28, 6], turn: [0, 24, 0] }),
          placed(cottonBud(), { at: [-3, 0.28, 6.4], turn: [0, -12, 0] }),
        ),
      { turn: 0, rise: 44, fill: 0.78 },
    ),
    shot(
      () =>
        group(
          mesh(
            turned([
              [0, 0],
              [2.6, 0, 0.2],
              [2.7, 5, 0.1],
              [2.5, 5.05, 0.05],
              [2.45, 0.3],
            ]),
            glass('clear'),
          ),
          standingBuds(46, 2.1),
        ),
      { turn: 0, rise: 24, fill: 0.74, blur: 0.012 },
    ),
    shot(
      () =>
        group(
          placed(budBox(false), { at: [0, 0, -3], turn: [0, 14, 0] }),
          ...Array.from({ length: 7 }, (_, index) =>
            placed(cottonBud(), {
              at: [-3 + index, 0.28, 4.4 + Math.sin(index * 5) * 0.4],
              turn: [0, 78 + Math.sin(index * 3) * 9, 0],
            }),
          ),
        ),
      { turn: 0, rise: 54, fill: 0.8 },
    ),
  ),
  'washable-cotton-rounds': shots(
    'blush',
    shot(
      () =>
        group(
          ...Array.from({ length: 8 }, (_, index) =>
            placed(cottonRound(index % 2 === 0 ? '#f6efe2' : '#eadbc4'), {
              at: [Math.sin(index * 4) * 0.25, index * 0.54, Math.cos(index * 5) * 0.25],
            }),
          ),
          placed(cottonRound('#f6efe2'), { at: [6.2, 1.4, 3.2], turn: [28, 0, -38] }),
        ),
      { turn: 0, rise: 26, fill: 0.74 },
    ),
    shot(
      () =>
        group(
          placed(cottonRound('#f6efe2'), {}),
          placed(cottonRound('#eadbc4'), { at: [5, 0.4, -3], turn: [8, 0, 4] }),
          placed(cottonRound('#f6efe2'), { at: [-4.4, 0.4, -3.6], turn: [6, 0, -4] }),
        ),
      { turn: 0, rise: 54, fill: 0.86, blur: 0.01 },
    ),
    shot(
      () =>
        group(
          placed(
            foldedCloth({
              width: 17,
              depth: 12,
              ply: 0.5,
              plies: 3,
              material: weave('#e9dcc6', { waffle: true, tile: 5 }),
            }),
            { at: [0, 0, -5] },
          ),
          ...Array.from({ length: 4 }, (_, index) =>
            placed(cottonRound('#f6efe2'), { at: [-3, 3.1 + index * 0.54, -4.5] }),
          ),
          placed(cottonRound('#eadbc4'), { at: [5, 0, 5] }),
          placed(
            bottle({
              radius: 1.8,
              height: 7.2,
              closure: 'dropper',
              label: { brand, title: 'Neem & Tulsi', line: 'face serum' },
            }),
            { at: [3.6, 3.1, -5] },
          ),
        ),
      { turn: 4, rise: 28, fill: 0.8 },
    ),
  ),
  'cloth-pads-set': shots(
    'lilac',
    shot(
      () =>
        group(
          placed(clothPad(padTop(), padPrint(), 25), { at: [-1, 0, -5], turn: [0, 12, 0] }),
          placed(clothPad(padTop(), padGreen(), 25), { at: [1, 0.5, 5], turn: [0, 6, 0] }),
        ),
      { turn: 0, rise: 60, fill: 0.86 },
    ),
    shot(() => placed(clothPad(padTop(), padGreen(), 25), { turn: [0, 34, 0] }), {
      turn: 0,
      rise: 34,
      fill: 1.4,
      aim: [0.1, 0, 0],
      blur: 0.012,
    }),
    shot(
      () =>
        group(
          ...[0, 1, 2, 3].map((index) =>
            placed(
              foldedCloth({
                width: 11,
                depth: 8,
                ply: 0.4,
                plies: 2,
                material: weave(['#c98b7c', '#9bab86', '#d8b98a', '#8e9db5'][index] ?? '#c98b7c', {
                  thread: 60,
                }),
                seed: index,
              }),
              { at: [0, index * 1.55, 0], turn: [0, index * 4 - 6, 0] },
            ),
          ),
        ),
      { turn: 24, rise: 26, fill: 0.72 },
    ),
  ),
}
